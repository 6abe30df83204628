// The runner's last line in plain words: how many tests passed and failed.
import type { Reporter, TestModule } from "vitest/node";

/** A reporter that ends the run with "N passed, N failed". */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of modules) {
      let tests = 0;
      for (const test of module.children.allTests()) {
        counts[test.result().state]++;
        tests++;
      }
      // a file that does not load runs no test, and must not pass for it
      if (tests === 0 || module.errors().length > 0) counts.failed++;
    }
    const skipped = counts.skipped + counts.pending;
    process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}\n`);
  }
}

// The runner's last lines in plain words: how many answers were checked, how many tests passed and failed.
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
    process.stdout.write(`\n${checked(modules)}`);
    const skipped = counts.skipped + counts.pending;
    process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}\n`);
  }
}

/** What the tests received of the interface (test/setup.ts), in all. */
function checked(modules: readonly TestModule[]): string {
  const all = modules.flatMap((module) => Object.entries(module.meta().answers ?? {}));
  const answers = all.reduce((sum, [, count]) => sum + count, 0);
  return `${answers} answers of ${new Set(all.map(([kind]) => kind)).size} kinds (method, path, status) were checked against /openapi.json\n`;
}

// Before all tests, once: a folder for what they write, removed after the last one.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Makes the temporary folder of all tests and of what they start. */
export default function provideFolder(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "formulary-tests-"));
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

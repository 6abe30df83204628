// Before all tests, once: a folder for what they write, removed after the last one.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const prefix = "formulary-tests-";

/** Makes the temporary folder of all tests and of what they start. */
export default function provideFolder(): (() => void) | undefined {
  // every lane of a run asks for one
  if (tmpdir().includes(prefix)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), prefix));
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

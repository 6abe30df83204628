// How runs remember: a digest of everything that what is remembered rests on, and files that are written whole.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** A digest of some texts in their order. */
export function digestOf(...texts: (string | Buffer)[]): string {
  const hash = createHash("sha256");
  for (const text of texts) hash.update(text).update("\0");
  return hash.digest("hex").slice(0, 24);
}

let program: string | undefined;
/** A digest of this program: what another version has found or read is found or read again. */
export function programDigest(): string {
  const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
  const files = () =>
    ["src", "plugins", "scripts"].flatMap((part) =>
      readdirSync(join(root, part), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.name.endsWith(".yaml"))
        .map((entry) => readFileSync(join(entry.parentPath, entry.name))),
    );
  return (program ??= digestOf(...files()));
}

/** Writes a file whole, or not at all: a folder that cannot be written costs the next run its time, and nothing else. */
export function keepWhole(place: string, text: string): void {
  try {
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(`${place}.${process.pid}`, text);
    renameSync(`${place}.${process.pid}`, place);
  } catch {
    // the next run does without
  }
}

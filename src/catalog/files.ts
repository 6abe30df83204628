// The files of the catalogue's folders: a sweep finds them, and only regular files inside a root are ever opened.
import { readFileSync, statSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import glob from "fast-glob";
import { CalcError } from "../errors.ts";
import type { Finding } from "../types.ts";
import { type Content, contentOf, fromHead } from "./content.ts";
import { detached, type LocatedFinding, readDocument } from "./document.ts";

/** A file as a sweep sees it; the stamp changes whenever the content may have. */
export interface FileStamp {
  path: string;
  /** How people name it: relative to where the server was started. */
  shown: string;
  stamp: string;
  kind: "calculator" | "category" | "shared";
  /** Order of its root among the catalogue's folders. */
  root: number;
}

/** A file as it was read: what it says, or why that cannot be told. */
export interface ReadFile extends FileStamp {
  /** Of a calculator. */
  content?: Content;
  /** Of a category or shared file. */
  data?: unknown;
  finding?: LocatedFinding;
}

/** All YAML files under the roots, in a stable order; a root that cannot be read is an error, never an empty list. `alone`, nobody is kept waiting by it. */
export async function sweep(roots: string[], { alone = false } = {}): Promise<FileStamp[]> {
  const lists = await Promise.all(
    roots.map(async (folder, root) => {
      const cwd = resolve(folder);
      await stat(cwd).catch((cause: NodeJS.ErrnoException) => {
        throw new CalcError("configuration", {
          message: `The catalogue folder ${folder} cannot be read (${cause.code}): CATALOG must name folders that exist.`,
          cause,
        });
      });
      const options = { cwd, stats: true as const, onlyFiles: true, followSymbolicLinks: false, suppressErrors: true };
      const entries = alone ? glob.sync(names, options) : await glob(names, options);
      const shown = relative(process.cwd(), cwd).split(sep).join("/");
      const place = shown.startsWith("..") ? cwd : shown;
      return entries
        .filter(({ stats }) => stats?.isFile())
        .map(({ path, stats }) => toStamp(path, { cwd, place, root }, stats as Stats))
        .sort((a, b) => (a.path < b.path ? -1 : 1));
    }),
  );
  return lists.flat();
}

const names = ["_*.yaml", "*/*.yaml"];
interface Stats {
  size: number;
  mtimeMs: number;
  ctimeMs: number;
  ino: number;
}
const stampOf = ({ size, mtimeMs, ctimeMs, ino }: Stats): string => `${size}-${mtimeMs}-${ctimeMs}-${ino}`;

interface Root {
  cwd: string;
  /** How people name it. */
  place: string;
  root: number;
}
function toStamp(found: string, { cwd, place, root }: Root, stats: Stats): FileStamp {
  const name = found.slice(found.lastIndexOf("/") + 1);
  const kind = name === "_category.yaml" ? "category" : name.startsWith("_") ? "shared" : "calculator";
  return { path: join(cwd, found), shown: place === "" ? found : `${place}/${found}`, stamp: stampOf(stats), kind, root };
}

/** Reads and parses one file, of a calculator the head alone where the rest may wait; undefined when it changed while it was read (the next sweep sees it again). */
export async function readCatalogFile(file: FileStamp, { later = false } = {}): Promise<ReadFile | undefined> {
  try {
    // at a start nobody is kept waiting by it, and it takes a quarter of the time
    const text = later ? readFileSync(file.path, "utf8") : await readFile(file.path, "utf8");
    if (stampOf(later ? statSync(file.path) : await stat(file.path)) !== file.stamp) return undefined;
    const head = later && file.kind === "calculator" ? fromHead(file.shown, text) : undefined;
    if (head) return { ...file, content: head };
    const bytes = file.kind === "shared" ? 1 << 20 : undefined;
    const { document, finding } = readDocument(file.shown, text, bytes === undefined ? {} : { bytes });
    if (!document) return { ...file, finding: finding! };
    return { ...file, ...(file.kind === "calculator" ? { content: contentOf(document.data) } : { data: detached(document.data) }) };
  } catch (error) {
    const { code = "unreadable" } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    return { ...file, finding: { file: file.shown, line: 1, column: 1, message: `The file cannot be read (${code}).` } };
  }
}

/** Line and column of findings in a file, which is read again for it since positions would fill the memory; the first line where it has changed or gone. */
export async function locateFindings(file: FileStamp, findings: Pick<Finding, "path" | "message">[]): Promise<LocatedFinding[]> {
  if (findings.length === 0) return [];
  const text = await readFile(file.path, "utf8").catch(() => "");
  const { document } = readDocument(file.shown, text, { bytes: 1 << 20 });
  return findings.map(({ path, message }) => ({ file: file.shown, line: 1, column: 1, ...document?.locate(path), message }));
}

/** What a file is known by: a calculator by its name alone, since a file that moved is still there. */
export const nameOf = ({ path, kind }: FileStamp): string => (kind === "calculator" ? slugOf(path) : path);

/** The files of an earlier look that a later one misses. */
export function missedBy(later: FileStamp[], earlier: FileStamp[]): FileStamp[] {
  const present = new Set(later.map(nameOf));
  return earlier.filter((file) => !present.has(nameOf(file)));
}

// thousands of paths at a start: basename and dirname take five times as long
export const slugOf = (path: string): string => path.slice(path.lastIndexOf(sep) + 1, -".yaml".length);
export const categoryOf = (path: string): string => {
  const end = path.lastIndexOf(sep);
  return path.slice(path.lastIndexOf(sep, end - 1) + 1, end);
};

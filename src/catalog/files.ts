// The files of the catalogue's folders: a scan lists them, and only regular files inside a folder are ever opened.
import { readFileSync, statSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import glob from "fast-glob";
import { CalcError } from "../errors.ts";
import type { Definition, Finding } from "../types.ts";
import { type Content, contentOf } from "./content.ts";
import { copied, type LocatedFinding, readDocument } from "./document.ts";

/** A file as a scan sees it; the fingerprint changes whenever the content may have. */
export interface ScannedFile {
  path: string;
  /** How people name it: relative to where the server was started. */
  displayPath: string;
  fingerprint: string;
  kind: "calculator" | "category" | "shared";
  /** Order of its folder among the catalogue's folders. */
  root: number;
}

/** A file as it was read: what it says, or why that cannot be told. */
export interface ReadFile extends ScannedFile {
  /** Of a calculator. */
  content?: Content;
  /** Of a category or shared file. */
  data?: unknown;
  finding?: LocatedFinding;
  /** A snapshot has it, so its shape was checked. */
  checked?: boolean;
}

/** The most bytes of a file beside the calculators. */
const largestShared = 1 << 20;

/** All YAML files of the folders, in a stable order; a folder that cannot be read is an error, never an empty list. `sync`: blocking I/O, for a start alone. */
export async function listFiles(folders: string[], { sync = false } = {}): Promise<ScannedFile[]> {
  const lists = await Promise.all(
    folders.map(async (folder, root) => {
      const cwd = resolve(folder);
      await stat(cwd).catch((cause: NodeJS.ErrnoException) => {
        throw new CalcError("configuration", {
          message: `The catalogue folder ${folder} cannot be read (${cause.code}): CATALOG must name folders that exist.`,
          cause,
        });
      });
      const options = { cwd, stats: true as const, onlyFiles: true, followSymbolicLinks: false, suppressErrors: true };
      const entries = sync ? glob.sync(names, options) : await glob(names, options);
      const path = relative(process.cwd(), cwd).split(sep).join("/");
      const displayFolder = path.startsWith("..") ? cwd : path;
      return entries
        .filter(({ stats }) => stats?.isFile())
        .map((entry) => toScannedFile(entry.path, entry.stats as Stats, { cwd, displayFolder, root }))
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
const fingerprintOf = ({ size, mtimeMs, ctimeMs, ino }: Stats): string => `${size}-${mtimeMs}-${ctimeMs}-${ino}`;

interface Folder {
  cwd: string;
  displayFolder: string;
  root: number;
}
function toScannedFile(name: string, stats: Stats, { cwd, displayFolder, root }: Folder): ScannedFile {
  const base = name.slice(name.lastIndexOf("/") + 1);
  const kind = base === "_category.yaml" ? "category" : base.startsWith("_") ? "shared" : "calculator";
  const displayPath = displayFolder === "" ? name : `${displayFolder}/${name}`;
  return { path: join(cwd, name), displayPath, fingerprint: fingerprintOf(stats), kind, root };
}

/** Reads and parses one file; undefined when it changed while it was read (the next scan sees it again). `sync`: blocking I/O, for a start alone. */
export async function readCatalogFile(file: ScannedFile, { sync = false } = {}): Promise<ReadFile | undefined> {
  try {
    const text = sync ? readFileSync(file.path, "utf8") : await readFile(file.path, "utf8");
    if (fingerprintOf(sync ? statSync(file.path) : await stat(file.path)) !== file.fingerprint) return undefined;
    const { document, finding } = readDocument(file.displayPath, text, {
      quick: true,
      ...(file.kind === "shared" && { bytes: largestShared }),
    });
    if (!document) return { ...file, finding: finding! };
    if (file.kind !== "calculator") return { ...file, data: copied(document.data) };
    // as: its shape is checked when the version is built
    const definition = document.data as Definition;
    return { ...file, content: contentOf(Buffer.from(JSON.stringify(definition)), { definition }) };
  } catch (error) {
    const { code = "unreadable" } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    return { ...file, finding: { file: file.displayPath, line: 1, column: 1, message: `The file cannot be read (${code}).` } };
  }
}

/** Findings with line and column; the file is read again, since positions of all files would fill the memory. Line 1 where it has changed or gone. */
export async function locateFindings(file: ScannedFile, findings: Pick<Finding, "path" | "message">[]): Promise<LocatedFinding[]> {
  if (findings.length === 0) return [];
  const text = await readFile(file.path, "utf8").catch(() => "");
  const { document } = readDocument(file.displayPath, text, { bytes: largestShared });
  return findings.map(({ path, message }) => ({ file: file.displayPath, line: 1, column: 1, ...document?.locate(path), message }));
}

/** What identifies a file: a calculator's slug alone, since a file that moved is still there. */
export const identityOf = ({ path, kind }: ScannedFile): string => (kind === "calculator" ? slugOf(path) : path);

// for thousands of paths at a start basename and dirname take five times as long
export const slugOf = (path: string): string => path.slice(path.lastIndexOf(sep) + 1, -".yaml".length);
export const categoryOf = (path: string): string => {
  const end = path.lastIndexOf(sep);
  return path.slice(path.lastIndexOf(sep, end - 1) + 1, end);
};

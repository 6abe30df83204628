// A YAML file as data that knows the line and column of each of its parts.
import type { Finding, Path } from "../types.ts";
import { follow, lineAndColumn, type Position } from "./position.ts";
import { findMistake, readFast } from "./yaml-fast.ts";
import { readStrict } from "./yaml-strict.ts";

/** A finding with its place in the text of its file. */
export interface LocatedFinding extends Pick<Finding, "message"> {
  file: string;
  line: number;
  column: number;
}

/** A parsed file: its data without prototypes, and line and column of any path into it. */
export interface Document {
  file: string;
  data: unknown;
  /** Line and column of the value at a path, or of the nearest enclosing part that exists. */
  locate: (path: Path) => { line: number; column: number };
  /** A number as the author wrote it, digits and all: "1628.890". */
  written: (path: Path) => string | undefined;
}

/** The most bytes of a calculator file: the reader that explains mistakes takes up to 3 µs a byte, and a server waits for it. */
const largest = 32 * 1024;

/** Up to so many characters the strict reader explains a mistake within a few milliseconds. */
const quicklyExplained = 6 * 1024;

/** Characters that are not seen, or that turn the text around them, so that a reviewer reads something else than the program. */
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069]|(?!^)\ufeff/;

interface Limits {
  bytes?: number;
  /** Of a large text the first mistake in few words: a server is waiting. */
  quick?: boolean;
}
/** Parses a file's text; gives the document, or the first finding that makes it unreadable. */
export function readDocument(
  file: string,
  text: string,
  { bytes = largest, quick = false }: Limits = {},
): { document?: Document; finding?: LocatedFinding } {
  if (Buffer.byteLength(text) > bytes)
    return { finding: { file, line: 1, column: 1, message: `The file is larger than ${bytes / 1024} KiB: split the calculator.` } };
  const hidden = invisible.exec(text);
  if (hidden) {
    const code = hidden[0].codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0");
    return {
      finding: { file, ...lineAndColumn(text, hidden.index), message: `An invisible character (U+${code}) stands here: remove it.` },
    };
  }
  // the strict reader knows what is wrong with a file, and is ten times as slow
  const read = readFast(text) ?? (quick && text.length > quicklyExplained ? findMistake(text) : undefined) ?? readStrict(text);
  if (read.mistake) return { finding: { file, ...lineAndColumn(text, read.mistake.offset), message: read.mistake.message } };
  let root: Position | undefined;
  const positionAt = (path: Path) => follow((root ??= read.root()), path);
  return {
    document: {
      file,
      data: withoutPrototypes(read.data),
      locate: (path) => lineAndColumn(text, positionAt(path).offset),
      written: (path) => positionAt(path).position?.written,
    },
  };
}

/** A copy of the data: slices of a text keep the whole text in memory, with two bytes a character where one is not Latin-1. */
export const copied = <T>(data: T): T => withoutPrototypes(JSON.parse(JSON.stringify(data))) as T;

/** Takes the prototype from every object of freshly parsed data in place, so that no key of a file is ever an inherited one. */
export function withoutPrototypes(data: unknown): unknown {
  if (data === null || typeof data !== "object") return data;
  for (const each of Object.values(data)) withoutPrototypes(each);
  return Array.isArray(data) ? data : Object.setPrototypeOf(data, null);
}

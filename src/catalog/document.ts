// A YAML file as data that knows where each part stands. Everything YAML can do behind an author's back is refused:
// tags, anchors, directives, duplicate keys, and every warning (a `#` that cuts a formula is only a warning).

import type { Finding } from "../types.ts";
import { readCarefully } from "./careful-yaml.ts";
import { follow, type Place, positionOf } from "./place.ts";
import { readQuickly } from "./quick-yaml.ts";

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
  /** Position of the value (or, for a missing one, the nearest enclosing part) at a path. */
  locate: (path: (string | number)[]) => { line: number; column: number };
  /** A number as it was written, digits and all: "1628.890". */
  written: (path: (string | number)[]) => string | undefined;
}

/** The most bytes a calculator file may have: the careful parser's check for duplicate keys is quadratic. */
const largest = 64 * 1024;

/** Parses a file's text; gives the document, or the first finding that makes it unreadable. */
export function readDocument(file: string, text: string, { bytes = largest } = {}): { document?: Document; finding?: LocatedFinding } {
  if (Buffer.byteLength(text) > bytes)
    return { finding: { file, line: 1, column: 1, message: `The file is larger than ${bytes / 1024} KiB: split the calculator.` } };
  // a parser four times as slow knows what is wrong with a file, and meets only what may be wrong
  const quick = readQuickly(text);
  const { read, fault = { offset: 0, message: "The file is no YAML." } } = quick ? { read: quick } : readCarefully(text);
  if (!read) return { finding: { file, ...positionOf(text, fault.offset), message: fault.message } };
  let root: Place | undefined;
  const placeAt = (path: (string | number)[]) => follow((root ??= read.place()), path);
  return {
    document: {
      file,
      data: bare(read.data),
      locate: (path) => positionOf(text, placeAt(path).offset),
      written: (path) => placeAt(path).place?.written,
    },
  };
}

/** Data without its text: parts of a text keep all of it in memory, and take two bytes a letter where one letter of it needs them. */
export const detached = <T>(data: T): T => bare(JSON.parse(JSON.stringify(data))) as T;

/** Takes the prototype from every object of freshly parsed data, so that no key of a file is ever an inherited one; copies would take thrice the memory. */
export function bare(data: unknown): unknown {
  if (data === null || typeof data !== "object") return data;
  for (const each of Object.values(data)) bare(each);
  return Array.isArray(data) ? data : Object.setPrototypeOf(data, null);
}

// A YAML file as data that knows where each part stands. Everything YAML can do behind an author's back is refused:
// tags, anchors, directives, duplicate keys, and every warning (a `#` that cuts a formula is only a warning).
import { isMap, isScalar, LineCounter, parseDocument, visit, type YAMLError } from "yaml";

/** One thing wrong in a file, where it is, and how to mend it. */
export interface Finding {
  file: string;
  line: number;
  column: number;
  message: string;
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

/** The most bytes a calculator file may have: the parser's check for duplicate keys is quadratic. */
const largest = 64 * 1024;

/** Parses a file's text; gives the document, or the first finding that makes it unreadable. */
export function readDocument(file: string, text: string, { bytes = largest } = {}): { document?: Document; finding?: Finding } {
  const lines = new LineCounter();
  const at = (offset: number, message: string) => {
    const { line, col } = lines.linePos(offset);
    return { finding: { file, line: Math.max(line, 1), column: Math.max(col, 1), message } };
  };
  if (Buffer.byteLength(text) > bytes)
    return { finding: { file, line: 1, column: 1, message: `The file is larger than ${bytes / 1024} KiB: split the calculator.` } };
  const parsed = parseDocument(text, { lineCounter: lines, strict: true, uniqueKeys: true, merge: false, prettyErrors: false });
  const directive = /^%.*$/m.exec(text);
  if (directive && !text.slice(0, directive.index).includes("---"))
    return at(directive.index, "YAML directives (%) are not allowed: remove this line.");
  const first = [...parsed.errors, ...parsed.warnings].sort((a, b) => a.pos[0] - b.pos[0])[0];
  if (first) return at(first.pos[0], explain(first, text));
  const extra = anchorOrTag(parsed);
  if (extra) return at(extra.offset, extra.message);
  const data = bare(parsed.toJS({ maxAliasCount: 0 }));
  return {
    document: {
      file,
      data,
      locate: (path) => {
        const { line, col } = lines.linePos(offsetOf(parsed.contents, path));
        return { line, column: col };
      },
      written: (path) => {
        const node = parsed.getIn(path, true);
        return isScalar(node) ? node.source : undefined;
      },
    },
  };
}

/** YAML's messages, which speak of its grammar, as advice for an author. */
const advice: [RegExp | string, string][] = [
  ["BLOCK_IN_FLOW", 'A ": " or "- " inside { } or [ ] starts a new block: put that text in quotes.'],
  [
    "BLOCK_AS_IMPLICIT_KEY",
    'A ": " inside a text or formula starts a new map: put the whole value in quotes (or write if(…) instead of ? :).',
  ],
  ["MULTILINE_IMPLICIT_KEY", "A key may not span lines: is a quotation mark or a bracket missing on the line before?"],
  ["DUPLICATE_KEY", "This key stands twice: keep one of them."],
  ["TAB_AS_INDENT", "A tab indents this line: use two spaces."],
  ["TAG_RESOLVE_FAILED", 'A leading "!" is a YAML tag: write "not", or put the value in quotes.'],
  ["COMMENT_SPACE", 'A "#" needs a space before it to be a comment; inside a value, put the value in quotes.'],
  ["MISSING_CHAR", "A closing quotation mark, comma or bracket is missing here: a text with , : # or brackets inside { } needs quotes."],
  ["UNEXPECTED_TOKEN", "This does not belong here: a text with a comma, colon or bracket inside { } needs quotes."],
  ["BAD_INDENT", "The indentation does not fit: every level is two spaces."],
  ["MULTIPLE_DOCS", 'A file holds one document: remove the "---".'],
  ["BAD_ALIAS", "Aliases (*name) are not allowed; a formula that starts with * needs quotes."],
];

function explain(error: YAMLError, text: string): string {
  const said = error.message.replace(/\s+at line \d+.*/s, "").split("\n")[0]!;
  const cure = advice.find(([code]) => code === error.code)?.[1];
  const line = text.slice(text.lastIndexOf("\n", error.pos[0] - 1) + 1).split("\n", 1)[0]!;
  if (/^\s*\w+ *= *[^=\s]/.test(line)) return 'A formula is written with a colon, "name: formula", not with "=".';
  if (/^\s*[\w-]+:\s*\{\{/.test(line)) return "A text that starts with {{ needs quotes around the whole of it.";
  if (error.code === "UNEXPECTED_TOKEN" && text[error.pos[0]] === "`") return "A value may not start with a backtick: put it in quotes.";
  return cure ?? `${said.replace(/\.$/, "")}.`;
}

function anchorOrTag(parsed: ReturnType<typeof parseDocument>): { offset: number; message: string } | undefined {
  let found: { offset: number; message: string } | undefined;
  visit(parsed, {
    Alias: (_, node) => {
      found = {
        offset: node.range?.[0] ?? 0,
        message: "Aliases (*name) are not allowed: write the value out, or quote a formula that starts with *.",
      };
      return visit.BREAK;
    },
    Node: (_, node) => {
      const { anchor, tag, range } = node as { anchor?: string; tag?: string; range?: [number, number, number] };
      if (anchor) found = { offset: range?.[0] ?? 0, message: `Anchors (&${anchor}) are not allowed: remove it.` };
      else if (tag && !tag.startsWith("tag:yaml.org,2002:"))
        found = { offset: range?.[0] ?? 0, message: `Tags (${tag}) are not allowed: remove it, or quote the value.` };
      return found ? visit.BREAK : undefined;
    },
  });
  return found;
}

// A broken path ends at the deepest part that exists: that is where the missing thing should be.
function offsetOf(contents: unknown, path: (string | number)[]): number {
  let node = contents as { range?: [number, number, number] | null; items?: unknown[] } | null;
  let offset = node?.range?.[0] ?? 0;
  for (const key of path) {
    if (isMap(node)) {
      const pair = node.items.find((each) => String((each.key as { value?: unknown })?.value ?? each.key) === String(key));
      if (!pair) return offset;
      const value = pair.value as typeof node;
      offset = (pair.key as { range?: [number, number, number] }).range?.[0] ?? offset;
      if (isScalar(value) && value.range) offset = value.range[0];
      node = value;
    } else {
      node = (node?.items?.[Number(key)] as typeof node) ?? null;
      if (!node?.range) return offset;
      offset = node.range[0];
    }
  }
  return offset;
}

/** Takes the prototype from every object of freshly parsed data, so that no key of a file is ever an inherited one; copies would take thrice the memory. */
export function bare(data: unknown): unknown {
  if (data === null || typeof data !== "object") return data;
  for (const each of Object.values(data)) bare(each);
  return Array.isArray(data) ? data : Object.setPrototypeOf(data, null);
}

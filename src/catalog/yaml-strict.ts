// YAML as calculator files may use it. Everything it can do behind an author's back is refused: tags, anchors, directives,
// duplicate keys, and every warning (a `#` that cuts a formula is only a warning).
import { createRequire } from "node:module";
import type * as Yaml from "yaml";
import type { Position } from "./position.ts";

/** What a text says, and where its parts are. */
export interface ReadText {
  data: unknown;
  root: () => Position;
  mistake?: undefined;
}
/** The first mistake in a text. */
export interface Unreadable {
  mistake: { offset: number; message: string };
}

// loaded on first use: seventy files that most starts do not need
let yaml: typeof Yaml;
const load = createRequire(import.meta.url);

/** Reads a text of YAML. */
export function readStrict(text: string): ReadText | Unreadable {
  yaml ??= load("yaml") as typeof Yaml;
  // the library's own check for equal keys compares each with each
  const parsed = yaml.parseDocument(text, { strict: true, uniqueKeys: false, merge: false, prettyErrors: false, logLevel: "error" });
  const directive = /^%.*$/m.exec(text);
  if (directive && !text.slice(0, directive.index).includes("---"))
    return { mistake: { offset: directive.index, message: "YAML directives (%) are not allowed: remove this line." } };
  const [first] = [...parsed.errors, ...parsed.warnings].sort((a, b) => a.pos[0] - b.pos[0]);
  if (first) return { mistake: { offset: first.pos[0], message: explain(first, text) } };
  const mistakes = [anchorOrTag(parsed), equalKeys(parsed)].filter((each) => each !== undefined);
  const [mistake] = mistakes.sort((a, b) => a.offset - b.offset);
  if (mistake) return { mistake };
  return { data: parsed.toJS({ maxAliasCount: 0 }), root: () => positionOf(parsed.contents) ?? { offset: 0 } };
}

function positionOf(node: unknown): Position | undefined {
  const offset = (node as { range?: [number, number, number] | null } | null)?.range?.[0];
  if (offset === undefined) return undefined;
  if (yaml.isScalar(node)) return { offset, ...(node.source !== undefined && { written: node.source }) };
  if (yaml.isSeq(node)) return { offset, items: node.items.map(positionOf) };
  if (!yaml.isMap(node)) return { offset };
  const pairs: NonNullable<Position["pairs"]> = new Map();
  for (const { key, value } of node.items)
    pairs.set(String(yaml.isScalar(key) ? key.value : key), { offset: positionOf(key)?.offset ?? offset, value: positionOf(value) });
  return { offset, pairs };
}

/** YAML's messages, which speak of its grammar, as advice for an author. */
const advice: [RegExp | string, string][] = [
  ["BLOCK_IN_FLOW", 'A ": " or "- " inside { } or [ ] starts a new block: put that text in quotes.'],
  [
    "BLOCK_AS_IMPLICIT_KEY",
    'A ": " inside a text or formula starts a new map: put the whole value in quotes (or write if(…) instead of ? :).',
  ],
  ["MULTILINE_IMPLICIT_KEY", "A key may not span lines: is a quotation mark or a bracket missing on the line before?"],
  ["TAB_AS_INDENT", "A tab indents this line: use two spaces."],
  ["TAG_RESOLVE_FAILED", 'A leading "!" is a YAML tag: write "not", or put the value in quotes.'],
  ["COMMENT_SPACE", 'A "#" needs a space before it to be a comment; inside a value, put the value in quotes.'],
  ["MISSING_CHAR", "A closing quotation mark, comma or bracket is missing here: a text with , : # or brackets inside { } needs quotes."],
  ["UNEXPECTED_TOKEN", "This does not belong here: a text with a comma, colon or bracket inside { } needs quotes."],
  ["BAD_INDENT", "The indentation does not fit: every level is two spaces."],
  ["MULTIPLE_DOCS", 'A file holds one document: remove the "---".'],
  ["BAD_ALIAS", "Aliases (*name) are not allowed; a formula that starts with * needs quotes."],
];

function explain(error: Yaml.YAMLError, text: string): string {
  const said = error.message.replace(/\s+at line \d+.*/s, "").split("\n")[0]!;
  const cure = advice.find(([code]) => code === error.code)?.[1];
  const line = text.slice(text.lastIndexOf("\n", error.pos[0] - 1) + 1).split("\n", 1)[0]!;
  if (/^\s*\w+ *= *[^=\s]/.test(line)) return 'A formula is written with a colon, "name: formula", not with "=".';
  if (/^\s*[\w-]+:\s*\{\{/.test(line)) return "A text that starts with {{ needs quotes around the whole of it.";
  if (error.code === "UNEXPECTED_TOKEN" && text[error.pos[0]] === "`") return "A value may not start with a backtick: put it in quotes.";
  return cure ?? `${said.replace(/\.$/, "")}.`;
}

function anchorOrTag(parsed: ReturnType<typeof Yaml.parseDocument>): { offset: number; message: string } | undefined {
  let found: { offset: number; message: string } | undefined;
  yaml.visit(parsed, {
    Alias: (_, node) => {
      found = {
        offset: node.range?.[0] ?? 0,
        message: "Aliases (*name) are not allowed: write the value out, or quote a formula that starts with *.",
      };
      return yaml.visit.BREAK;
    },
    Node: (_, node) => {
      const { anchor, tag, range } = node as { anchor?: string; tag?: string; range?: [number, number, number] };
      if (anchor) found = { offset: range?.[0] ?? 0, message: `Anchors (&${anchor}) are not allowed: remove it.` };
      else if (tag)
        found = {
          offset: range?.[0] ?? 0,
          message: `Tags (${tag.replace("tag:yaml.org,2002:", "!!")}) are not allowed: remove it, or quote the value.`,
        };
      return found ? yaml.visit.BREAK : undefined;
    },
  });
  return found;
}

/** The first key that stands twice in a map. */
function equalKeys(parsed: ReturnType<typeof Yaml.parseDocument>): { offset: number; message: string } | undefined {
  let offset = Number.POSITIVE_INFINITY;
  yaml.visit(parsed, {
    Map: (_, { items }) => {
      const keys = new Set<string>();
      for (const { key } of items) {
        const name = String(yaml.isScalar(key) ? key.value : key);
        if (keys.has(name)) offset = Math.min(offset, (key as { range?: [number, number, number] }).range?.[0] ?? 0);
        keys.add(name);
      }
    },
  });
  return offset === Number.POSITIVE_INFINITY ? undefined : { offset, message: "This key stands twice: keep one of them." };
}

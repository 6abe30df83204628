// What a calculator's file says, kept as text: thousands of parsed definitions would fill the memory, and a start that
// parsed all of them first would keep everybody waiting.
import { cardOf } from "../calculator/calculator.ts";
import { CalcError } from "../errors.ts";
import type { Card, Definition } from "../types.ts";
import { bare, detached, type LocatedFinding, readDocument } from "./document.ts";

/** A calculator's file: its card at hand, its definition parsed when it is asked for; nobody may change that. */
export interface Content {
  card: Card;
  /** The definition; a CalcError where the file has turned out to be unreadable. */
  definition: () => Definition;
  /** The definition as JSON, in UTF-8. */
  json: () => Buffer;
  /** Nobody has read more than the head yet. */
  unread?: true;
}

/** The content of a file that was parsed. */
export function contentOf(data: unknown): Content {
  return fromJson(detached(cardOf((data ?? {}) as Definition)), Buffer.from(JSON.stringify(data)));
}

/** The content of a file from its definition as JSON, parsed before. */
export function fromJson(card: Card, json: Buffer): Content {
  // whoever checks a file asks for it several times, and hardly anybody afterwards
  let last: WeakRef<Definition> | undefined;
  const parse = (): Definition => {
    const parsed = bare(JSON.parse(json.toString())) as Definition;
    if (parsed) last = new WeakRef(parsed);
    return parsed;
  };
  return { card, json: () => json, definition: () => last?.deref() ?? parse() };
}

/** The content of a file of which only the head was read; undefined where that says too little to list it. */
export function fromHead(file: string, text: string): Content | undefined {
  const card = headOf(file, text);
  if (!card) return undefined;
  let unread: Buffer | undefined = Buffer.from(text);
  let whole: Content | undefined;
  const read = (): Content => {
    if (whole) return whole;
    const { document, finding } = readDocument(file, unread!.toString());
    if (!document) throw new CalcError("definition", { message: wordsOf(finding!) });
    whole = contentOf(document.data);
    unread = undefined;
    return whole;
  };
  return { card, unread: true, definition: () => read().definition(), json: () => read().json() };
}

const wordsOf = ({ file, line, column, message }: LocatedFinding) => `${file}:${line}:${column} ${message}`;

const otherKey = /^(?!title|description|subcategory|aliases|plain)["']?[A-Za-z]\w*["']?\s*:/m;
const formulas = /^["']?(formulas|converts)["']?\s*:/m;
// The rules ask that a file begins with what its card says: the rest is three quarters of the time that a parser takes.
function headOf(file: string, text: string): Card | undefined {
  const data = readDocument(file, text.slice(0, otherKey.exec(text)?.index)).document?.data as Partial<Definition> | null | undefined;
  const { title, description, subcategory, aliases = [] } = data ?? {};
  const isText = (value: unknown) => typeof value === "string";
  if (!isText(title) || !isText(description) || !isText(subcategory)) return undefined;
  if (!Array.isArray(aliases) || !aliases.every(isText)) return undefined;
  return detached({ ...cardOf(data as Definition), hasFormula: formulas.test(text) });
}

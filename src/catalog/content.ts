// A calculator's definition, in memory as JSON: thousands of parsed definitions would fill the memory.
import type { Card, Definition } from "../types.ts";
import { withoutPrototypes } from "./document.ts";

/** A calculator's file; nobody may change the definition. */
export interface Content {
  /** What lists need of it, from the snapshot. */
  card?: Card;
  definition: () => Definition;
  /** The definition as JSON, in UTF-8. */
  json: Buffer;
}

/** The content of a file from its definition as JSON, and the definition itself where that was just parsed. */
export function contentOf(json: Buffer, { card, definition }: { card?: Card; definition?: Definition } = {}): Content {
  // a check reads it several times, and hardly anybody afterwards
  let last = definition && new WeakRef(definition);
  const parse = (): Definition => {
    const parsed = withoutPrototypes(JSON.parse(json.toString())) as Definition;
    if (parsed) last = new WeakRef(parsed);
    return parsed;
  };
  return { ...(card && { card }), json, definition: () => last?.deref() ?? parse() };
}

// Where the parts of a YAML text are.

/** A part of a text, and the parts within it. */
export interface Position {
  offset: number;
  /** A scalar as the author wrote it. */
  written?: string;
  /** The values of a map, with the offsets of their keys. */
  pairs?: Map<string, { offset: number; value: Position | undefined }>;
  items?: (Position | undefined)[];
}

/** Line and column, both from 1, of an offset into a text. */
export function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: before.at(-1)!.length + 1 };
}

/** The position at a path; where a part is missing, that of the deepest part that exists. */
export function follow(root: Position, path: (string | number)[]): { offset: number; position?: Position } {
  let position = root;
  let offset = root.offset;
  for (const key of path) {
    const pair = position.pairs?.get(String(key));
    const value = pair ? pair.value : position.items?.[Number(key)];
    if (!value) return { offset: pair?.offset ?? offset };
    offset = pair && (value.pairs || value.items) ? pair.offset : value.offset;
    position = value;
  }
  return { offset, position };
}

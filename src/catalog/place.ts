// Where the parts of a YAML text stand.

/** A part of a text, and the parts within it. */
export interface Place {
  offset: number;
  /** A scalar as it was written. */
  written?: string;
  /** The values of a map, with the offsets of their keys. */
  pairs?: Map<string, { offset: number; value: Place | undefined }>;
  items?: (Place | undefined)[];
}

/** What a text says, and where its parts stand. */
export interface Read {
  data: unknown;
  place: () => Place;
}

/** One thing wrong in a text. */
export interface Fault {
  offset: number;
  message: string;
}

/** Line and column, both from 1, of an offset into a text. */
export function positionOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: before.at(-1)!.length + 1 };
}

/** The place at a path; a path that breaks off ends at the deepest part that exists, where the missing thing should be. */
export function follow(root: Place, path: (string | number)[]): { offset: number; place?: Place } {
  let place = root;
  let offset = root.offset;
  for (const key of path) {
    const pair = place.pairs?.get(String(key));
    const value = pair ? pair.value : place.items?.[Number(key)];
    if (!value) return { offset: pair?.offset ?? offset };
    offset = pair && (value.pairs || value.items) ? pair.offset : value.offset;
    place = value;
  }
  return { offset, place };
}

// One planted mistake: a definition that differs from the written one in a single place.
import type { Definition, Path } from "formulary";

/** A change of a definition in one place. */
export interface Change {
  /** What is changed: "table cell", "check deleted", …. */
  kind: string;
  path: Path;
  /** What stands there now, for messages. */
  now: string;
  /** The value in place of the one at the path; undefined takes it away. */
  value: unknown;
}

/** The changed definition; everything beside the path is shared with the written one. */
export const changedDefinition = (definition: Definition, { path, value }: Change): Definition =>
  replaced(definition, path, value) as Definition;

function replaced(part: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(part))
    return rest.length === 0 && value === undefined
      ? part.filter((_, at) => at !== Number(key))
      : part.map((each, at) => (at === Number(key) ? replaced(each, rest, value) : each));
  const copy = Object.assign(Object.create(null), part) as Record<string, unknown>;
  const next = replaced(copy[key], rest, value);
  if (next === undefined) delete copy[key];
  else copy[key] = next;
  return copy;
}

/** The change of a value to another one; none where they are the same. */
export const changeTo = (kind: string, path: Path, value: unknown): Change => ({
  kind,
  path,
  now: value === undefined ? "left out" : typeof value === "string" ? value : JSON.stringify(value),
  value,
});

/** The texts of a formula or condition in a definition, with their paths. */
export function expressionsIn({ formulas = {} }: Definition): { path: Path; text: string }[] {
  return Object.entries(formulas).flatMap(([head, formula]) => {
    if (typeof formula === "string") return [{ path: ["formulas", head], text: formula }];
    if (formula === null || typeof formula !== "object") return [];
    return Object.entries(formula).flatMap(([method, text]) =>
      method === "by" || typeof text !== "string" ? [] : [{ path: ["formulas", head, method], text }],
    );
  });
}

// Sorting: values, positions, and rows by several keys, each rising or falling.
import type { Functions, Value } from "formulary";
import { entry, failArgument, failFormula, isList, order, toList } from "formulary/functions";

type Direction = 1 | -1;
interface Key {
  values: Value[];
  direction: Direction;
}

const directions: Record<string, Direction> = { ascending: 1, descending: -1 };
const isDirection = (value: Value | undefined): value is string => typeof value === "string" && Object.hasOwn(directions, value);

const compareValues = (a: Value, b: Value, name: string): number =>
  typeof a === "string" && typeof b === "string" ? (a < b ? -1 : a > b ? 1 : 0) : order(a, b, name);

/** Lists of keys, each with the word that stands after it. */
function keysOf(parts: Value[], name: string): Key[] {
  const keys: Key[] = [];
  for (const part of parts) {
    if (isDirection(part)) {
      keys.at(-1)!.direction = directions[part]!;
      continue;
    }
    if (typeof part === "string") failArgument(name, '"ascending" or "descending" after a list of keys', part);
    const values = toList(part, name).map((value) => (typeof value === "boolean" ? +value : value));
    const length = keys[0]?.values.length ?? values.length;
    if (values.length !== length) failFormula(`${name} needs lists of keys of one length and got ${length} and ${values.length} values.`);
    keys.push({ values, direction: 1 });
  }
  return keys;
}

/** The positions in the order of the first key, of the second where the first is equal, and so on. */
function positionsBy(keys: Key[], name: string): number[] {
  const compare = (a: number, b: number): number => {
    for (const { values, direction } of keys) {
      const difference = compareValues(values[a]!, values[b]!, name);
      if (difference !== 0) return difference * direction;
    }
    return a - b;
  };
  return keys[0]!.values.map((_, at) => at).sort(compare);
}

function sortBy(list: Value, keys: Value, ...more: Value[]): Value[] {
  const values = toList(list, "sortBy");
  if (!isList(keys)) failFormula("sortBy(list, keys) needs a list of keys, one for each element, as its second argument.");
  const all = keysOf([keys, ...more], "sortBy");
  if (keys.length !== values.length) failFormula(`sortBy needs a key for each of ${values.length} elements and got ${keys.length}.`);
  return positionsBy(all, "sortBy").map((at) => values[at]!);
}

function sort(list: Value, direction: Value = "ascending"): Value[] {
  if (!isDirection(direction)) failArgument("sort", '"ascending" or "descending" as its second argument', direction);
  const sign = directions[direction]!;
  return [...toList(list, "sort")].sort((a, b) => sign * compareValues(a, b, "sort"));
}

const positions = (list: Value, ...more: Value[]) => positionsBy(keysOf([toList(list, "order"), ...more], "order"), "order");

/** What comparing takes: n · log n for each list of keys. */
const cost = (...lists: Value[]): number =>
  lists.reduce<number>((sum, list) => sum + (isList(list) ? list.length * Math.log2(list.length + 1) * 0.5 : 0), 0);

/** Functions that sort. */
export const sorting: Functions = {
  sort: {
    ...entry(
      "list direction?",
      'The elements in rising order, or falling with "descending".',
      ["sort([3, 1, 2])", [1, 2, 3]],
      "keep",
      sort,
    ),
    cost,
  },
  order: {
    ...entry(
      "list ...more",
      'The positions that would sort a list. Further lists decide where it has equal values; "descending" after a list reverses the order of that one.',
      ["order([30, 10, 20])", [1, 2, 0]],
      "countList",
      positions,
    ),
    cost,
  },
  sortBy: {
    ...entry(
      "list keys ...more",
      'The elements of a list in the order of their keys. Further lists of keys decide where keys are equal; "descending" after a list reverses the order of that one.',
      ['sortBy(["a", "b", "c"], [1, 2, 2], "descending", [5, 9, 7])', ["c", "b", "a"]],
      "keep",
      sortBy,
    ),
    cost,
  },
};

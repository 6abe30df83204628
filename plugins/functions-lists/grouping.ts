// Groups of values that have a key in common, in the order in which `unique` lists the keys.
import type { Functions, Value } from "formulary";
import { entry, failFormula, isList, kindOf, sumOf, toFinite, toList } from "formulary/functions";

/** The values of each key. */
function grouped<T>([keys, values]: [Value, Value], name: string, read: (value: Value) => T): T[][] {
  const [all, list] = [toList(keys, name), toList(values, name)];
  if (all.length !== list.length) failFormula(`${name} needs a key for each value and got ${all.length} keys and ${list.length} values.`);
  const groups = new Map<Value, T[]>();
  for (const [at, key] of all.entries()) {
    if (typeof key === "object") failFormula(`${name} needs single values as keys and got ${kindOf(key)}.`);
    if (typeof key === "number" && !Number.isFinite(key)) failFormula(`${name} needs keys that are texts or finite numbers.`);
    const group = groups.get(key);
    const value = read(list[at]!);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return [...groups.values()];
}

const cost = (keys: Value): number => (isList(keys) ? keys.length : 0);

/** Functions of groups. */
export const grouping: Functions = {
  groups: {
    ...entry(
      "keys values",
      "The values of each key as a list of lists, in the order of unique(keys): map(mean, groups(keys, values)) is the mean of each.",
      ['groups(["a", "b", "a"], [1, 2, 3])', [[1, 3], [2]]],
      "listOfSecond",
      (keys: Value, values: Value) => grouped([keys, values], "groups", (value) => value),
    ),
    cost,
  },
  sumBy: {
    ...entry(
      "keys values",
      "The sum of the values of each key, in the order of unique(keys).",
      ['sumBy(["a", "b", "a"], [1, 2, 3])', [4, 2]],
      "second",
      (keys: Value, values: Value) => grouped([keys, values], "sumBy", (value) => toFinite(value, "sumBy")).map(sumOf),
    ),
    cost,
  },
};

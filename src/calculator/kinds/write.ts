// Values as people write them, whatever their kind: "$1,628.89", "10 years", "yes", lists and rows of these.
import { fixed, significant } from "../../language/numbers.ts";
import { isList, isRow } from "../../language/values.ts";
import type { Value } from "../../types.ts";
import type { Environment, Field, Writer } from "./kind.ts";
import { createUnitWriter } from "./units.ts";

/** Digits of a number that was searched for, as people want to read it: six, and two behind the point of large ones. */
export const digitsOf = (x: number): number => Math.min(15, Math.max(6, Math.ceil(Math.log10(Math.abs(x) + 1)) + 2));

interface WriteOptions {
  /** Digits of numbers that declare neither `decimals` nor `significant`. */
  digits: number;
  special?: (value: Value) => string | undefined;
}
/** A writer of any value; `special` writes the single values that a kind writes in its own way. */
export function createValueWriter(field: Field, environment: Environment, { digits, special = () => undefined }: WriteOptions): Writer {
  const number = numberWriter(field, digits);
  const withUnit = createUnitWriter(environment);
  const bareText = (value: Value): string => (typeof value === "number" ? number(value) : write(value, {}));
  const listText = (list: Value[], values: Record<string, unknown>): string => {
    if (list.some(isList)) return list.map((row) => (isList(row) ? row.map(bareText).join(", ") : bareText(row))).join("; ");
    if (list.length === 0 || !list.every((each) => typeof each === "number")) return list.map(bareText).join(", ");
    const numbers = list.map(number);
    // a sign such as $ is written before each number, a unit only after the last one
    const leads = !withUnit("0", field.unit, values).startsWith("0");
    return leads ? numbers.map((text) => withUnit(text, field.unit, values)).join(", ") : withUnit(numbers.join(", "), field.unit, values);
  };
  const write: Writer = (value, values) => {
    if (typeof value === "number") return special(value) ?? withUnit(number(value), field.unit, values);
    if (typeof value === "string") return special(value) ?? value;
    if (typeof value === "boolean") return value ? "yes" : "no";
    if (isList(value)) return listText(value, values);
    return isRow(value)
      ? Object.entries(value)
          .map(([key, each]) => `${key} ${bareText(each)}`)
          .join(", ")
      : "";
  };
  return write;
}

function numberWriter({ decimals, significant: digits, grouping = true }: Field, otherwise: number): (x: number) => string {
  if (decimals !== undefined) return (x) => fixed(x, decimals, { grouping });
  return (x) => significant(x, digits ?? otherwise, { grouping });
}

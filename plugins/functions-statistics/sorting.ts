// Sorting values and grouping equal ones. As in the language, numbers within 1e-12 of each other are equal: 0.3 - 0.2
// and 0.1.
import type { FunctionEntry, Value } from "formulary";
import { nearly, numberList } from "formulary/functions";

/** The cost of sorting a list. */
export const byCount: FunctionEntry["cost"] = ((list: Value) =>
  Array.isArray(list) ? list.length * Math.log2(list.length + 1) * 0.6 : 0) as FunctionEntry["cost"];

/** A copy in rising order. */
export function sortedOf(numbers: readonly number[]): number[] {
  return [...numbers].sort((a, b) => a - b);
}

interface Group {
  value: number | string;
  size: number;
  /** Positions in the list. */
  at: number[];
}

/** Equal values of a list together, in rising order. */
export function groupsOf(list: readonly Value[], name: string): Group[] {
  const texts = list.length > 0 && list.every((value) => typeof value === "string");
  const values: (number | string)[] = texts ? (list as string[]) : numberList(list, name, { least: 0 });
  const order = values.map((_, at) => at).sort((a, b) => (values[a]! < values[b]! ? -1 : values[a]! > values[b]! ? 1 : a - b));
  const groups: Group[] = [];
  for (const at of order) {
    const value = values[at]!;
    const last = groups.at(-1);
    const same = last && (typeof value === "number" ? nearly(last.value as number, value) : last.value === value);
    if (last && same) {
      last.size++;
      last.at.push(at);
    } else groups.push({ value, size: 1, at: [at] });
  }
  return groups;
}

/** The middle of a sorted list, or the mean of the two in the middle. */
export function middleOf(sorted: readonly number[]): number {
  const at = (sorted.length - 1) / 2;
  const [low, high] = [sorted[Math.floor(at)]!, sorted[Math.ceil(at)]!];
  return low === high ? low : low / 2 + high / 2;
}

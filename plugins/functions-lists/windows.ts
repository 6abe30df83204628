// Sums and means of a window that moves along a list.
import type { Functions, Value } from "formulary";
import { entry, failFormula, isList, numberList, wholeNumber } from "formulary/functions";

/** Sums, and what rounding took from each. */
interface Sums {
  sums: Float64Array;
  lost: Float64Array;
}

/** The sum of two numbers, and what rounding took from it: T. J. Dekker (1971). */
function lostIn(a: number, b: number, sum: number): number {
  const part = sum - a;
  return a - (sum - part) + (b - part);
}

/** Running sums from one end of a list to the other, started anew at each block. */
function runningSums(numbers: number[], size: number, backwards: boolean): Sums {
  const { length } = numbers;
  const result = { sums: new Float64Array(length), lost: new Float64Array(length) };
  let [sum, lost] = [0, 0];
  for (let turn = 0; turn < length; turn++) {
    const at = backwards ? length - 1 - turn : turn;
    if ((backwards ? at + 1 : at) % size === 0) [sum, lost] = [0, 0];
    const next = sum + numbers[at]!;
    lost += lostIn(sum, numbers[at]!, next);
    sum = next;
    result.sums[at] = sum;
    result.lost[at] = lost;
  }
  return result;
}

// Each window is the end of one block and the beginning of the next (van Herk 1992), so that no sum is subtracted
// and the work does not grow with the window.
function movingSums(list: Value, window: Value, name: string): number[] {
  const size = wholeNumber(window, `The window of ${name}`, [1]);
  const numbers = numberList(list, name);
  if (numbers.length < size)
    failFormula(`${name} needs a list at least as long as its window of ${size}, and got ${numbers.length} values.`);
  const [beginnings, ends] = [runningSums(numbers, size, false), runningSums(numbers, size, true)];
  const result = new Array<number>(numbers.length - size + 1);
  for (let at = 0; at < result.length; at++) {
    const last = at + size - 1;
    const [a, b] = [ends.sums[at]!, at % size === 0 ? 0 : beginnings.sums[last]!];
    const lost = ends.lost[at]! + (at % size === 0 ? 0 : beginnings.lost[last]!) + lostIn(a, b, a + b);
    result[at] = a + b + (Number.isFinite(lost) ? lost : 0);
  }
  return result;
}

const cost = (list: Value): number => (isList(list) ? list.length * 2 : 0);

/** Functions of moving windows. */
export const windows: Functions = {
  movingSum: {
    ...entry(
      "list window",
      "The sums of a number of neighbours, for each place of that window along a list: window - 1 values fewer than the list has.",
      ["movingSum([1, 2, 3, 4], 2)", [3, 5, 7]],
      "keep",
      (list: Value, window: Value) => movingSums(list, window, "movingSum"),
    ),
    cost,
  },
  movingMean: {
    ...entry(
      "list window",
      "The means of a number of neighbours, for each place of that window along a list (simple moving average): window - 1 values fewer than the list has.",
      ["movingMean([1, 2, 6, 4], 2)", [1.5, 4, 5]],
      "keep",
      (list: Value, window: Value) => movingSums(list, window, "movingMean").map((sum) => sum / (window as number)),
    ),
    cost,
  },
};

// Numbers in even steps of ratio: for charts and tables over several powers of ten.
import type { Functions, Value } from "formulary";
import { bounds } from "formulary/compiler";
import { entry, failFormula, nearly, positive, wholeNumber } from "formulary/functions";

const powerOfTen = (exponent: number): number => Number(`1e${exponent}`);

/** 1, 2 and 5 times powers of ten. */
function preferred(from: number, to: number): number[] {
  const list: number[] = [];
  for (let exponent = Math.floor(Math.log10(from)) - 1; exponent <= Math.log10(to) + 1; exponent++)
    for (const digit of [1, 2, 5]) {
      const x = Number(`${digit}e${exponent}`);
      if ((x > from || nearly(x, from)) && (x < to || nearly(x, to))) list.push(x);
    }
  return list;
}

/** From a number upwards, with as many values in each power of ten. */
function evenly(from: number, to: number, perDecade: number): number[] {
  const count = Math.floor((Math.log10(to) - Math.log10(from)) * perDecade + 1e-9) + 1;
  if (!(count <= bounds.list)) failFormula(`decades makes ${count} elements; the most is ${bounds.list}.`);
  const at = (step: number): number => {
    const whole = Math.floor(step / perDecade);
    return from * powerOfTen(whole) * 10 ** ((step - whole * perDecade) / perDecade);
  };
  const list = Array.from({ length: count }, (_, step) => at(step));
  if (nearly(list.at(-1)!, to)) list[count - 1] = to;
  return list;
}

function decades(from: Value, to: Value, perDecade?: Value): number[] {
  const [low, high] = [positive(from, "decades"), positive(to, "decades")];
  if (low > high) failFormula(`decades goes upwards: send the smaller number first, not ${low} before ${high}.`);
  return perDecade === undefined
    ? preferred(low, high)
    : evenly(low, high, wholeNumber(perDecade, "The number of values per decade", [1, 1000]));
}

/** Series of numbers over powers of ten. */
export const decadeFunctions: Functions = {
  decades: entry(
    "from to perDecade?",
    "The numbers 1, 2 and 5 times powers of ten in a range; with perDecade that many numbers for each power of ten, in equal ratios from the first on.",
    ["decades(0.5, 20)", [0.5, 1, 2, 5, 10, 20]],
    "series",
    decades,
  ),
};

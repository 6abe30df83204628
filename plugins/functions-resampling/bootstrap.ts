// The bootstrap and the jackknife: how far a statistic of a sample can be off.
import type { Functions, Value } from "formulary";
import { entry, failFormula, isList, numberList, wholeNumber } from "formulary/functions";
import { randomOf } from "./random.ts";
import { statisticNames, statisticOf } from "./statistics.ts";

const mostValues = 1000;
const mostResamples = 10_000;

/** The statistic of samples drawn from a sample with replacement, in rising order (Efron, Annals of Statistics 7, 1979). */
function bootstrap(list: Value, statistic: Value, resamples: Value, seed: Value): number[] {
  const { least, of } = statisticOf(statistic, "bootstrap");
  const values = numberList(list, "bootstrap", { least, most: mostValues });
  const count = wholeNumber(resamples, "The number of resamples", [1, mostResamples]);
  const random = randomOf(seed);
  const sample = new Array<number>(values.length);
  return Array.from({ length: count }, () => {
    for (let at = 0; at < sample.length; at++) sample[at] = values[Math.floor(random() * values.length)]!;
    return of(sample);
  }).sort((a, b) => a - b);
}

/** The statistic of a sample without its first value, without its second, … (Quenouille 1956, Tukey 1958). */
function jackknife(list: Value, statistic: Value): number[] {
  const { least, of } = statisticOf(statistic, "jackknife");
  const values = numberList(list, "jackknife", { least: least + 1, most: mostValues });
  return values.map((_, out) => of(values.filter((_, at) => at !== out)));
}

const sizeOf = (list: Value) => (isList(list) ? Math.min(list.length, mostValues) : 0);
const countOf = (count: Value) => (typeof count === "number" && count > 0 ? Math.min(count, mostResamples) : 0);

/** Bootstrap and jackknife. */
export const bootstrapFunctions: Functions = {
  bootstrap: {
    ...entry(
      "list statistic resamples seed",
      `A statistic (${statisticNames.join(", ")}; the trimmed mean is without a fifth at each end) of up to ${mostResamples} samples, each drawn with replacement from a list of up to ${mostValues} numbers, in rising order. The seed, a whole number, decides which.`,
      ['bootstrap([5, 5, 5], "mean", 2, 1)', [5, 5]],
      "plain",
      (list: Value, statistic: Value, resamples: Value, seed: Value) =>
        sizeOf(list) === 0 ? failFormula("bootstrap needs a list of numbers.") : bootstrap(list, statistic, resamples, seed),
    ),
    cost: ((list: Value, statistic: Value, resamples: Value) =>
      (countOf(resamples) * (30 + sizeOf(list))) / (statistic === "mean" ? 20 : 4)) as never,
  },
  jackknife: {
    ...entry(
      "list statistic",
      `A statistic (${statisticNames.join(", ")}) of a list of up to ${mostValues} numbers without its first number, without its second, and so on.`,
      ['jackknife([1, 2, 6], "mean")', [4, 3.5, 1.5]],
      "plain",
      jackknife,
    ),
    cost: ((list: Value) => sizeOf(list) ** 2 / 6) as never,
  },
};

// The statistics of a sample that resampling offers by name.
import { failFormula, quoted, sumOf } from "formulary/functions";

const meanOf = (numbers: readonly number[]) => sumOf(numbers) / numbers.length;
const sorted = (numbers: readonly number[]) => Float64Array.from(numbers).sort();

/** The quantile of sorted numbers by linear interpolation (Hyndman and Fan's method 7). */
function quantileOf(numbers: Float64Array, p: number): number {
  const at = p * (numbers.length - 1);
  const low = Math.floor(at);
  return numbers[low]! + (at - low) * ((numbers[low + 1] ?? numbers[low]!) - numbers[low]!);
}

function varianceOf(numbers: readonly number[]): number {
  const mean = meanOf(numbers);
  return sumOf(numbers.map((x) => (x - mean) ** 2)) / (numbers.length - 1);
}

/** The mean without a fifth of the values at each end (rounded down). */
function trimmedMeanOf(numbers: readonly number[]): number {
  const cut = Math.floor(numbers.length / 5);
  return meanOf([...sorted(numbers).slice(cut, numbers.length - cut)]);
}

/** A statistic, and how many values it needs at least. */
interface Statistic {
  least: number;
  of: (numbers: readonly number[]) => number;
}

const statistics = {
  mean: { least: 1, of: meanOf },
  median: { least: 1, of: (numbers) => quantileOf(sorted(numbers), 0.5) },
  trimmedMean: { least: 1, of: trimmedMeanOf },
  standardDeviation: { least: 2, of: (numbers) => Math.sqrt(varianceOf(numbers)) },
  variance: { least: 2, of: varianceOf },
  interquartileRange: {
    least: 2,
    of: (numbers) => {
      const values = sorted(numbers);
      return quantileOf(values, 0.75) - quantileOf(values, 0.25);
    },
  },
} satisfies Record<string, Statistic>;

/** The names that `statisticOf` knows. */
export const statisticNames = Object.keys(statistics);

/** A statistic by its name. */
export function statisticOf(name: unknown, called: string): Statistic {
  return typeof name === "string" && Object.hasOwn(statistics, name)
    ? statistics[name as keyof typeof statistics]
    : failFormula(`${called} knows no statistic ${quoted(String(name))}: write one of ${statisticNames.join(", ")}.`);
}

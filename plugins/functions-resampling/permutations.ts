// Permutation tests: how many of all arrangements of the values give a difference, or a correlation, as large as the observed one.
import type { Functions, Value } from "formulary";
import { entry, failFormula, isList, numberLists, sumOf, wholeNumber } from "formulary/functions";
import { type Random, randomOf, shuffleFirst } from "./random.ts";
import { statisticOf } from "./statistics.ts";

/** Up to so many arrangements are all tried. */
const mostExact = 20_000;
const mostSamples = 10_000;
const mostValues = 500;

/** A way to arrange two lists anew, and what it gives. */
interface Design {
  /** How many arrangements there are. */
  count: number;
  /** The statistic as observed. */
  observed: number;
  /** The statistic of every arrangement. */
  all(): Iterable<number>;
  /** The statistic of one arrangement by chance. */
  one(random: Random): number;
}

/** The positions of each choice of `size` of `count` things. */
function* choices(count: number, size: number): Iterable<number[]> {
  const chosen = Array.from({ length: size }, (_, at) => at);
  for (;;) {
    yield chosen;
    let at = size - 1;
    while (at >= 0 && chosen[at] === count - size + at) at--;
    if (at < 0) return;
    chosen[at]!++;
    for (let next = at + 1; next < size; next++) chosen[next] = chosen[next - 1]! + 1;
  }
}

/** Every order of a list, by exchanges of two (Heap, Computer Journal 6, 1963). */
function* orders(list: number[], size = list.length): Iterable<number[]> {
  if (size <= 1) {
    yield list;
    return;
  }
  for (let at = 0; at < size; at++) {
    yield* orders(list, size - 1);
    const other = size % 2 ? 0 : at;
    if (at < size - 1) [list[other], list[size - 1]] = [list[size - 1]!, list[other]!];
  }
}

const productTo = (from: number, to: number) => {
  let product = 1;
  for (let x = from; x <= to && product < 1e15; x++) product *= x;
  return product;
};
const chooseOf = (n: number, k: number) => {
  let ways = 1;
  for (let at = 1; at <= k && ways < 1e15; at++) ways = (ways * (n - k + at)) / at;
  return Math.round(ways);
};

/** Two independent samples: any of the values could have been in the first. */
function samples(first: number[], second: number[], of: (numbers: readonly number[]) => number): Design {
  const pool = [...first, ...second];
  const difference = (values: readonly number[]) => of(values.slice(0, first.length)) - of(values.slice(first.length));
  return {
    count: chooseOf(pool.length, Math.min(first.length, second.length)),
    observed: difference(pool),
    *all() {
      for (const chosen of choices(pool.length, first.length)) {
        const isChosen = new Set(chosen);
        yield difference([...chosen.map((at) => pool[at]!), ...pool.filter((_, at) => !isChosen.has(at))]);
      }
    },
    one(random) {
      shuffleFirst(pool, first.length, random);
      return difference(pool);
    },
  };
}

/** Pairs: each difference could have had the other sign. */
function pairs(first: number[], second: number[]): Design {
  const differences = first.map((x, at) => x - second[at]!);
  const mean = (sign: (at: number) => boolean) => sumOf(differences.map((d, at) => (sign(at) ? d : -d))) / differences.length;
  return {
    count: 2 ** differences.length,
    observed: mean(() => true),
    *all() {
      for (let signs = 0; signs < 2 ** differences.length; signs++) yield mean((at) => ((signs >> at) & 1) === 0);
    },
    one: (random) => mean(() => random() < 0.5),
  };
}

/** A correlation: each value of the second list could have stood beside any of the first. */
function correlations(first: number[], second: number[]): Design {
  const unit = (numbers: number[], called: string) => {
    const mean = sumOf(numbers) / numbers.length;
    const deviations = numbers.map((x) => x - mean);
    const length = Math.hypot(...deviations);
    if (!(length > 1e-14 * Math.hypot(...numbers)))
      failFormula(`permutationTest needs a ${called} list whose values are not all the same.`);
    return deviations.map((d) => d / length);
  };
  const [x, y] = [unit(first, "first"), unit(second, "second")];
  const correlation = (values: readonly number[]) => sumOf(x.map((each, at) => each * values[at]!));
  return {
    count: productTo(2, y.length),
    observed: correlation(y),
    *all() {
      for (const order of orders([...y])) yield correlation(order);
    },
    one(random) {
      shuffleFirst(y, y.length, random);
      return correlation(y);
    },
  };
}

function designOf(first: Value, second: Value, statistic: Value): Design {
  if (statistic === "pairs" || statistic === "correlation") {
    const lists = numberLists([first, second], "permutationTest", { least: statistic === "pairs" ? 1 : 3, most: mostValues });
    return statistic === "pairs" ? pairs(...lists) : correlations(...lists);
  }
  const { least, of } = statisticOf(statistic, 'permutationTest has "pairs" and "correlation", and');
  const [a, b] = [first, second].map((list) => numbersOf(list, least)) as [number[], number[]];
  return samples(a, b, of);
}

const numbersOf = (list: Value, least: number): number[] => numberLists([list, list], "permutationTest", { least, most: mostValues })[0];

function permutationTest(first: Value, second: Value, statistic: Value, resamples: Value, seed: Value): Value {
  const design = designOf(first, second, statistic);
  const asked = wholeNumber(resamples, "The number of resamples", [1, mostSamples]);
  const random = randomOf(seed);
  const isExact = design.count <= mostExact;
  const { observed } = design;
  const same = 1e-10 * (Math.abs(observed) + sizeOfValues(first) + sizeOfValues(second));
  const tally = { lower: 0, upper: 0, beyond: 0 };
  const count = (value: number) => {
    if (value <= observed + same) tally.lower++;
    if (value >= observed - same) tally.upper++;
    if (Math.abs(value) >= Math.abs(observed) - same) tally.beyond++;
  };
  if (isExact) for (const value of design.all()) count(value);
  else for (let n = 0; n < asked; n++) count(design.one(random));
  // the observed arrangement is one of those drawn (Phipson and Smyth 2010), so that no p is 0
  const share = (some: number) => (isExact ? some / design.count : (some + 1) / (asked + 1));
  return {
    observed,
    less: share(tally.lower),
    greater: share(tally.upper),
    twoSided: share(tally.beyond),
    arrangements: isExact ? design.count : asked,
    exact: isExact,
  };
}

const sizeOfValues = (list: Value): number =>
  isList(list) ? list.reduce<number>((most, x) => Math.max(most, typeof x === "number" ? Math.abs(x) : 0), 0) : 0;

const lengthOf = (list: Value) => (isList(list) ? Math.min(list.length, mostValues) : 0);

/** Permutation tests. */
export const permutationFunctions: Functions = {
  permutationTest: {
    ...entry(
      "first second statistic resamples seed",
      `A permutation test of two lists, as a row: observed, less, greater, twoSided (p-values), arrangements, exact. The statistic is the difference of two samples in "mean", "median", "trimmedMean", "standardDeviation", "variance" or "interquartileRange", the mean difference of "pairs", or a "correlation". Up to ${mostExact} arrangements are all tried, otherwise so many resamples (up to ${mostSamples}) by chance, which a seed decides; the observed one then counts as one of them.`,
      ['permutationTest([3, 4], [1, 2], "mean", 100, 1).twoSided', 1 / 3],
      "plain",
      permutationTest,
    ),
    cost: ((first: Value, second: Value, statistic: Value, resamples: Value) => {
      const [m, n] = [lengthOf(first), lengthOf(second)];
      const all = statistic === "pairs" ? 2 ** n : statistic === "correlation" ? productTo(2, n) : chooseOf(m + n, Math.min(m, n));
      // the choices of two samples are written out one by one
      const written = all <= mostExact && statistic !== "pairs" && statistic !== "correlation";
      const tried = all <= mostExact ? all : typeof resamples === "number" && resamples > 0 ? Math.min(resamples, mostSamples) : 0;
      const ordered = statistic === "median" || statistic === "trimmedMean" || statistic === "interquartileRange";
      return 100 + (tried * (20 + m + n)) / (written ? 7 : ordered ? 4 : 12);
    }) as never,
  },
};

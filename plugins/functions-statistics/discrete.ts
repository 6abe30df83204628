// Distributions of counts: binomial, Poisson, negative binomial, geometric, hypergeometric.
import type { Functions } from "formulary";
import { failFormula, numberWithin, positive, probability } from "formulary/functions";
import { roundedWhole, scalar } from "./arguments.ts";
import { discrete } from "./distribution.ts";
import { betaShare, gammaShare, type Side, shareOf } from "./incomplete.ts";
import { smallestCount } from "./inverse.ts";
import { normalQuantile } from "./normal.ts";
import { binomialFactor, poissonFactor } from "./stirling.ts";

const largest = 1e12;
const trials = (n: number) => roundedWhole(n, "The number of trials", [0, largest]);
const chance = (p: number) => probability(p, "The probability of a success");
const someChance = (p: number) => (chance(p) > 0 ? p : failFormula("The probability of a success must be above 0, or none ever comes."));
const certain = (side: Side) => shareOf(side, "above", 0);
const impossible = (side: Side) => shareOf(side, "below", 0);

function binomialShare(side: Side, k: number, [n, p]: [number, number]): number {
  if (k < 0) return impossible(side);
  return k >= n ? certain(side) : betaShare(side, [n - k, k + 1], 1 - p, p);
}

function poissonShare(side: Side, k: number, mean: number): number {
  if (k < 0) return impossible(side);
  return k === Number.POSITIVE_INFINITY ? certain(side) : gammaShare(side === "below" ? "above" : "below", k + 1, mean);
}

function negativeBinomialShare(side: Side, k: number, [successes, p]: [number, number]): number {
  if (k < 0) return impossible(side);
  return k === Number.POSITIVE_INFINITY ? certain(side) : betaShare(side, [successes, k + 1], p);
}

// A rough quantile from mean and deviation, where the search starts.
const guess = (p: number, mean: number, deviation: number) =>
  mean + deviation * Math.max(-40, Math.min(40, normalQuantile(Math.min(Math.max(p, 1e-300), 1 - 1e-16))));

type Urn = [population: number, successes: number, draws: number];

function urnOf(population: number, successes: number, draws: number): Urn {
  const n = roundedWhole(population, "The population", [0, largest]);
  return [
    n,
    roundedWhole(successes, "The number of successes in the population", [0, n]),
    roundedWhole(draws, "The number of draws", [0, n]),
  ];
}
const lowest = ([population, successes, draws]: Urn) => Math.max(0, successes + draws - population);
const highest = ([, successes, draws]: Urn) => Math.min(successes, draws);

// for the last urn: tables compute one number after the other
let whole = { population: 0, draws: 0, factor: 1 };

function urnProbability(k: number, [population, successes, draws]: Urn): number {
  const urn: Urn = [population, successes, draws];
  if (k < lowest(urn) || k > highest(urn)) return 0;
  const [p, q] = [draws / population, (population - draws) / population];
  if (population === 0) return 1;
  if (whole.draws !== draws || whole.population !== population)
    whole = { population, draws, factor: binomialFactor(draws, population - draws, p, q) };
  return (binomialFactor(k, successes - k, p, q) * binomialFactor(draws - k, population - successes - draws + k, p, q)) / whole.factor;
}

// Terms from k outwards, on the side of the mean where they fall.
function urnShare(side: Side, k: number, urn: Urn): number {
  const [population, successes, draws] = urn;
  if (k < lowest(urn)) return impossible(side);
  if (k >= highest(urn)) return certain(side);
  const rest = population - successes - draws;
  const falling = k < (successes * draws) / population;
  const from = falling ? k : k + 1;
  let term = 1;
  let sum = 1;
  for (let at = from; term > 1e-18 * sum; at += falling ? -1 : 1) {
    term *= falling
      ? (at * (rest + at)) / ((successes - at + 1) * (draws - at + 1))
      : ((successes - at) * (draws - at)) / ((at + 1) * (rest + at + 1));
    sum += term;
  }
  const tail = Math.min(1, sum * urnProbability(from, urn));
  return shareOf(side, falling ? "below" : "above", tail);
}

const urnDeviation = ([population, successes, draws]: Urn): number =>
  population < 2
    ? 0
    : Math.sqrt(((((draws * successes) / population) * (population - successes)) / population) * ((population - draws) / (population - 1)));

/** Binomial, Poisson, negative binomial, geometric and hypergeometric distributions. */
export const counts: Functions = {
  ...discrete({
    name: "binomial",
    params: "trials probability",
    of: "the binomial distribution: successes in a number of trials, each with a probability",
    examples: [
      ["2, 5, 0.5", 0.3125],
      ["2, 5, 0.5", 0.5],
      ["90, 100, 0.5", 1.6610244897268264e-18],
      ["0.5, 5, 0.5", 2],
    ],
    parameters: (n, p) => [trials(n!), chance(p!)],
    density: (k, n, p) => (k < 0 || k > n! ? 0 : binomialFactor(k, n! - k, p!, 1 - p!)),
    below: (k, n, p) => binomialShare("below", k, [n!, p!]),
    above: (k, n, p) => binomialShare("above", k, [n!, p!]),
    inverse: (part, n, p) =>
      smallestCount({
        p: part,
        guess: guess(part, n! * p!, Math.sqrt(n! * p! * (1 - p!))),
        top: n!,
        below: (k) => binomialShare("below", k, [n!, p!]),
        above: (k) => binomialShare("above", k, [n!, p!]),
      }),
  }),
  ...discrete({
    name: "poisson",
    params: "mean",
    of: "the Poisson distribution with a mean",
    examples: [
      ["3, 2.5", 0.21376301724973645],
      ["3, 2.5", 0.7575761331330662],
      ["30, 10", 7.983794659911186e-8],
      ["0.95, 10", 15],
    ],
    parameters: (mean) => [numberWithin(mean, "The mean of a Poisson distribution", [0, largest])],
    density: (k, mean) => (k < 0 ? 0 : poissonFactor(k, mean!)),
    below: (k, mean) => poissonShare("below", k, mean!),
    above: (k, mean) => poissonShare("above", k, mean!),
    inverse: (p, mean) =>
      smallestCount({
        p,
        guess: guess(p, mean!, Math.sqrt(mean!)),
        below: (k) => poissonShare("below", k, mean!),
        above: (k) => poissonShare("above", k, mean!),
      }),
  }),
  ...discrete({
    name: "negativeBinomial",
    params: "successes probability",
    of: "the negative binomial distribution: failures before a number of successes, each trial with a probability of success",
    examples: [
      ["2, 3, 0.5", 0.1875],
      ["2, 3, 0.5", 0.5],
      ["2, 3, 0.5", 0.5],
      ["0.9, 3, 0.5", 6],
    ],
    parameters: (r, p) => [positive(r!, "The number of successes"), someChance(p!)],
    density: (k, r, p) => (k < 0 ? 0 : (r! / (r! + k)) * binomialFactor(r!, k, p!, 1 - p!)),
    below: (k, r, p) => negativeBinomialShare("below", k, [r!, p!]),
    above: (k, r, p) => negativeBinomialShare("above", k, [r!, p!]),
    inverse: (part, r, p) =>
      p === 1
        ? 0
        : smallestCount({
            p: part,
            guess: guess(part, (r! * (1 - p!)) / p!, Math.sqrt(r! * (1 - p!)) / p!),
            below: (k) => negativeBinomialShare("below", k, [r!, p!]),
            above: (k) => negativeBinomialShare("above", k, [r!, p!]),
          }),
  }),
  ...discrete({
    name: "geometric",
    params: "probability",
    of: "the geometric distribution: failures before the first success (the trial of the success itself is k + 1)",
    examples: [
      ["2, 0.25", 0.140625],
      ["2, 0.25", 0.578125],
      ["2, 0.25", 0.421875],
      ["0.5, 0.25", 2],
    ],
    parameters: (p) => [someChance(p!)],
    density: (k, p) => (k < 0 ? 0 : k === 0 ? p! : p! * Math.exp(k * Math.log1p(-p!))),
    below: (k, p) => (k < 0 ? 0 : -Math.expm1((k + 1) * Math.log1p(-p!))),
    above: (k, p) => (k < 0 ? 1 : Math.exp((k + 1) * Math.log1p(-p!))),
    inverse: (part, p) => {
      if (p === 1 || part === 1) return p === 1 ? 0 : Number.POSITIVE_INFINITY;
      const exact = Math.log1p(-part) / Math.log1p(-p!);
      return Math.max(0, Math.ceil(exact * (1 - 1e-12)) - 1);
    },
  }),
  hypergeometricPmf: scalar(
    "k population successes draws",
    "The probability of exactly k successes in a number of draws without replacement from a population with a number of successes.",
    ["hypergeometricPmf(1, 10, 5, 2)", 0.5555555555555556],
    (k, ...urn) =>
      urnProbability(
        roundedWhole(k!, "A number of successes", [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]),
        urnOf(...(urn as Urn)),
      ),
  ),
  ...discrete({
    name: "hypergeometric",
    params: "population successes draws",
    of: "the hypergeometric distribution: successes in draws without replacement from a population with a number of successes",
    examples: [
      ["1, 10, 5, 2", 0.7777777777777778],
      ["3, 49, 6, 6", 0.000987141135152236],
      ["0.5, 49, 6, 6", 1],
    ],
    parameters: (...urn) => urnOf(...(urn as Urn)),
    below: (k, ...urn) => urnShare("below", k, urn as Urn),
    above: (k, ...urn) => urnShare("above", k, urn as Urn),
    inverse: (p, ...urn) =>
      smallestCount({
        p,
        guess: guess(p, urn[0] ? (urn[1]! * urn[2]!) / urn[0] : 0, urnDeviation(urn as Urn)),
        bottom: lowest(urn as Urn),
        top: highest(urn as Urn),
        below: (k) => urnShare("below", k, urn as Urn),
        above: (k) => urnShare("above", k, urn as Urn),
      }),
    cost: (...urn) => 2 + urnDeviation(urn as Urn) / 20,
  }),
};

// The functions of a distribution: density or probability, both tails, and the inverse, with one name.
import type { FunctionEntry, Functions, Value } from "formulary";
import { probability } from "formulary/functions";
import { heavy, roundedWhole, scalar } from "./arguments.ts";

type Law = (x: number, ...parameters: number[]) => number;

interface Distribution {
  /** Name of the distribution: normal brings normalPdf (or Pmf), normalCdf, normalSf and normalInverse. */
  name: string;
  params: string;
  /** "the normal distribution (…)": the end of every summary. */
  of: string;
  /** Arguments and value of an example for each law, in the order density, below, above, inverse. */
  examples: [string, Value][];
  /** Checks the parameters and adds their defaults. */
  parameters: (...values: number[]) => number[];
  density?: Law;
  /** Probability of at most x. */
  below: Law;
  /** Probability of more than x. */
  above: Law;
  /** The x with probability p of at most x. */
  inverse?: Law;
  /** Steps of one call, where they are many; such functions take single numbers only. */
  cost?: (...parameters: number[]) => number;
  /** The number of such calls that the inverse makes. */
  searches?: number;
}

/** Density, Cdf, Sf and Inverse of a continuous distribution. */
export function continuous(distribution: Distribution): Functions {
  return laws(distribution, {
    density: ["Pdf", "x", `The density at x of ${distribution.of}.`, (x) => x],
    below: ["Cdf", "x", `The probability of at most x under ${distribution.of}.`, (x) => x],
    above: ["Sf", "x", `The probability of more than x (the upper tail, exact where it is small) under ${distribution.of}.`, (x) => x],
    inverse: ["Inverse", "p", `The x with probability p of at most x under ${distribution.of}.`, (p) => probability(p)],
  });
}

/** Pmf, Cdf, Sf and Inverse of a distribution of whole numbers from 0. */
export function discrete(distribution: Distribution): Functions {
  return laws(distribution, {
    density: ["Pmf", "k", `The probability of exactly k under ${distribution.of}.`, countOf],
    below: ["Cdf", "k", `The probability of at most k under ${distribution.of}.`, floorOf],
    above: ["Sf", "k", `The probability of more than k (without k itself; exact where it is small) under ${distribution.of}.`, floorOf],
    inverse: ["Inverse", "p", `The smallest k with probability p or more of at most k under ${distribution.of}.`, (p) => probability(p)],
  });
}

const parts = ["density", "below", "above", "inverse"] as const;
type Description = [ending: string, first: string, summary: string, read: (x: number) => number];

function laws(distribution: Distribution, descriptions: Record<(typeof parts)[number], Description>): Functions {
  const { name, params, examples, parameters, cost, searches = 12 } = distribution;
  const entries = parts
    .filter((part) => distribution[part])
    .map((part, at): [string, FunctionEntry] => {
      const law = distribution[part]!;
      const [ending, first, summary, read] = descriptions[part];
      const [argumentsOfExample, value] = examples[at]!;
      const all = `${first} ${params}`.trim();
      const example: [string, Value] = [`${name}${ending}(${argumentsOfExample})`, value];
      const call = (x: number, ...values: number[]) => law(read(x), ...parameters(...values));
      const steps = (_: number, ...values: number[]) => cost!(...values) * (part === "inverse" ? searches : 1);
      return [`${name}${ending}`, cost ? heavy(all, summary, example, { cost: steps, call }) : scalar(all, summary, example, call)];
    });
  return Object.fromEntries(entries);
}

const countOf = (k: number): number => roundedWhole(k, "A number of events", [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]);
// 2.9999999999 counts as 3
const floorOf = (k: number): number => Math.floor(k + 1e-9 * Math.max(1, Math.abs(k)));

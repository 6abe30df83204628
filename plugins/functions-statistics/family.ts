// What every distribution brings: density or probability, both tails, and the inverse, under one name.
import type { FunctionEntry, Functions, Value } from "formulary";
import { heavy, probabilityOf, scalar, wholeOf } from "./arguments.ts";

type Law = (x: number, ...parameters: number[]) => number;

interface Family {
  /** Name of the distribution: normal brings normalPdf (or Pmf), normalCdf, normalSf and normalInverse. */
  name: string;
  params: string;
  /** "the normal distribution (…)": the end of every summary. */
  of: string;
  /** Arguments and value of an example for each law that is there, in the order density, below, above, inverse. */
  examples: [string, Value][];
  /** Throws where parameters are none of this distribution, and fills in what was left out. */
  parameters: (...given: number[]) => number[];
  density?: Law;
  /** Probability of at most x. */
  below: Law;
  /** Probability of more than x. */
  above: Law;
  /** The x with probability p of at most x. */
  inverse?: Law;
  /** Steps of one call, where they are many; such functions take single numbers only. */
  cost?: (...parameters: number[]) => number;
  /** How many such calls the inverse makes. */
  searches?: number;
}

/** Density, Cdf, Sf and Inverse of a continuous distribution. */
export function continuous(family: Family): Functions {
  return laws(family, {
    density: ["Pdf", "x", `The density at x of ${family.of}.`, (x) => x],
    below: ["Cdf", "x", `The probability of at most x under ${family.of}.`, (x) => x],
    above: ["Sf", "x", `The probability of more than x (the upper tail, exact where it is small) under ${family.of}.`, (x) => x],
    inverse: ["Inverse", "p", `The x with probability p of at most x under ${family.of}.`, (p) => probabilityOf(p)],
  });
}

/** Pmf, Cdf, Sf and Inverse of a distribution of whole numbers from 0. */
export function discrete(family: Family): Functions {
  return laws(family, {
    density: ["Pmf", "k", `The probability of exactly k under ${family.of}.`, countOf],
    below: ["Cdf", "k", `The probability of at most k under ${family.of}.`, floorOf],
    above: ["Sf", "k", `The probability of more than k (k itself not counted; exact where it is small) under ${family.of}.`, floorOf],
    inverse: ["Inverse", "p", `The smallest k with probability p or more of at most k under ${family.of}.`, (p) => probabilityOf(p)],
  });
}

const parts = ["density", "below", "above", "inverse"] as const;
type Told = [ending: string, first: string, summary: string, read: (x: number) => number];

function laws(family: Family, told: Record<(typeof parts)[number], Told>): Functions {
  const { name, params, examples, parameters, cost, searches = 12 } = family;
  const entries = parts
    .filter((part) => family[part])
    .map((part, at): [string, FunctionEntry] => {
      const law = family[part]!;
      const [ending, first, summary, read] = told[part];
      const [given, value] = examples[at]!;
      const all = `${first} ${params}`.trim();
      const example: [string, Value] = [`${name}${ending}(${given})`, value];
      const call = (x: number, ...given: number[]) => law(read(x), ...parameters(...given));
      const steps = (_: number, ...given: number[]) => cost!(...given) * (part === "inverse" ? searches : 1);
      return [`${name}${ending}`, cost ? heavy(all, summary, example, { cost: steps, call }) : scalar(all, summary, example, call)];
    });
  return Object.fromEntries(entries);
}

const countOf = (k: number): number => wholeOf(k, "A number of events", Number.NEGATIVE_INFINITY);
// 2.9999999999 is meant as 3.
const floorOf = (k: number): number => Math.floor(k + 1e-9 * Math.max(1, Math.abs(k)));

// Exact null distributions of rank tests without ties, by counting arrangements.
import type { Functions } from "formulary";
import { roundedWhole } from "./arguments.ts";
import { discrete } from "./distribution.ts";
import { type Side, shareOf } from "./incomplete.ts";
import { smallestCount } from "./inverse.ts";

/** How many arrangements give each value of a statistic from 0 to its middle; the upper half mirrors it. */
interface Tally {
  ways: Float64Array;
  top: number;
  total: number;
}

// U counts are the coefficients of the Gaussian binomial: one factor (1 - q^(n + i)) / (1 - q^i) after the other
// (Mann and Whitney, Annals of Mathematical Statistics 18, 1947; the product form is MacMahon's).
function mannWhitney(m: number, n: number): Tally {
  const [fewer, more] = [Math.min(m, n), Math.max(m, n)];
  const ways = new Float64Array(Math.floor((m * n) / 2) + 1);
  ways[0] = 1;
  let total = 1;
  for (let i = 1; i <= fewer; i++) {
    for (let u = ways.length - 1; u >= more + i; u--) ways[u]! -= ways[u - more - i]!;
    for (let u = i; u < ways.length; u++) ways[u]! += ways[u - i]!;
    total = (total * (more + i)) / i;
  }
  return { ways, top: m * n, total };
}

// Each rank from 1 to n is in the sum or not (Wilcoxon, Biometrics Bulletin 1, 1945).
function signedRank(n: number): Tally {
  const top = (n * (n + 1)) / 2;
  const ways = new Float64Array(Math.floor(top / 2) + 1);
  ways[0] = 1;
  for (let rank = 1; rank <= n; rank++) for (let w = ways.length - 1; w >= rank; w--) ways[w]! += ways[w - rank]!;
  return { ways, top, total: 2 ** n };
}

const probability = (k: number, { ways, top, total }: Tally): number => (k < 0 || k > top ? 0 : ways[Math.min(k, top - k)]! / total);

function share(side: Side, k: number, { ways, top, total }: Tally): number {
  if (k < 0) return shareOf(side, "below", 0);
  if (k >= top) return shareOf(side, "above", 0);
  const lower = k <= top - k - 1;
  let sum = 0;
  for (let at = lower ? k : top - k - 1; at >= 0; at--) sum += ways[at]!;
  return shareOf(side, lower ? "below" : "above", sum / total);
}

function quantile(p: number, tally: Tally): number {
  return smallestCount({
    p,
    guess: tally.top / 2,
    top: tally.top,
    below: (k) => share("below", k, tally),
    above: (k) => share("above", k, tally),
  });
}

/** The largest samples whose arrangements are counted. */
const most = { mannWhitney: 100, signedRank: 200 };

/** Mann-Whitney's U and Wilcoxon's signed-rank sum. */
export const rankTests: Functions = {
  ...discrete({
    name: "mannWhitney",
    params: "size1 size2",
    of: `the null distribution of Mann and Whitney's U for two samples without ties, of 1 to ${most.mannWhitney} values each`,
    examples: [
      ["3, 4, 5", 3 / 126],
      ["3, 4, 5", 7 / 126],
      ["17, 4, 5", 4 / 126],
      ["0.05, 4, 5", 3],
    ],
    parameters: (...sizes) => sizes.map((size) => roundedWhole(size, "The size of a sample", [1, most.mannWhitney])),
    density: (u, m, n) => probability(u, mannWhitney(m!, n!)),
    below: (u, m, n) => share("below", u, mannWhitney(m!, n!)),
    above: (u, m, n) => share("above", u, mannWhitney(m!, n!)),
    inverse: (p, m, n) => quantile(p, mannWhitney(m!, n!)),
    cost: (...sizes) =>
      100 + (Math.min(...sizes, most.mannWhitney) * sizes.reduce((product, size) => product * Math.min(size, most.mannWhitney), 1)) / 80,
    searches: 1,
  }),
  ...discrete({
    name: "signedRank",
    params: "size",
    of: `the null distribution of Wilcoxon's signed-rank sum for 1 to ${most.signedRank} differences without ties or zeros`,
    examples: [
      ["3, 5", 2 / 32],
      ["3, 5", 5 / 32],
      ["13, 5", 2 / 32],
      ["0.05, 6", 3],
    ],
    parameters: (n) => [roundedWhole(n!, "The number of differences", [1, most.signedRank])],
    density: (w, n) => probability(w, signedRank(n!)),
    below: (w, n) => share("below", w, signedRank(n!)),
    above: (w, n) => share("above", w, signedRank(n!)),
    inverse: (p, n) => quantile(p, signedRank(n!)),
    cost: (n) => 20 + Math.min(n!, most.signedRank) ** 3 / 150,
    searches: 1,
  }),
};

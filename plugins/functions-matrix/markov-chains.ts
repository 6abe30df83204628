// The long run of Markov chains.
import type { Functions, Value } from "formulary";
import { entry, failFormula } from "formulary/functions";
import { nullSpaceOf } from "./elimination.ts";
import { elimination, square, tidy, transposed, type Vector } from "./matrices.ts";

/** The shares of time in each state: the row of probabilities that one more step does not change. */
function stationary(argument: Value): Vector {
  const rows = square(argument, "stationaryDistribution");
  for (const [at, row] of rows.entries())
    if (row.some((x) => x < 0) || Math.abs(row.reduce((a, b) => a + b, 0) - 1) > 1e-9)
      failFormula(`stationaryDistribution needs rows of probabilities that add up to 1; row ${at + 1} does not.`);
  const moved = transposed(rows).map((row, at) => row.map((x, column) => (column === at ? x - 1 : x)));
  // rounding errors of the sums would make the matrix regular: the sum replaces the last equation
  const solutions = nullSpaceOf(moved.slice(0, -1).length > 0 ? moved.slice(0, -1) : [[0]]);
  if (solutions.length !== 1)
    failFormula("stationaryDistribution: these states fall into several closed groups, each with a distribution of its own.");
  const total = solutions[0]!.reduce((a, b) => a + b, 0);
  return tidy(
    solutions[0]!.map((x) => x / total),
    "stationaryDistribution",
  );
}

/** The function of Markov chains. */
export const markovFunctions: Functions = {
  stationaryDistribution: {
    ...entry(
      "transition",
      "The long-run shares of the states of a Markov chain, whose row i has the probabilities of going from state i to each state; they add up to 1.",
      ["stationaryDistribution([[0.5, 0.5], [0.25, 0.75]])", [1 / 3, 2 / 3]],
      "countList",
      stationary,
    ),
    cost: elimination,
  },
};

// Resampling for formulas: random numbers and orders that a seed decides, the bootstrap, the jackknife, permutation tests.
import type { Functions, Value } from "formulary";
import { definePlugin, entry, isList, listOf, wholeNumber } from "formulary/functions";
import { bootstrapFunctions } from "./bootstrap.ts";
import { permutationFunctions } from "./permutations.ts";
import { randomOf, shuffleFirst } from "./random.ts";

const mostNumbers = 10_000;

function randomNumbers(count: Value, seed: Value): number[] {
  const random = randomOf(seed);
  return Array.from({ length: wholeNumber(count, "The number of random numbers", [1, mostNumbers]) }, random);
}

function shuffle(list: Value, seed: Value): Value[] {
  const values = [...listOf(list, "shuffle", { most: mostNumbers })];
  shuffleFirst(values, values.length - 1, randomOf(seed));
  return values;
}

const randomFunctions: Functions = {
  randomNumbers: {
    ...entry(
      "count seed",
      `Up to ${mostNumbers} numbers from 0 to below 1, evenly spread, that a seed (a whole number) decides: the same seed always gives the same numbers.`,
      ["count(randomNumbers(5, 42))", 5],
      "plain",
      randomNumbers,
    ),
    cost: ((count: Value) => (typeof count === "number" && count > 0 ? 20 + Math.min(count, mostNumbers) / 5 : 0)) as never,
  },
  shuffle: {
    ...entry(
      "list seed",
      "The values of a list in an order that a seed (a whole number) decides, each order as likely as any other.",
      ["sort(shuffle([3, 1, 2], 7))", [1, 2, 3]],
      "keep",
      shuffle,
    ),
    cost: ((list: Value) => (isList(list) ? 20 + Math.min(list.length, mostNumbers) / 5 : 0)) as never,
  },
};

/** Functions of resampling. */
export default () =>
  definePlugin({ name: "functions-resampling", functions: { ...randomFunctions, ...bootstrapFunctions, ...permutationFunctions } });

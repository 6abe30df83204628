import {
  argumentList,
  finiteNumber,
  listOf,
  numberList,
  numberLists,
  numberMatrix,
  numberWithin,
  positive,
  probability,
  quoted,
  toFinite,
  wholeNumber,
} from "formulary/functions";
import { describe, expect, it } from "vitest";

describe("an argument that fits is the result", () => {
  it.each<[string, () => unknown, unknown]>([
    ["a finite number", () => finiteNumber(2.5, "f"), 2.5],
    ["yes and no as 1 and 0", () => [toFinite(true, "f"), toFinite(false, "f")], [1, 0]],
    ["both ends of a range", () => [numberWithin(0, "f", [0, 2]), numberWithin(2, "f", [0, 2])], [0, 2]],
    ["a number above 0", () => positive(1e-300, "f"), 1e-300],
    ["a probability", () => probability(1), 1],
    ["a whole number, without a negative 0", () => Object.is(wholeNumber(-0, "f"), 0), true],
    ["a whole number above 2^53 where the range has no end", () => wholeNumber(2 ** 60, "f", [0, Number.POSITIVE_INFINITY]), 2 ** 60],
    ["an empty list where none is needed", () => listOf([], "f", { least: 0 }), []],
    ["numbers with yes among them", () => numberList([1, true], "f"), [1, 1]],
    ["two lists of one length", () => numberLists([[1], [2]], "f"), [[1], [2]]],
    ["a matrix", () => numberMatrix([[1, false]], "f"), [[1, 0]]],
    [
      "values one by one, or as one list",
      () => [argumentList([1, 2]), argumentList([[1, 2]])],
      [
        [1, 2],
        [1, 2],
      ],
    ],
    ["a long text, cut", () => quoted("x".repeat(50)), `"${"x".repeat(40)}…"`],
  ])("%s", (_, run, value) => expect(run()).toEqual(value));
});

describe("one that does not fit is refused by the name of the function or of the parameter", () => {
  it.each<[() => unknown, string]>([
    [() => finiteNumber("x", "sunrise"), "sunrise needs numbers and got a text."],
    [() => finiteNumber("x", "The latitude"), 'The latitude must be a number, not the text "x".'],
    [() => finiteNumber(true, "The latitude"), "The latitude must be a number, not yes or no."],
    [() => toFinite(Number.NaN, "mean"), "mean needs finite numbers and got NaN (0 / 0, …)."],
    [() => toFinite(Number.NEGATIVE_INFINITY, "The rate"), "The rate must be a finite number, not -infinity."],
    [() => numberWithin(3, "The share", [0, 1]), "The share must be a number from 0 to 1, not 3."],
    [() => numberWithin(-1, "The amount", [0]), "The amount must be a number from 0, not -1."],
    [() => positive(0, "The amount"), "The amount must be a number above 0, not 0."],
    [() => probability(1.5), "A probability must be a number from 0 to 1, not 1.5."],
    [() => wholeNumber(51, "identity", [1, 50]), "identity needs a whole number from 1 to 50, not 51."],
    [() => wholeNumber(13, "The month", [1, 12]), "The month must be a whole number from 1 to 12, not 13."],
    [() => wholeNumber(9, "f", [Number.NEGATIVE_INFINITY, 8]), "f needs a whole number up to 8, not 9."],
    [() => wholeNumber(0.5, "f"), "f needs a whole number, not 0.5."],
    [() => wholeNumber(2 ** 60, "f"), "f needs a whole number up to 2^53, not 1152921504606847000."],
    [() => listOf(1, "f", { of: "roots" }), "f needs a list of roots and got a number."],
    [() => listOf([], "f"), "f needs at least one value and got none."],
    [() => numberList([1], "f", { least: 2 }), "f needs at least 2 values and got 1."],
    [() => numberList([1, 2], "f", { most: 1 }), "f takes up to 1 numbers and got 2."],
    [() => numberLists([[1], [1, 2]], "f"), "f needs two lists of one length and got 1 and 2 values."],
    [() => numberMatrix([1], "f"), "f needs a matrix: a list of rows, each a list of numbers."],
    [() => numberMatrix([[1], [1, 2]], "f"), "f needs a matrix whose rows are of one length."],
    [() => numberMatrix([[1], [2]], "f", { rows: 1 }), "f takes matrices up to 1 × 50; this one is 2 × 1."],
  ])("%#", (run, message) => expect(run).toThrow(expect.objectContaining({ code: "formula", message })));
});

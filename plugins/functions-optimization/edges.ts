// A graph as formulas give it, edge by edge: lists of both ends and of a number.
import type { Value } from "formulary";
import { failFormula, listOf, numberList, plainText } from "formulary/functions";

export const mostEdges = 500;

/** The edges of a graph with its nodes, which are numbered in the order in which they are named. */
export interface Graph {
  names: Value[];
  from: number[];
  to: number[];
  numbers: number[];
  /** The number of a node by its name. */
  find: (name: Value, what: string) => number;
}

/** Reads the edges of a graph; `called` is the function that takes them. */
export function graphOf([from, to, numbers]: [Value, Value, Value], called: string): Graph {
  const [starts, ends] = [listOf(from, called, { most: mostEdges }), listOf(to, called, { most: mostEdges })];
  const values = numberList(numbers, called, { most: mostEdges });
  if (starts.length !== ends.length || starts.length !== values.length)
    failFormula(`${called} needs as many starts and ends as numbers, and got ${starts.length}, ${ends.length} and ${values.length}.`);
  const positions = new Map<string, number>();
  const names: Value[] = [];
  const number = (name: Value): number => {
    const text = plainText(name);
    const known = positions.get(text);
    if (known !== undefined) return known;
    positions.set(text, names.length);
    names.push(name);
    return names.length - 1;
  };
  const pairs = starts.map((start, at) => [number(start), number(ends[at]!)] as const);
  const find = (name: Value, what: string) =>
    positions.get(plainText(name)) ?? failFormula(`${called}: no edge has the ${what} "${plainText(name)}".`);
  return { names, from: pairs.map(([a]) => a), to: pairs.map(([, b]) => b), numbers: values, find };
}

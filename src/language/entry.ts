import type { FunctionEntry, Functions, Value } from "../types.ts";

/** A line of the function table: parameters ("x", "y?", "...rest", separated by spaces), summary, example, dimension rule, call. */
export function entry(params: string, summary: string, example: [string, Value] | null, dimension: string, call: unknown): FunctionEntry {
  // as: each function checks its arguments itself, and no one type holds them all
  return { params: params.split(" "), summary, example, dimension, call: call as FunctionEntry["call"] };
}

/** The same for a function of numbers, which is applied to each element of lists. */
export function scalar(
  params: string,
  summary: string,
  example: [string, Value],
  dimension: string,
  call: (...numbers: number[]) => Value,
): FunctionEntry {
  return { ...entry(params, summary, example, dimension, call), each: true };
}

/** The same functions; each call of those named takes so many steps beyond its first. */
export function withCosts(functions: Functions, costs: Record<string, number>): Functions {
  const dearer = Object.entries(costs).map(([name, cost]) => [name, { ...functions[name]!, cost }]);
  return { ...functions, ...Object.fromEntries(dearer) };
}

// What moves the result: for each output and number input the derivative, the elasticity, and the change for 1 % more and less.
import type { Call } from "formulary";
import { rangeOf } from "formulary/compiler";
import { takesNumber } from "../solve/index.ts";
import { createModel, derivatives } from "./model.ts";

/** How one output depends on one input. */
export interface Sensitivity {
  input: string;
  label: string;
  /** In the unit of the output for one of the declared unit of the input. */
  derivative: number;
  /** Percent of the output for one percent of the input; absent where the output is 0. */
  elasticity?: number;
  /** How the output changes where the input is 1 % less and 1 % more, in the unit of the output; absent where there is no result. */
  lessInput?: number;
  moreInput?: number;
}

/** The sensitivities of each number output, the input that moves it most first; pauses after each evaluation. */
export function* sensitivities(call: Call): Generator<undefined, Record<string, Sensitivity[]>> {
  const model = createModel(call);
  const { properties = {} } = call.calculator.completed().inputs ?? {};
  const here = model.resultsAt({}) ?? {};
  const found: Record<string, Sensitivity[]> = Object.fromEntries(Object.keys(here).map((output) => [output, []]));
  for (const [name, schema] of Object.entries(properties)) {
    if (typeof call.values[name] !== "number" || schema.type !== "number" || !takesNumber(schema)) continue;
    const x = model.at(name);
    const { low = 0, high = 1 } = rangeOf(schema);
    const slopes = yield* derivatives(model, name, 1e-3 * Math.abs(x) || 1e-6 * (high - low));
    const [less, more] = [model.resultsAt({ [name]: 0.99 * x }), model.resultsAt({ [name]: 1.01 * x })];
    yield;
    for (const [output, y] of Object.entries(here)) {
      const derivative = Number((slopes[output] ?? 0).toPrecision(10));
      found[output]!.push({
        ...{ input: name, label: schema.title ?? name, derivative },
        ...(y !== 0 && { elasticity: Number(((derivative * x) / y).toPrecision(10)) }),
        ...(less?.[output] !== undefined && { lessInput: Number((less[output] - y).toPrecision(10)) }),
        ...(more?.[output] !== undefined && { moreInput: Number((more[output] - y).toPrecision(10)) }),
      });
    }
  }
  const effect = ({ moreInput = 0, lessInput = 0 }: Sensitivity) => Math.max(Math.abs(moreInput), Math.abs(lessInput));
  for (const entries of Object.values(found)) entries.sort((a, b) => effect(b) - effect(a));
  return found;
}

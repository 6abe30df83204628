// Solving backwards on a page: the query names the input to find, and the value that one of the outputs must reach.

import type { Environment } from "formulary/compiler";
import { readNumber } from "../query/index.ts";
import type { Detail } from "./detail.ts";

/** The fields for solving backwards. */
export interface SolveForm {
  /** The input to find. */
  input: string;
  /** What the query holds of that input: its value before, and its unit. */
  before: [name: string, text: string][];
  /** The output that must reach the target. */
  output: string;
  /** The target as it was typed. */
  text: string;
  target?: number | { value: number; unit: string };
  /** How the text was read, where the reading differs from the text. */
  interpretation?: string;
  error?: string;
}

/** The settings of a page that solve backwards, in its query. */
export const solveSettings = ["solve-for", "solve-output", "solve-target"] as const;

/** Reads the fields for solving backwards from a query; undefined where the calculator cannot solve for the input. */
export function readSolveForm(query: URLSearchParams, detail: Detail, environment: Environment): SolveForm | undefined {
  const [input, chosen, typed] = solveSettings.map((name) => query.get(name) ?? "");
  const outputs = pairsOf(detail).flatMap(([each, output]) => (each === input ? [output] : []));
  if (outputs.length === 0) return undefined;
  const output = outputs.includes(chosen!) ? chosen! : outputs[0]!;
  const text = typed!.trim().slice(0, 100);
  const before = [...query].filter(([name]) => name === input || name === `${input}.unit`);
  const fields = { input: input!, before, output, text };
  if (text === "") return { ...fields, error: "Enter the value that the result must reach." };
  const { unit, substance } = detail.outputs[output]!;
  const number = readNumber(text, { unit: typeof unit === "string" ? unit : "", substance, environment });
  if (number.error !== undefined) return { ...fields, error: number.error };
  return { ...fields, target: number.value, ...(number.interpretation && { interpretation: number.interpretation }) };
}

/** The inputs that can be found, each with an output that it changes. */
export const pairsOf = ({ solvable, hasFormula }: Detail): [input: string, output: string][] =>
  // as: the plugin solve lists pairs
  hasFormula && solvable ? (solvable as [string, string][]) : [];

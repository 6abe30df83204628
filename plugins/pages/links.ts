// The addresses that a calculator's page leads to, as queries.
import { toQuery } from "../query/index.ts";
import { solvedOf } from "../solve/index.ts";
import type { PageState } from "./page-state.ts";
import { dropSetting, keepSetting, removeRowSetting } from "./settings.ts";
import { pairsOf, type SolveForm, solveSettings } from "./solve-form.ts";

/** The query of a page: of its result, and of the results that it keeps. */
export const linkOf = (state: PageState): URLSearchParams => withKept([...resultQuery(state)], state);

/** The query of a result alone, whether it was calculated forwards or backwards. */
export function resultQuery({ query, solve }: PageState): URLSearchParams {
  if (!solve) return query;
  return new URLSearchParams([...query, ...solve.before, ...solving(solve.input, solve.output, solve.text)]);
}

/** The query that calculates forwards: with the value that was found, or else the one before. */
export function forwards(state: PageState, { input, before }: SolveForm): URLSearchParams {
  const { outcome, form, query } = state;
  const found = outcome && solvedOf(outcome) ? [...toQuery({ [input]: outcome.inputs![input] }, form.detail)] : before;
  return withKept([...query, ...found], state);
}

/** The query that works backwards from the present value of an output; the first input that changes it is found where none is named. */
export function backwards(state: PageState, output: string, input?: string): URLSearchParams {
  const { form, query, outcome, units } = state;
  const [first = ""] = pairsOf(form.detail).find(([each, of]) => of === output && !form.hidden.has(each)) ?? [];
  const value = outcome?.results[output]?.value;
  const target = typeof value === "number" ? [value, units[output]].join(" ").trim() : "";
  return withKept([...query, ...solving(input ?? first, output, target)], state);
}

/** The query after a button that takes something away: a row, or a kept result; undefined where there was none. */
export function withoutRemoved(parameters: URLSearchParams): URLSearchParams | undefined {
  const row = parameters.get(removeRowSetting);
  const place = parameters.get(dropSetting);
  if (row === null && place === null) return undefined;
  const kept = parameters.getAll(keepSetting).filter((_, at) => String(at) !== place);
  const left = [...parameters].filter(([name]) => ![removeRowSetting, dropSetting, keepSetting].includes(name));
  const rows = row === null ? left : left.filter(([name]) => !name.startsWith(`${row}.`));
  // an address without a query shows an example
  if (rows.length === 0 && row !== null) rows.push([row.split(".")[0]!, ""]);
  return new URLSearchParams([...rows, ...kept.map((query) => [keepSetting, query])]);
}

const solving = (...texts: [input: string, output: string, target: string]): string[][] =>
  texts.map((text, at) => [solveSettings[at]!, text]);

const withKept = (parameters: string[][], { kept }: PageState): URLSearchParams =>
  new URLSearchParams([...parameters, ...kept.map(({ query }) => [keepSetting, query])]);

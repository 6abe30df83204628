// Solving backwards on a page: the query names the input to find, and the value that one of the outputs must reach.

import type { Environment } from "formulary/compiler";
import { toWords } from "formulary/compiler";
import { readNumber, toQuery } from "../query/index.ts";
import { type Solved, solvedOf } from "../solve/index.ts";
import { unitSign } from "./controls.tsx";
import type { Detail } from "./detail.ts";
import type { PageState } from "./page-state.ts";
import { controlAttributes, Field } from "./parts.tsx";

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
const pairsOf = ({ solvable, hasFormula }: Detail): [input: string, output: string][] =>
  // as: the plugin solve lists pairs
  hasFormula && solvable ? (solvable as [string, string][]) : [];

const titleOf = (name: string, { inputs }: Detail): string => inputs.properties[name]?.title ?? toWords(name);

interface SolveFieldsProps {
  state: PageState;
  solve: SolveForm;
  path: string;
}

/** What is looked for, and the target: they stand where the results are. */
export function SolveFields({ state, solve, path }: SolveFieldsProps) {
  const { detail, hidden, environment } = state.form;
  const { input, output, before, interpretation, error } = solve;
  const inputs = pairsOf(detail).flatMap(([each, of]) => (of === output && (each === input || !hidden.has(each)) ? [each] : []));
  return (
    <div class="fields solve-for">
      {before.map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="solve-output" value={output} />
      <Field id="solve-for" label="Find">
        <select name="solve-for" {...controlAttributes("solve-for")}>
          {inputs.map((name) => (
            <option value={name} selected={name === input}>
              {titleOf(name, detail)}
            </option>
          ))}
        </select>
      </Field>
      <Field id="solve-target" label={`Wanted: ${detail.outputs[output]!.label}`} interpretation={interpretation} error={error}>
        <TargetControl solve={solve} detail={detail} environment={environment} />
      </Field>
      <p class="small screen-only" id="solve-back" data-live="">
        <a href={`${path}?${forwards(state, solve)}`}>Back to the inputs, with this value</a>
      </p>
    </div>
  );
}

/** The query that calculates forwards: with the value that was found, or else the one before. */
function forwards({ query, outcome, form }: PageState, { input, before }: SolveForm): URLSearchParams {
  const found = outcome && solvedOf(outcome) ? [...toQuery({ [input]: outcome.inputs![input] }, form.detail)] : before;
  return new URLSearchParams([...query, ...found]);
}

function TargetControl({
  solve: { output, text, error },
  detail,
  environment,
}: {
  solve: SolveForm;
  detail: Detail;
  environment: Environment;
}) {
  const { unit } = detail.outputs[output]!;
  const sign = unitSign(typeof unit === "string" ? unit : "", environment);
  return (
    <div class="quantity">
      {sign.before && <span>{sign.before}</span>}
      <input
        name="solve-target"
        type="text"
        inputmode="decimal"
        autocomplete="off"
        value={text}
        {...controlAttributes("solve-target", { error, focus: true })}
      />
      {sign.after && <span>{sign.after}</span>}
    </div>
  );
}

/** The outputs that may be given a value: those that an input of the page changes. */
export function solvableOutputs({ form: { detail, hidden }, solve }: PageState): Set<string> {
  return new Set(solve ? [] : pairsOf(detail).flatMap(([input, output]) => (hidden.has(input) ? [] : [output])));
}

/** The query that works backwards from the present value of an output; the first input that changes it is found where none is named. */
export function backwards({ form, query, outcome, units }: PageState, output: string, input?: string): URLSearchParams {
  const [first] = pairsOf(form.detail).find(([each, of]) => of === output && !form.hidden.has(each)) ?? [];
  const value = outcome?.results[output]?.value;
  const target = typeof value === "number" ? [value, units[output]].join(" ").trim() : "";
  const settings = [input ?? first ?? "", output, target].map((text, at) => [solveSettings[at]!, text]);
  return new URLSearchParams([...query, ...settings]);
}

/** The query of a result, whether it was calculated forwards or backwards. */
export function linkOf({ query, solve }: PageState): URLSearchParams {
  if (!solve) return query;
  const settings = [solve.input, solve.output, solve.text].map((text, at) => [solveSettings[at]!, text]);
  return new URLSearchParams([...query, ...solve.before, ...settings]);
}

/** A link for each input that can be found: the present result becomes the target. */
export function SolveLinks({ state, path }: { state: PageState; path: string }) {
  const { detail } = state.form;
  const output = pairsOf(detail)[0]?.[1] ?? "";
  const names = pairsOf(detail).flatMap(([name, of]) => (of === output && state.query.has(name) ? [name] : []));
  if (names.length === 0) return null;
  return (
    <details id="solve-links" data-live="">
      <summary>Work backwards</summary>
      <ul class="list">
        {names.map((name) => (
          <li>
            <a href={`${path}?${backwards(state, output, name)}`} rel="nofollow">
              Find {titleOf(name, detail)}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The solutions: every value of the input that reaches the target. */
export function Solutions({ solved: { label, solutions, reaches } }: { solved: Solved }) {
  return (
    <>
      <dl class="main-result">
        <dt>{label}</dt>
        <dd>
          <output>{solutions.map(({ formatted }) => formatted).join(" or ")}</output>
        </dd>
      </dl>
      {solutions.length > 1 && <p class="hint">What follows is for the first of them, {solutions[0]!.formatted}.</p>}
      {reaches !== "equal" && <p class="hint">No whole number meets the value exactly: this is the first that goes beyond it.</p>}
    </>
  );
}

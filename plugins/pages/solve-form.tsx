// Solving backwards on a page: the query names the input to find, and the value that one of the outputs must reach.

import type { Outcome } from "formulary";
import type { Environment } from "formulary/compiler";
import { toWords } from "formulary/compiler";
import { readNumber } from "../query/index.ts";
import { type Solved, takesNumber } from "../solve/index.ts";
import { unitSign } from "./controls.tsx";
import type { Detail } from "./detail.ts";
import { controlAttributes, Field } from "./parts.tsx";

/** The fields for solving backwards. */
export interface SolveForm {
  /** The input to find. */
  input: string;
  /** The output that must reach the target. */
  output: string;
  /** The target as it was typed. */
  text: string;
  target?: number | { value: number; unit: string };
  /** How the text was read, where the reading differs from the text. */
  interpretation?: string;
  error?: string;
}

/** Reads the fields for solving backwards from a query; undefined where the calculator cannot solve for the input. */
export function readSolveForm(query: URLSearchParams, detail: Detail, environment: Environment): SolveForm | undefined {
  const input = query.get("solve-for") ?? "";
  const outputs = numberOutputs(detail);
  if (!solvableInputs(detail).includes(input) || outputs.length === 0) return undefined;
  const chosen = query.get("solve-output") ?? "";
  const output = outputs.includes(chosen) ? chosen : outputs[0]!;
  const text = (query.get("solve-target") ?? "").trim().slice(0, 100);
  const fields = { input, output, text };
  if (text === "") return { ...fields, error: "Enter the value that the result must reach." };
  const { unit, substance } = detail.outputs[output]!;
  const number = readNumber(text, { unit: typeof unit === "string" ? unit : "", substance, environment });
  if (number.error !== undefined) return { ...fields, error: number.error };
  return { ...fields, target: number.value, ...(number.interpretation && { interpretation: number.interpretation }) };
}

const solvableInputs = ({ inputs, solvable, hasFormula }: Detail): string[] =>
  solvable === false || !hasFormula ? [] : Object.keys(inputs.properties).filter((name) => takesNumber(inputs.properties[name]!));
const numberOutputs = ({ outputs }: Detail): string[] =>
  Object.keys(outputs).filter((name) => (outputs[name]!.type ?? "number") === "number");

/** The fields for the target of solving backwards. */
export function SolveFields({ solve, detail, environment }: { solve: SolveForm; detail: Detail; environment: Environment }) {
  const outputs = numberOutputs(detail);
  const label = outputs.length > 1 ? "Its value" : detail.outputs[solve.output]!.label;
  return (
    <div class="fields solve-for">
      <input type="hidden" name="solve-for" value={solve.input} />
      <p>
        Looking for <strong>{titleOf(solve.input, detail)}</strong>, so that this result is reached:
      </p>
      {outputs.length > 1 && (
        <Field id="solve-output" label="Result">
          <select name="solve-output" {...controlAttributes("solve-output")}>
            {outputs.map((name) => (
              <option value={name} selected={name === solve.output}>
                {detail.outputs[name]!.label}
              </option>
            ))}
          </select>
        </Field>
      )}
      <Field id="solve-target" label={label} interpretation={solve.interpretation} error={solve.error}>
        <TargetControl solve={solve} detail={detail} environment={environment} />
      </Field>
    </div>
  );
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
        {...controlAttributes("solve-target", { error, focus: error })}
      />
      {sign.after && <span>{sign.after}</span>}
    </div>
  );
}

const titleOf = (name: string, { inputs }: Detail): string => inputs.properties[name]?.title ?? toWords(name);

interface SolveLinksProps {
  detail: Detail;
  path: string;
  query: URLSearchParams;
  outcome: Outcome | undefined;
}

/** A link for each input that can be found: it leaves the input out, and the present result becomes the target. */
export function SolveLinks({ detail, path, query, outcome }: SolveLinksProps) {
  const output = numberOutputs(detail)[0];
  const names = output === undefined ? [] : solvableInputs(detail).filter((name) => query.has(name));
  if (names.length === 0) return null;
  const value = outcome?.results[output!]?.value;
  const link = (name: string) => {
    const parameters = new URLSearchParams([...query].filter(([each]) => each !== name && each !== `${name}.unit`));
    parameters.set("solve-for", name);
    parameters.set("solve-output", output!);
    if (typeof value === "number") parameters.set("solve-target", String(Number(value.toPrecision(6))));
    return `${path}?${parameters}`;
  };
  return (
    <details id="solve-links" data-live="">
      <summary>Work backwards</summary>
      <ul class="list">
        {names.map((name) => (
          <li>
            <a href={link(name)}>Find {titleOf(name, detail)}</a>
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
      {reaches !== "equal" && <p class="hint">No whole number meets the value exactly: this is the first that goes beyond it.</p>}
    </>
  );
}

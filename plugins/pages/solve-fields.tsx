// Solving backwards on a page: what is looked for, the target, the ways there and back, and what was found.
import { type Environment, toWords } from "formulary/compiler";
import type { Solved } from "../solve/index.ts";
import { unitSign } from "./controls.tsx";
import type { Detail } from "./detail.ts";
import { backwards, forwards } from "./links.ts";
import type { PageState } from "./page-state.ts";
import { controlAttributes, Field } from "./parts.tsx";
import { pairsOf, type SolveForm } from "./solve-form.ts";

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
      <input name="solve-target" inputmode="decimal" value={text} {...controlAttributes("solve-target", { error, focus: true })} />
      {sign.after && <span>{sign.after}</span>}
    </div>
  );
}

/** The outputs that may be given a value: those that an input of the page changes. */
export function solvableOutputs({ form: { detail, hidden }, solve }: PageState): Set<string> {
  return new Set(solve ? [] : pairsOf(detail).flatMap(([input, output]) => (hidden.has(input) ? [] : [output])));
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

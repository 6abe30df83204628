// Working backwards on a page: which number is looked for, and which result it is to reach.

import type { Outcome } from "formulary";
import type { Shared } from "formulary/compiler";
import type { Solved } from "../solve/index.ts";
import { unitSign } from "./controls.tsx";
import { type Detail, inWords, isNumber } from "./detail.ts";
import { type Heard, readNumber } from "./numbers.ts";
import { described, Field } from "./parts.tsx";

/** What a page was asked to find. */
export interface Wish {
  /** The input looked for. */
  name: string;
  /** The output that is to reach a value. */
  output: string;
  typed: string;
  target?: number | { value: number; unit: string };
  heard?: string;
  error?: string;
}

/** The wish in a page's query, where it is one that this calculator can be asked. */
export function readWish(query: URLSearchParams, detail: Detail, shared: Shared): Wish | undefined {
  const name = query.get("solve-for") ?? "";
  const outputs = reachable(detail);
  if (!findable(detail).includes(name) || outputs.length === 0) return undefined;
  const wished = query.get("solve-output") ?? "";
  const output = outputs.includes(wished) ? wished : outputs[0]!;
  const typed = (query.get("solve-target") ?? "").trim().slice(0, 100);
  if (typed === "") return { name, output, typed, error: "Say which value it is to reach." };
  const { unit, substance } = detail.outputs[output]!;
  const heard: Heard = readNumber(typed, { unit: typeof unit === "string" ? unit : "", substance, shared });
  if (heard.error !== undefined) return { name, output, typed, error: heard.error };
  return { name, output, typed, target: heard.value, ...(heard.heard && { heard: heard.heard }) };
}

/** The inputs that can be looked for. */
export const findable = ({ inputs, solvable, hasFormula }: Detail): string[] =>
  solvable === false || !hasFormula ? [] : Object.keys(inputs.properties).filter((name) => isNumber(inputs.properties[name]!));
const reachable = ({ outputs }: Detail): string[] => Object.keys(outputs).filter((name) => (outputs[name]!.type ?? "number") === "number");

/** The field for the value that a result is to reach. */
export function Target({ wish, detail, shared }: { wish: Wish; detail: Detail; shared: Shared }) {
  const { unit } = detail.outputs[wish.output]!;
  const sign = unitSign(typeof unit === "string" ? unit : "", shared);
  const outputs = reachable(detail);
  const { error, heard } = wish;
  return (
    <div class="fields wish">
      <input type="hidden" name="solve-for" value={wish.name} />
      <p>
        Looking for <strong>{titleOf(wish.name, detail)}</strong>, so that this result is reached:
      </p>
      {outputs.length > 1 && (
        <Field id="solve-output" label="Result">
          <select name="solve-output" {...described("solve-output")}>
            {outputs.map((name) => (
              <option value={name} selected={name === wish.output}>
                {detail.outputs[name]!.label}
              </option>
            ))}
          </select>
        </Field>
      )}
      <Field id="solve-target" label={outputs.length > 1 ? "Its value" : detail.outputs[wish.output]!.label} heard={heard} error={error}>
        <div class="amount">
          {sign.before && <span>{sign.before}</span>}
          <input
            name="solve-target"
            type="text"
            inputmode="decimal"
            autocomplete="off"
            value={wish.typed}
            {...described("solve-target", { error, focus: error })}
          />
          {sign.after && <span>{sign.after}</span>}
        </div>
      </Field>
    </div>
  );
}

const titleOf = (name: string, { inputs }: Detail): string => inputs.properties[name]?.title ?? inWords(name);

interface BackwardsProps {
  detail: Detail;
  path: string;
  query: URLSearchParams;
  outcome: Outcome | undefined;
}

/** Links that turn the calculation around: each leaves one input open and asks for the present result. */
export function Backwards({ detail, path, query, outcome }: BackwardsProps) {
  const output = reachable(detail)[0];
  const names = output === undefined ? [] : findable(detail).filter((name) => query.has(name));
  if (names.length === 0) return null;
  const value = outcome?.results[output!]?.value;
  const link = (name: string) => {
    const turned = new URLSearchParams([...query].filter(([each]) => each !== name && each !== `${name}.unit`));
    turned.set("solve-for", name);
    turned.set("solve-output", output!);
    if (typeof value === "number") turned.set("solve-target", String(Number(value.toPrecision(6))));
    return `${path}?${turned}`;
  };
  return (
    <details id="backwards" data-live>
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

/** What was found: every value of the input that reaches the result. */
export function Found({ solved }: { solved: Solved }) {
  const { label, solutions } = solved;
  return (
    <dl class="main">
      <dt>{label}</dt>
      <dd>
        <output>{solutions.map(({ formatted }) => formatted).join(" or ")}</output>
      </dd>
    </dl>
  );
}

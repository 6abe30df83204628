// The formulas of a calculator, and the meaning of their symbols.

import type { Environment } from "formulary/compiler";
import { toWords } from "formulary/compiler";
import { choiceToMathML, formulaToMathML } from "../steps/index.ts";
import { unitSign } from "./controls.tsx";
import type { Detail } from "./detail.ts";

/** MathML is several times as long as its formula. After this many characters of it, formulas are shown as text. */
const mathBudget = 8000;
/** The same for all formulas where those that matter stand above. */
const foldedBudget = 4000;

/** More formulas than these are a program, which stands folded where the file does not say what matters. */
const mostUnfolded = 4;

type Formula = Detail["formulas"][string];

/** The formulas of a calculator: those that matter most first, and then all of them, folded. */
export function Formulas({ detail, environment }: { detail: Detail; environment: Environment }) {
  const { formulas, show = {} } = detail;
  const shown = Object.entries(show).map(([name, text]): [string, Formula] => {
    const [head = name, computed = ""] = Object.entries(formulas).find(([each]) => each.split("(")[0] === name) ?? [];
    return text === true ? [head, computed] : [name, text];
  });
  const count = Object.keys(formulas).length;
  const isAll = shown.length === 0 ? count <= mostUnfolded : shown.length === count && Object.values(show).every((text) => text === true);
  const unfolded = isAll ? Object.entries(formulas) : shown;
  const written = createWriter(mathBudget);
  const folded = createWriter(foldedBudget);
  return (
    <section>
      <h2>Formula{count === 1 ? "" : "s"}</h2>
      {unfolded.length > 0 && (
        <div class="scroll" tabindex={0}>
          {unfolded.map(written)}
        </div>
      )}
      {!isAll && (
        <details id="all-formulas">
          <summary>All formulas</summary>
          <div class="scroll" tabindex={0}>
            {Object.entries(formulas).map(folded)}
          </div>
        </details>
      )}
      <Symbols detail={detail} environment={environment} />
      <UnitsOfFormulas detail={detail} />
    </section>
  );
}

/** Writes formulas as mathematics, until that has taken too many characters. */
function createWriter(characters: number) {
  let remaining = characters;
  return ([head, formula]: [string, Formula]) => {
    const mathML = typeof formula === "object" ? branchesToMathML(head, formula) : formulaToMathML(head, formula);
    remaining -= mathML.length;
    return remaining > 0 ? (
      <div class="formula" dangerouslySetInnerHTML={{ __html: mathML }} />
    ) : (
      <code class="formula">{formulaText(head, formula)}</code>
    );
  };
}

/** In which units formulas compute, where that is not plain. */
export function UnitsOfFormulas({ detail }: { detail: Detail }) {
  if (detail.formulaUnits === "as declared") return null;
  const hasShares = Object.values(detail.inputs.properties).some(({ unit, plain }) => unit === "%" && !plain);
  if (!hasUnits(detail) && !hasShares) return null;
  return (
    <p class="small">
      {hasUnits(detail) &&
        "Quantities are in SI units (metres, kilograms, seconds, kelvins, radians) in these formulas, whatever units you type. "}
      {hasShares && "In formulas 5 % is 0.05."}
    </p>
  );
}

const hasUnits = ({ inputs }: Detail) =>
  Object.values(inputs.properties).some(({ unit, plain }) => typeof unit === "string" && !plain && !/^(%|currency)/.test(unit));

function branchesToMathML(head: string, { by: _, ...branches }: Record<string, string | number | boolean>): string {
  return choiceToMathML(head, Object.entries(branches));
}
function formulaText(head: string, formula: Detail["formulas"][string]): string {
  if (typeof formula !== "object") return `${head} = ${String(formula)}`;
  const { by, ...branches } = formula;
  return `${head} by ${String(by)}: ${Object.entries(branches)
    .map(([method, source]) => `${method} = ${String(source)}`)
    .join("; ")}`;
}

function Symbols({ detail, environment }: { detail: Detail; environment: Environment }) {
  const unitOf = (unit: unknown) => {
    if (typeof unit !== "string") return "";
    const { before, after } = unitSign(unit, environment);
    return before || after ? ` (${before ?? after})` : "";
  };
  const entries = [
    ...Object.entries(detail.inputs.properties).map(([name, { title, unit }]) => [name, `${title ?? toWords(name)}${unitOf(unit)}`]),
    ...Object.entries(detail.constants).map(([name, { title, value, unit }]) => [
      name,
      `${title ?? toWords(name)}, ${value}${unit ? ` ${unit}` : ""}`,
    ]),
    ...Object.entries(detail.outputs).map(([name, { label, unit }]) => [name, `${label}${unitOf(unit)}`]),
  ];
  return (
    <details>
      <summary>What the symbols mean</summary>
      <dl class="symbols">
        {entries.map(([name, meaning]) => (
          <div>
            <dt>{toWords(name!)}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

// What a page says of a calculator whatever is typed: formulas, use and limits, examples, references. Made once per calculator.
import type { Calculator, Example, Kernel, Summary } from "formulary";
import type { Shared } from "formulary/compiler";
import { unitSign } from "./controls.tsx";
import { type Detail, detailOf, inWords } from "./detail.ts";
import { choiceToMathML, formulaToMathML } from "./mathml.ts";
import { toQuery } from "./reading.ts";

interface Props {
  detail: Detail;
  shared: Shared;
  related: Summary[];
  notice: string | undefined;
  repository: string | undefined;
}

/** Everything below the result. */
export function About({ detail, shared, related, notice, repository }: Props) {
  return (
    <div class="stack">
      {detail.hasFormula && <Formulas detail={detail} shared={shared} />}
      {(detail.usage || detail.limits || notice) && (
        <section>
          <h2>Good to know</h2>
          {detail.usage && <p>{detail.usage}</p>}
          {detail.limits && <p>{detail.limits}</p>}
          {validity(detail) && <p>{validity(detail)}</p>}
          {notice && <div class="notice">{notice}</div>}
        </section>
      )}
      <Examples detail={detail} />
      {detail.references.length > 0 && (
        <section>
          <h2>References</h2>
          <ul>
            {detail.references.map(({ title, locator, url }) => (
              <li>
                {url ? <a href={url}>{title}</a> : title}
                {locator && `, ${locator}`}
              </li>
            ))}
          </ul>
        </section>
      )}
      {related.length > 0 && (
        <section>
          <h2>Related calculators</h2>
          <Tiles calculators={related} />
        </section>
      )}
      <Mending detail={detail} repository={repository} />
    </div>
  );
}

/** Calculators as links with their descriptions. */
export function Tiles({ calculators }: { calculators: Summary[] }) {
  return (
    <ul class="tiles">
      {calculators.map(({ slug, title, description }) => (
        <li>
          <a href={`/calculators/${slug}`}>
            <strong>{title}</strong>
            <span>{description}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function validity({ valid }: Detail): string {
  if (!valid) return "";
  const { from, to, jurisdiction } = valid;
  const when = [from && `from ${from}`, to && `to ${to}`].filter(Boolean).join(" ");
  return `Holds ${jurisdiction ? `for ${jurisdiction}` : ""}${jurisdiction && when ? ", " : ""}${when}.`;
}

/** MathML is several times as long as its formula: past this many characters of a page, formulas stand as they are written. */
const mathBudget = 8000;

function Formulas({ detail, shared }: { detail: Detail; shared: Shared }) {
  let left = mathBudget;
  const lines = Object.entries(detail.formulas).map(([head, formula]) => {
    const text = typeof formula === "object" ? choiceOf(head, formula) : formulaToMathML(head, formula);
    left -= text.length;
    return { head, formula, text: left > 0 ? text : undefined };
  });
  return (
    <section>
      <h2>Formula{lines.length === 1 ? "" : "s"}</h2>
      <div class="scroll" tabindex={0}>
        {lines.map(({ head, formula, text }) =>
          text === undefined ? (
            <code class="formula">{writtenOut(head, formula)}</code>
          ) : (
            <div class="formula" dangerouslySetInnerHTML={{ __html: text }} />
          ),
        )}
      </div>
      <Meanings detail={detail} shared={shared} />
      {detail.formulaUnits !== "as declared" && hasUnits(detail) && (
        <p class="small">
          Quantities are in SI units (metres, kilograms, seconds, kelvins, radians) in these formulas, whatever units you type.
        </p>
      )}
    </section>
  );
}

const hasUnits = ({ inputs }: Detail) =>
  Object.values(inputs.properties).some(({ unit, plain }) => typeof unit === "string" && !plain && !/^(%|currency)/.test(unit));

function choiceOf(head: string, { by: _, ...branches }: Record<string, string | number | boolean>): string {
  return choiceToMathML(head, Object.entries(branches));
}
function writtenOut(head: string, formula: Detail["formulas"][string]): string {
  if (typeof formula !== "object") return `${head} = ${String(formula)}`;
  const { by, ...branches } = formula;
  return `${head} by ${String(by)}: ${Object.entries(branches)
    .map(([method, source]) => `${method} = ${String(source)}`)
    .join("; ")}`;
}

function Meanings({ detail, shared }: { detail: Detail; shared: Shared }) {
  const unitOf = (unit: unknown) => {
    if (typeof unit !== "string") return "";
    const { before, after } = unitSign(unit, shared);
    return before || after ? ` (${before ?? after})` : "";
  };
  const entries = [
    ...Object.entries(detail.inputs.properties).map(([name, { title, unit }]) => [name, `${title ?? inWords(name)}${unitOf(unit)}`]),
    ...Object.entries(detail.constants).map(([name, { title, value, unit }]) => [
      name,
      `${title ?? inWords(name)}, ${value}${unit ? ` ${unit}` : ""}`,
    ]),
    ...Object.entries(detail.outputs).map(([name, { label, unit }]) => [name, `${label}${unitOf(unit)}`]),
  ];
  return (
    <details>
      <summary>What the symbols mean</summary>
      <dl class="meaning">
        {entries.map(([name, meaning]) => (
          <div>
            <dt>{inWords(name!)}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Examples({ detail }: { detail: Detail }) {
  const { slug, examples, outputs } = detail;
  if (examples.length === 0) return null;
  return (
    <section>
      <h2>Worked examples</h2>
      <ul>
        {examples.map((example) => (
          <li>
            <a href={`/calculators/${slug}?${toQuery(example.inputs, detail)}`} data-fill>
              {example.title}
            </a>
            {expected(example, outputs)}
            {example.source && <span class="small"> Checked against: {example.source}.</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The first value that an example names, as its author wrote it. */
function expected({ outputs: values = {} }: Example, outputs: Detail["outputs"]): string {
  const [name, value] = Object.entries(values).find(([, each]) => ["number", "string", "boolean"].includes(typeof each)) ?? [];
  const label = name === undefined ? undefined : outputs[name]?.label;
  return label === undefined ? "" : `: ${label.charAt(0).toLowerCase()}${label.slice(1)} ${written(value)}.`;
}

function written(value: unknown): string {
  if (typeof value === "number") return value.toLocaleString("en", { maximumSignificantDigits: 15 });
  return value === true ? "yes" : value === false ? "no" : String(value);
}

function Mending({ detail: { slug, category, revision, title }, repository }: { detail: Detail; repository: string | undefined }) {
  const file = `catalog/${category}/${slug}.yaml`;
  const query = new URLSearchParams({ template: "wrong-result.yml", title: `Wrong result: ${title}` });
  return (
    <p class="small">
      {repository ? (
        <>
          <a href={`${repository}/issues/new?${query}`}>Report a wrong result</a> ·{" "}
          <a href={`${repository}/edit/main/${file}`}>Edit this file</a> ·{" "}
        </>
      ) : (
        <>A wrong result? Every number of this page comes from {file}: mend it there. </>
      )}
      <a href={`/api/v1/calculators/${slug}`}>The same as JSON</a> · Revision {revision}
    </p>
  );
}

const most = 6;
/** Calculators of the same subcategory, then of the same words. */
export function relatedTo(calculator: Calculator, { catalog }: Kernel): Summary[] {
  const { slug, category, subcategory } = calculator;
  const beside = catalog.list({ category }).calculators.filter((each) => each.subcategory === subcategory);
  const alike = beside.length > most ? [] : catalog.list({ q: detailOf(calculator).title, limit: 8 }).calculators;
  const seen = new Set([slug]);
  return [...beside, ...alike].filter((each) => !seen.has(each.slug) && seen.add(each.slug)).slice(0, most);
}

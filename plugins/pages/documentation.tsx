// The part of a calculator's page that does not depend on the query: formulas, use and limits, examples, references.
import type { Calculator, Example, Kernel, Summary } from "formulary";
import { attempt, type Environment } from "formulary/compiler";
import { toQuery } from "../query/index.ts";
import type { Detail } from "./detail.ts";
import { Formulas } from "./formulas.tsx";
import { CalculatorTiles } from "./tiles.tsx";

interface DocumentationProps {
  calculator: Calculator;
  detail: Detail;
  environment: Environment;
  related: Summary[];
  notice: string | undefined;
  repository: string | undefined;
}

/** Everything below the result. */
export function Documentation({ calculator, detail, environment, related, notice, repository }: DocumentationProps) {
  return (
    <div class="stack">
      {detail.hasFormula && <Formulas detail={detail} environment={environment} />}
      {(detail.usage || detail.limits || notice) && (
        <section>
          <h2>Good to know</h2>
          {detail.usage && <p>{detail.usage}</p>}
          {detail.limits && <p>{detail.limits}</p>}
          {validity(detail) && <p>{validity(detail)}</p>}
          {notice && <div class="notice">{notice}</div>}
        </section>
      )}
      <Examples calculator={calculator} detail={detail} />
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
          <CalculatorTiles calculators={related} />
        </section>
      )}
      <SourceLinks detail={detail} repository={repository} />
    </div>
  );
}

function validity({ valid }: Detail): string {
  if (!valid) return "";
  const { from, to, jurisdiction } = valid;
  const when = [from && `from ${from}`, to && `to ${to}`].filter(Boolean).join(" ");
  return `Valid ${jurisdiction ? `for ${jurisdiction}` : ""}${jurisdiction && when ? ", " : ""}${when}.`;
}

function Examples({ calculator, detail }: Pick<DocumentationProps, "calculator" | "detail">) {
  const { slug, examples, outputs } = detail;
  if (examples.length === 0) return null;
  return (
    <section>
      <h2>Worked examples</h2>
      <ul>
        {examples.map((example) => (
          <li>
            <a href={`/calculators/${slug}?${queryOf(example, detail)}`} data-example>
              {example.title}
            </a>
            {expectedResult(example, calculator, outputs)}
            {example.source && <span class="small"> Checked against: {example.source}.</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function queryOf({ inputs, outputs = {}, solve }: Example, detail: Detail): URLSearchParams {
  const query = toQuery(inputs, detail);
  const [output, target] = Object.entries(outputs).find(([name]) => name !== solve) ?? [];
  if (solve === undefined || output === undefined) return query;
  for (const [name, value] of Object.entries({ "solve-for": solve, "solve-output": output, "solve-target": target }))
    query.set(name, String(value));
  return query;
}

/** The first expected value of an example, as an answer writes it; a text speaks for itself. */
function expectedResult({ inputs, outputs: values = {} }: Example, calculator: Calculator, outputs: Detail["outputs"]): string {
  const [name, value] = Object.entries(values).find(([, each]) => ["number", "string", "boolean"].includes(typeof each)) ?? [];
  const label = name === undefined ? undefined : outputs[name]?.label;
  if (label === undefined) return "";
  if (typeof value === "string") return value && `: ${value}.`;
  // an abbreviation keeps its capitals
  const inSentence = /^.[a-z ]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
  if (typeof value !== "number") return `: ${inSentence} ${value === true ? "yes" : "no"}.`;
  const written = attempt(() =>
    calculator.writeOutput(name!, value, { inputs: calculator.validate(inputs, new Date().toISOString().slice(0, 10)) }),
  );
  return written === undefined ? "" : `: ${inSentence} ${written}.`;
}

function SourceLinks({ detail, repository }: { detail: Detail; repository: string | undefined }) {
  const { slug, category, revision, title } = detail;
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
        <>A wrong result? Every number of this page comes from {file}: correct it there. </>
      )}
      <a href={`/api/v1/calculators/${slug}`}>The same as JSON</a> · Revision {revision}
    </p>
  );
}

const mostRelated = 6;
/** Calculators of the same subcategory, and then those that a search for the title finds. */
export function relatedTo(calculator: Calculator, { catalog }: Kernel): Summary[] {
  const { slug, title, category, subcategory } = calculator;
  const siblings = catalog.list({ category }).calculators.filter((each) => each.subcategory === subcategory);
  const similar = siblings.length > mostRelated ? [] : catalog.list({ q: title, limit: 8 }).calculators;
  const bySlug = new Map([...siblings, ...similar].map((each) => [each.slug, each]));
  bySlug.delete(slug);
  return [...bySlug.values()].slice(0, mostRelated);
}

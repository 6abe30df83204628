// Results kept beside the present one: the address holds the query of each, and the page shows them in columns with what differs.
import { toWords } from "formulary/compiler";
import { unitSign } from "./controls.tsx";
import { labelledChoices } from "./detail.ts";
import { resultQuery } from "./links.ts";
import type { PageState } from "./page-state.ts";
import { isTable, mainName } from "./results.tsx";
import { dropSetting, keepSetting, longestKept, mostKept } from "./settings.ts";

/** The kept results beside the present one, and the button that keeps this one, too. */
export function Comparison({ state, path }: { state: PageState; path: string }) {
  const query = resultQuery(state).toString();
  const kept = state.kept;
  const isKept = kept.some((each) => each.query === query);
  return (
    <>
      {kept.length > 0 && <ComparisonTable state={state} path={path} />}
      {kept.length < mostKept && !isKept && query.length <= longestKept && (
        <p class="small screen-only">
          <button type="submit" class="link" name={keepSetting} value={query}>
            {kept.length === 0 ? "Keep this result, to compare others with it" : "Keep this result, too"}
          </button>
        </p>
      )}
    </>
  );
}

function ComparisonTable({ state, path }: { state: PageState; path: string }) {
  const kept = state.kept;
  const states = [...kept.map((each) => each.state), state];
  return (
    <section id="comparison" aria-labelledby="comparison-title">
      <h3 id="comparison-title">Compared</h3>
      {kept.map(({ query }) => (
        <input type="hidden" name={keepSetting} value={query} />
      ))}
      <div class="scroll" tabindex={0}>
        <table>
          <thead>
            <tr>
              <td />
              {kept.map(({ query }, at) => (
                <th scope="col" class="number">
                  <a href={`${path}?${query}`}>Result {at + 1}</a>{" "}
                  <button type="submit" class="remove" name={dropSetting} value={at} title={`Let go result ${at + 1}`} />
                </th>
              ))}
              <th scope="col" class="number">
                Now
              </th>
            </tr>
          </thead>
          <tbody>
            {[...inputRows(states), ...outputRows(states)].map(({ label, cells }) => (
              <tr>
                <th scope="row">{label}</th>
                {cells.map((cell) => (
                  <td class="number">{cell === cells.at(-1) ? cell : <strong>{cell}</strong>}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

interface ComparisonRow {
  label: string;
  /** A text for each result; the last is of the present one. */
  cells: string[];
}
const differs = ({ cells }: ComparisonRow): boolean => cells.some((cell) => cell !== cells[0]);

/** The inputs whose texts differ. */
function inputRows(states: PageState[]): ComparisonRow[] {
  const { properties } = states.at(-1)!.form.detail.inputs;
  return Object.keys(properties)
    .map((name) => ({ label: properties[name]!.title ?? toWords(name), cells: states.map((state) => inputText(name, state)) }))
    .filter(differs);
}

const longestText = 40;
/** An input as its controls have it. */
function inputText(name: string, { form, solve }: PageState): string {
  const { detail, values, hidden, environment } = form;
  if (solve?.input === name) return "is looked for";
  if (hidden.has(name)) return "—";
  const schema = detail.inputs.properties[name]!;
  const unit = values.texts.get(`${name}.unit`) ?? schema.unit;
  const texts = [...values.texts].flatMap(([key, text]) => (isPartOf(key, name) ? [text] : []));
  const text = texts.join(" ") || String(schema.default ?? "—");
  const choice = labelledChoices(schema)?.find(({ value }) => String(value) === text)?.title ?? text;
  const short = choice.length > longestText ? `${choice.slice(0, longestText)} …` : choice;
  if (typeof unit !== "string" || short === "—") return short;
  const { before = "", after } = unitSign(unit, environment);
  return `${before}${short}${after ? ` ${after}` : ""}`;
}

const isPartOf = (key: string, name: string): boolean => key !== `${name}.unit` && (key === name || key.startsWith(`${name}.`));

/** The main result, and the other ones that differ. */
function outputRows(states: PageState[]): ComparisonRow[] {
  const present = states.at(-1)!;
  const { outputs } = present.form.detail;
  const main = present.outcome && mainName(present.outcome, present.form);
  const cellsOf = (name: string) => states.map(({ outcome }) => outcome?.results[name]?.formatted ?? "—");
  return Object.keys(outputs)
    .filter((name) => !isTable(outputs[name]!))
    .map((name) => ({ name, label: outputs[name]!.label, cells: cellsOf(name) }))
    .filter((row) => row.name === main || differs(row));
}

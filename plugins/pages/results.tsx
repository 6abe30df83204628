// The results of a calculation: the main one first and large, then the others, the explanation, and the tables.
import type { Outcome, OutputDefinition, Result, Value } from "formulary";
import type { Environment } from "formulary/compiler";
import { fixed, significant } from "formulary/functions";
import { solvedOf } from "../solve/index.ts";
import { type FormState, unitInHead } from "./controls.tsx";
import { csvTable } from "./csv.ts";

interface ResultProps {
  outcome: Outcome;
  form: FormState;
}
interface ResultsProps extends ResultProps {
  /** The outputs that may be given a value, so that an input is found. */
  solvable: Set<string>;
}
interface TablesProps extends ResultProps {
  /** Every row of long tables, rather than the first ones. */
  allRows: boolean;
  /** Address of the same result with every row. */
  allRowsUrl: string;
  /** Where the form sends its values for a table as a file. */
  csvPath: string;
}

/** The name of the result that stands first and large: the first one that does not only repeat an input. */
export function mainName({ results }: Outcome, { detail, values }: FormState): string | undefined {
  const { inputs, outputs } = detail;
  const names = Object.keys(results).filter((name) => !isTable(outputs[name]!));
  const given = new Set(Object.keys(values.inputs).map((name) => inputs.properties[name]?.title));
  return names.find((name) => !given.has(outputs[name]!.label)) ?? names[0];
}

/** The results that are single values, and the explanation; the first stands large, except below what was found backwards. */
export function Results({ outcome, form, solvable }: ResultsProps) {
  const { outputs } = form.detail;
  const { results, explanation, remarks = [], assumed } = outcome;
  const names = Object.keys(results).filter((name) => !isTable(outputs[name]!));
  const main = solvedOf(outcome) ? undefined : mainName(outcome, form);
  const others = names.filter((name) => name !== main);
  const details = others.filter((name) => outputs[name]!.detail);
  return (
    <>
      {main && (
        <dl class="main-result">
          <dt>{results[main]!.label}</dt>
          <dd>
            <output>{results[main]!.formatted}</output>
            <Swatch text={results[main]!.formatted} />
            {solvable.has(main) && <Pencil name={main} label={results[main]!.label} />}
          </dd>
        </dl>
      )}
      <OtherResults names={others.filter((name) => !outputs[name]!.detail)} results={results} solvable={solvable} />
      {explanation && <p>{explanation}</p>}
      {remarks.map(({ message }) => (
        <p class="notice">{message}</p>
      ))}
      {details.length > 0 && (
        <details id="more-results">
          <summary>More results</summary>
          <OtherResults names={details} results={results} solvable={solvable} />
        </details>
      )}
      {assumed && <p class="small">Worked out for today, {Object.values(assumed).map(String).join(", ")}.</p>}
    </>
  );
}

interface OtherResultsProps extends Pick<ResultsProps, "solvable"> {
  names: string[];
  results: Outcome["results"];
}
function OtherResults({ names, results, solvable }: OtherResultsProps) {
  const shown = names.filter((name) => results[name]!.formatted !== "");
  if (shown.length === 0) return null;
  return (
    <dl class="other-results">
      {shown.map((name) => (
        <div>
          <dt>{results[name]!.label}</dt>
          <dd>
            {results[name]!.formatted}
            <Swatch text={results[name]!.formatted} />
            {solvable.has(name) && <Pencil name={name} label={results[name]!.label} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The colour that a result names. */
function Swatch({ text }: { text: string }) {
  if (!/^#[0-9a-f]{6}$/i.test(text)) return null;
  return (
    <svg class="swatch" viewBox="0 0 1 1" aria-hidden="true">
      <rect width="1" height="1" fill={text} />
    </svg>
  );
}

/** The way to give a result a value: the page then finds an input for it. */
function Pencil({ name, label }: { name: string; label: string }) {
  return <button type="submit" class="pencil" name="solve-output" value={name} title={`Give a value: ${label}`} />;
}

/** The results that are tables. */
export function Tables({ outcome: { results }, form, ...rows }: TablesProps) {
  const { outputs } = form.detail;
  const tables = Object.entries(results).filter(([name]) => isTable(outputs[name]!));
  return (
    <>
      {tables.map(([name, result]) => (
        <Table name={name} result={result} output={outputs[name]!} environment={form.environment} {...rows} />
      ))}
    </>
  );
}

/** Whether an output is a table rather than a single value. */
export const isTable = ({ type }: OutputDefinition): boolean => type === "table" || type === "comparison" || type === "matrix";

interface TableProps extends Omit<TablesProps, keyof ResultProps> {
  name: string;
  result: Result;
  output: OutputDefinition;
  environment: Environment;
}
/** The rows of a long table that a page shows first. */
export const firstRows = 12;

function Table({ name, result, output, environment, allRows, allRowsUrl, csvPath }: TableProps) {
  const { columns, rows } = gridOf(result, output, environment);
  const visible = allRows ? rows : rows.slice(0, firstRows);
  return (
    <section id={`table-${name}`} aria-labelledby={`table-${name}-title`}>
      <h3 id={`table-${name}-title`}>{result.label}</h3>
      <div class="scroll" tabindex={0}>
        <table>
          {columns.length > 0 && (
            <thead>
              <tr>
                {columns.map(({ head, numeric }) => (
                  <th scope="col" class={numeric ? "number" : undefined}>
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
          )}
          <tbody>
            {visible.map((row) => (
              <tr>
                {row.map((cell, at) => (
                  <td class={columns[at]?.numeric === false ? undefined : "number"}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="small row screen-only">
        {rows.length > visible.length && <a href={`${allRowsUrl}#table-${name}`}>Show all {rows.length} rows</a>}
        {result.columns && (
          <button type="submit" class="link" formaction={csvPath} name={csvTable} value={name}>
            CSV
          </button>
        )}
      </p>
    </section>
  );
}

interface Grid {
  columns: { head: string; numeric: boolean }[];
  rows: string[][];
}

function gridOf({ value, columns: definitions = {} }: Result, output: OutputDefinition, environment: Environment): Grid {
  // as: what an output of this type answers
  if (output.type === "matrix") return { columns: [], rows: (value as number[][]).map((row) => row.map((cell) => significant(cell, 6))) };
  const rows = value as Record<string, Value>[];
  if (output.type === "comparison")
    return {
      columns: [
        { head: "Method", numeric: false },
        { head: output.label, numeric: true },
      ],
      rows: rows.map((row) => [String(row.title), String(row.formatted)]),
    };
  const names = Object.keys(definitions);
  const columns = names.map((name) => {
    const { label, unit } = definitions[name]!;
    const shown = unitInHead(unit, output.columns?.[name]?.unit, environment);
    return { head: shown && shown !== "1" ? `${label} (${shown})` : label, numeric: typeof rows[0]?.[name] === "number" };
  });
  return { columns, rows: rows.map((row) => names.map((name) => cellText(row[name], output.columns?.[name]))) };
}

function cellText(value: Value | undefined, column: OutputDefinition | undefined): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value !== "number") return String(value ?? "");
  const { decimals, significant: digits = 6, grouping = true } = column ?? {};
  return decimals === undefined ? significant(value, digits, { grouping }) : fixed(value, decimals, { grouping });
}

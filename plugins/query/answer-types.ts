// Results as CSV (RFC 4180) and as plain text, and which of them a client accepts.
import type { Outcome, Result, Value } from "formulary";

/** What an answer may be. */
export const types = { json: "application/json", csv: "text/csv", text: "text/plain" };

/** The type that a client prefers by its Accept header (RFC 9110, 12.5.1); JSON where it does not care. */
export function chosenType(accept: string): string {
  const wanted = accept.split(",").map((part) => {
    const [type = "", ...parameters] = part.split(";").map((each) => each.trim().toLowerCase());
    const quality = Number(parameters.find((each) => each.startsWith("q="))?.slice(2) ?? 1);
    return { type, quality: Number.isFinite(quality) ? quality : 0 };
  });
  const qualityOf = (type: string) => wanted.find((each) => each.type === type)?.quality ?? 0;
  const [best] = [types.csv, types.text].sort((a, b) => qualityOf(b) - qualityOf(a));
  return qualityOf(best!) > qualityOf(types.json) ? best! : types.json;
}

type Results = Outcome["results"];
const lineEnd = "\r\n";

/** The largest table among the results, or else all results with label, value and unit. */
export function csvOf(results: Results): string {
  const [table] = Object.values(results)
    .filter(isTable)
    .sort((a, b) => cellsOf(b) - cellsOf(a));
  if (!table) {
    const rows = Object.entries(results).map(([name, { label, value, unit }]) => [name, label, cell(value), unit]);
    return linesOf([["name", "label", "value", "unit"], ...rows]);
  }
  const { columns = {}, value } = table;
  const names = Object.keys(columns);
  const heads = names.map((name) =>
    columns[name]!.unit === "" ? columns[name]!.label : `${columns[name]!.label} (${columns[name]!.unit})`,
  );
  return linesOf([heads, ...(value as Record<string, Value>[]).map((row) => names.map((name) => cell(row[name])))]);
}

/** The value of the first result alone: a number without its unit, lists with a line for each element. */
export function plainText(results: Results): string {
  const [first] = Object.values(results);
  if (!first) return "";
  const { value, columns } = first;
  if (columns) return csvOf({ first });
  return `${Array.isArray(value) ? value.map(cell).join("\n") : cell(value)}\n`;
}

const isTable = ({ value, columns }: Result): boolean => columns !== undefined && Array.isArray(value);

const cellsOf = ({ value, columns = {} }: Result): number => (value as Value[]).length * Object.keys(columns).length;

function cell(value: Value | undefined): string {
  if (value === undefined || value === null) return "";
  // a spreadsheet would run a text that begins like a formula
  if (typeof value === "string" && /^[=+@\t\r-]/.test(value) && !/^-?[\d.]+$/.test(value)) return `'${value}`;
  if (Array.isArray(value)) return value.map(cell).join(" ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const linesOf = (rows: string[][]): string => rows.map((row) => row.map(quoted).join(",") + lineEnd).join("");

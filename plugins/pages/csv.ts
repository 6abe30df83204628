// Results as files for spreadsheets.
import type { Calculator, Outcome } from "formulary";
import { csvOf } from "../query/index.ts";

/** The name of the setting that says which table a CSV file has. */
export const csvTable = "csv-table";

/** Address of a result as CSV: of one table, or of all results. */
export function csvUrl({ slug }: Pick<Calculator, "slug">, query: URLSearchParams, table?: string): string {
  return `/calculators/${slug}/results.csv?${query}${table === undefined ? "" : `&${csvTable}=${table}`}`;
}

/** A result as CSV: one of its tables, or all results with a line each. */
export function csvFile({ results }: Outcome, table: string | null): string {
  const chosen = table !== null && Object.hasOwn(results, table) ? results[table] : undefined;
  if (chosen?.columns) return csvOf({ [table!]: chosen });
  return csvOf(Object.fromEntries(Object.entries(results).filter(([, { columns }]) => !columns)));
}

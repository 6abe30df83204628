// Results as files for spreadsheets.
import type { Calculator, Outcome } from "formulary";
import { csvOf } from "../query/index.ts";

/** The name of the setting that says which table a CSV file has. */
export const csvTable = "csv-table";

/** Where a form sends its values for a result as CSV. */
export const csvPath = ({ slug }: Pick<Calculator, "slug">): string => `/calculators/${slug}/results.csv`;

/** A result as CSV: one of its tables, or all results with a line each. */
export function csvFile({ results }: Outcome, table: string | null): string {
  const chosen = table !== null && Object.hasOwn(results, table) ? results[table] : undefined;
  if (chosen?.columns) return csvOf({ [table!]: chosen });
  return csvOf(Object.fromEntries(Object.entries(results).filter(([, { columns }]) => !columns)));
}

// Everything a client needs to know to call a calculator, as GET /calculators/:slug answers it.
import type { Definition, OutputDefinition, Summary } from "../types.ts";
import { examplesToTry } from "./examples.ts";
import { publishedSchema } from "./inputs.ts";
import type { Environment } from "./kinds/kind.ts";
import { unitInWords } from "./kinds/units.ts";
import { unwrapTable } from "./tables.ts";

interface Place {
  environment: Environment;
  url: string;
}

/** The detail of a calculator, from its completed definition. */
export function describe(
  summary: Summary & { revision: string },
  definition: Definition,
  { environment, url }: Place,
): Record<string, unknown> {
  const { revision, ...line } = summary;
  return {
    ...line,
    aliases: definition.aliases ?? [],
    questions: definition.questions ?? [],
    popularity: definition.popularity ?? 2,
    replaces: definition.replaces ?? [],
    inputs: publishedSchema(definition, environment),
    outputs: publishedOutputs(definition.outputs ?? {}),
    formulas: definition.formulas ?? {},
    formulaUnits: definition.plain ? "as declared" : "coherent SI; inputs and outputs marked plain are numbers in their declared unit",
    constants: publishedConstants(definition, environment),
    tables: publishedTables(definition, environment),
    checks: definition.checks ?? [],
    explanation: definition.explanation ?? "",
    usage: definition.usage ?? "",
    limits: definition.limits ?? "",
    ...(definition.valid && { valid: definition.valid }),
    ...(definition.solvable !== undefined && { solvable: definition.solvable }),
    ...(definition.show && { show: definition.show }),
    ...(definition.chart && { chart: definition.chart }),
    ...(definition.page && { page: definition.page }),
    examples: examplesToTry(definition),
    references: definition.references ?? [],
    revision,
    calculatorUrl: url,
  };
}

function publishedOutputs(outputs: Record<string, OutputDefinition>): Record<string, unknown> {
  const entries = Object.entries(outputs);
  return Object.fromEntries(
    entries.map(([name, { columns, unit, type = "number", ...output }]) => [
      name,
      { type, ...output, ...(unit !== undefined && { unit: unitInWords(unit) }), ...(columns && { columns: publishedOutputs(columns) }) },
    ]),
  );
}

/** Constants with value, unit and source, shared ones included. */
function publishedConstants(definition: Definition, environment: Environment): Record<string, unknown> {
  const entries = Object.entries(definition.constants ?? {});
  return Object.fromEntries(
    entries.map(([name, constant]) => [
      name,
      typeof constant === "string" ? { name: constant, ...environment.constants[constant] } : constant,
    ]),
  );
}

/** Tables as written; a shared one with its name, and with title, unit and source where it has them. */
function publishedTables(definition: Definition, environment: Environment): Record<string, unknown> {
  const entries = Object.entries(definition.tables ?? {});
  return Object.fromEntries(entries.map(([name, table]) => [name, typeof table === "string" ? sharedTable(table, environment) : table]));
}

function sharedTable(name: string, { tables }: Environment): Record<string, unknown> {
  const table = tables[name];
  const { values } = unwrapTable(table);
  return { name, ...(values === table ? { values } : (table as object)) };
}

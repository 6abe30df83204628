// Everything a client needs to know to call a calculator, as GET /calculators/:slug answers it.
import type { Definition, OutputDefinition, Summary } from "../types.ts";
import { publishedSchema } from "./inputs.ts";
import type { Environment } from "./kinds/kind.ts";
import { tableSource } from "./names.ts";

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
    inputs: publishedSchema(definition, environment),
    outputs: publishedOutputs(definition.outputs ?? {}),
    formulas: definition.formulas ?? {},
    formulaUnits: definition.plain ? "as declared" : "coherent SI; inputs and outputs marked plain are numbers in their declared unit",
    constants: publishedConstants(definition, environment),
    tables: Object.fromEntries(Object.keys(definition.tables ?? {}).map((name) => [name, tableSource(definition, name, environment)])),
    checks: definition.checks ?? [],
    explanation: definition.explanation ?? "",
    usage: definition.usage ?? "",
    limits: definition.limits ?? "",
    ...(definition.valid && { valid: definition.valid }),
    ...(definition.solvable !== undefined && { solvable: definition.solvable }),
    ...(definition.page && { page: definition.page }),
    examples: definition.examples ?? [],
    references: definition.references ?? [],
    revision,
    calculatorUrl: url,
  };
}

function publishedOutputs(outputs: Record<string, OutputDefinition>): Record<string, unknown> {
  const entries = Object.entries(outputs);
  return Object.fromEntries(
    entries.map(([name, { columns, type = "number", ...output }]) => [
      name,
      { type, ...output, ...(columns && { columns: publishedOutputs(columns) }) },
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

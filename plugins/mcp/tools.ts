// Three tools for agents: find a calculator, read what it needs, run it. One tool per calculator would fill a model's whole memory.
import {
  type CallToolResult,
  fromJsonSchema,
  type JsonSchemaType,
  type jsonSchemaValidator,
  McpServer,
} from "@modelcontextprotocol/server";
import { CalcError, type Calculator, type Fault, type Kernel } from "formulary";
import type { Catalog } from "formulary/compiler";
import { asCalcError } from "formulary/http";
import type { Json } from "../openapi/index.ts";
import { inputs, outputs, usualLimit } from "./schemas.ts";

/** Runs one calculation for whoever asks. */
export type Run = (body: Record<string, unknown>) => Promise<object>;

const instructions =
  "Formulary is a catalogue of checked calculators. Find one with search_calculators, read its inputs and units with get_calculator, then call run_calculator. Numbers are in the declared unit unless sent as { value, unit }. solveFor with target runs a calculator backwards.";
const hints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

// The kernel checks what comes in and says in words how to mend it; what goes out is checked in tests.
const trusting: jsonSchemaValidator = { getValidator: () => (data) => ({ valid: true, data: data as never, errorMessage: undefined }) };
const published = (schema: Json) => fromJsonSchema<Json>(schema as JsonSchemaType, trusting);
const search = { inputSchema: published(inputs.search!), outputSchema: published(outputs.search!) };
const get = { inputSchema: published(inputs.get!), outputSchema: published(outputs.get!) };

/** A server of the protocol with the three tools. */
export function createTools({ catalog, log, requestSchema }: Pick<Kernel, "catalog" | "log" | "requestSchema">, calculate: Run): McpServer {
  const run = { inputSchema: published({ ...requestSchema }), outputSchema: published(outputs.run!) };
  const server = new McpServer({ name: "formulary", title: "Formulary", version: "1" }, { instructions });
  const answer = (work: (given: Json) => object | Promise<object>) => async (given: Json) => {
    try {
      return told(await work(given ?? {}));
    } catch (error) {
      return refused(error, log);
    }
  };
  const about = (title: string, description: string) => ({ title, description, annotations: { title, ...hints } });
  server.registerTool(
    "search_calculators",
    { ...about("Search calculators", "Find calculators by words; gives slug, title and description, the best match first."), ...search },
    answer((given) => found(given, catalog)),
  );
  server.registerTool(
    "get_calculator",
    {
      ...about(
        "Get a calculator",
        "What one calculator needs and gives: inputs with units and ranges, outputs, formulas, examples, limits.",
      ),
      ...get,
    },
    answer((given) => described(named(given, catalog))),
  );
  server.registerTool(
    "run_calculator",
    {
      ...about("Run a calculator", "Calculate. Leave a number input out and name it in solveFor, with target, to calculate backwards."),
      ...run,
    },
    answer((given) => calculate(given)),
  );
  return server;
}

const told = (value: object): CallToolResult => ({
  content: [{ type: "text", text: JSON.stringify(value) }],
  structuredContent: { ...value },
});

/** What went wrong, in words that say what to change: the sentence, then every fault at its place. */
function refused(error: unknown, log: Kernel["log"]): CallToolResult {
  const own = asCalcError(error);
  if (own.code === "internal") log("error", `mcp: ${(own.cause as Error | undefined)?.stack ?? own.message}`);
  const faults = own.errors.map(({ path, message, hint }) => `- ${path}: ${message}${hint ? ` ${hint}` : ""}`);
  const wait = own.headers["retry-after"];
  const words = [`${own.message} (${own.code})`, ...faults, ...(wait ? [`Try again in ${wait} seconds.`] : [])];
  return { isError: true, content: [{ type: "text", text: words.join("\n") }] };
}

function invalid(errors: Fault[]): CalcError {
  return new CalcError("invalid_inputs", { message: errors[0]!.message, errors });
}

function found(given: Json, catalog: Catalog): object {
  const { query = "", category, limit = usualLimit, ...more } = given;
  const errors: Fault[] = [];
  const refuse = (name: string, wanted: string) => errors.push({ path: `/${name}`, code: "type", message: `${name} must be ${wanted}.` });
  const [foreign] = Object.keys(more);
  if (foreign !== undefined)
    errors.push({
      path: `/${foreign}`,
      code: "additionalProperties",
      message: `"${foreign}" is not known here: send query, category, limit.`,
    });
  if (typeof query !== "string" || query.length > 256) refuse("query", "a text of at most 256 characters");
  if (category !== undefined && (typeof category !== "string" || category.length > 256))
    refuse("category", "the slug of a category or group");
  if (!Number.isInteger(limit) || Number(limit) < 1 || Number(limit) > 50) refuse("limit", "a whole number from 1 to 50");
  if (errors.length > 0) throw invalid(errors);
  const words = String(query).trim();
  return catalog.list({
    limit: Number(limit),
    ...(words && { q: words }),
    ...(category !== undefined && { category: String(category).trim() }),
  });
}

function named({ calculator }: Json, catalog: Catalog): Calculator {
  if (typeof calculator !== "string")
    throw invalid([
      { path: "/calculator", code: "type", message: "calculator must be the slug of a calculator, as search_calculators gives it." },
    ]);
  const known = catalog.get(calculator);
  if (known) return known;
  const near = catalog.near(calculator);
  const hint = near.length > 0 ? `Near it are ${near.join(", ")}.` : "Find one with search_calculators.";
  throw new CalcError("unknown_calculator", { message: `There is no calculator "${calculator.slice(0, 100)}". ${hint}` });
}

const mostExamples = 3;
/** What is needed to call it; long tables and the rest are for GET /calculators/:slug. */
function described(calculator: Calculator): object {
  const { inputs: given, examples, usage, limits, page, ...detail } = calculator.detail() as Record<string, Json>;
  const { $schema: _, ...schema } = given!;
  const kept = ["slug", "title", "description", "hasFormula", "outputs", "formulas", "references", "revision", "calculatorUrl"];
  return {
    ...Object.fromEntries(kept.map((name) => [name, detail[name]])),
    inputs: schema,
    ...(usage && { usage }),
    ...(limits && { limits }),
    ...(page && { page }),
    examples: (examples as unknown as object[]).slice(0, mostExamples),
  };
}

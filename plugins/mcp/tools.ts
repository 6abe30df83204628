// Three tools for agents: find a calculator, read its inputs, run it. One tool per calculator would fill a model's context.
import {
  type CallToolResult,
  fromJsonSchema,
  type JsonSchemaType,
  type jsonSchemaValidator,
  McpServer,
} from "@modelcontextprotocol/server";
import { CalcError, type Calculator, type Fault, failUnknownCalculator, type Kernel } from "formulary";
import type { Catalog } from "formulary/compiler";
import { asCalcError } from "formulary/http";
import type { Json } from "../openapi/index.ts";
import { describe } from "./describe.ts";
import { promptFor, registerResources } from "./resources.ts";
import { defaultLimit, inputs, outputs, whole } from "./schemas.ts";
import { shorten } from "./shorten.ts";

/** Runs one calculation for the client. */
export type Run = (body: Record<string, unknown>) => Promise<object>;

const instructions =
  "Formulary is a catalogue of checked calculators. Find one with search_calculators, read its inputs and units with get_calculator, then call run_calculator. Numbers are in the declared unit unless sent as { value, unit }. solveFor with target runs a calculator backwards, over answers a table, steps shows the working.";
const hints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

// The kernel validates inputs, with better messages than the library; outputs are checked in tests.
const noValidator: jsonSchemaValidator = { getValidator: () => (data) => ({ valid: true, data: data as never, errorMessage: undefined }) };
const toSchema = (schema: Json) => fromJsonSchema<Json>(schema as JsonSchemaType, noValidator);
const searchSchemas = { inputSchema: toSchema(inputs.search!), outputSchema: toSchema(outputs.search!) };
const getSchemas = { inputSchema: toSchema(inputs.get!), outputSchema: toSchema(outputs.get!) };

/** A server of the protocol with the three tools. */
export function createTools({ catalog, log, requestSchema }: Pick<Kernel, "catalog" | "log" | "requestSchema">, calculate: Run): McpServer {
  const runInputs = { ...requestSchema, properties: { ...requestSchema.properties, whole } };
  const runSchemas = { inputSchema: toSchema(runInputs), outputSchema: toSchema(outputs.run!) };
  const server = new McpServer({ name: "formulary", title: "Formulary", version: "1" }, { instructions });
  const answer = (work: (args: Json) => object | Promise<object>) => async (args: Json) => {
    try {
      return successOf(await work(args ?? {}));
    } catch (error) {
      return failureOf(error, log);
    }
  };
  const about = (title: string, description: string) => ({ title, description, annotations: { title, ...hints } });
  server.registerTool(
    "search_calculators",
    {
      ...about("Search calculators", "Find calculators by words; gives slug, title and description, the best match first."),
      ...searchSchemas,
    },
    answer((args) => search(args, catalog)),
  );
  server.registerTool(
    "get_calculator",
    {
      ...about(
        "Get a calculator",
        "What one calculator needs and gives: inputs with units and ranges, outputs, examples, limits; whole: true adds formulas and references.",
      ),
      ...getSchemas,
    },
    answer(({ whole: isWhole, ...args }) => describe(find(args, catalog), isWhole === true)),
  );
  server.registerTool(
    "run_calculator",
    {
      ...about("Run a calculator", "Calculate. Leave a number input out and name it in solveFor, with target, to calculate backwards."),
      ...runSchemas,
    },
    answer(async ({ whole: isWhole, ...body }) => {
      const answered = await calculate(body);
      return isWhole === true ? answered : shorten(answered);
    }),
  );
  registerResources(server, { catalog });
  server.registerPrompt(
    "find_and_run",
    {
      title: "Find and run a calculator",
      description: "Answers a problem with a checked calculator.",
      argsSchema: toSchema(inputs.prompt!),
    },
    (args) => ({ messages: [{ role: "user", content: { type: "text", text: promptFor(String((args as Json).problem ?? "")) } }] }),
  );
  return server;
}

const successOf = (value: object): CallToolResult => ({
  content: [{ type: "text", text: JSON.stringify(value) }],
  structuredContent: { ...value },
});

/** The error as text that says what to change: its message, then every fault with its path. */
function failureOf(error: unknown, log: Kernel["log"]): CallToolResult {
  const calcError = asCalcError(error);
  if (calcError.code === "internal") log("error", `mcp: ${(calcError.cause as Error | undefined)?.stack ?? calcError.message}`);
  const faults = calcError.errors.map(({ path, message, hint }) => `- ${path}: ${message}${hint ? ` ${hint}` : ""}`);
  const wait = calcError.headers["retry-after"];
  const lines = [`${calcError.message} (${calcError.code})`, ...faults, ...(wait ? [`Try again in ${wait} seconds.`] : [])];
  return { isError: true, content: [{ type: "text", text: lines.join("\n") }] };
}

function invalid(errors: Fault[]): CalcError {
  return new CalcError("invalid_inputs", { message: errors[0]!.message, errors });
}

function search(args: Json, catalog: Catalog): object {
  const { query = "", category, gives, from, limit = defaultLimit, ...more } = args;
  const errors: Fault[] = [];
  const addFault = (name: string, rule: string) => errors.push({ path: `/${name}`, code: "type", message: `${name} must be ${rule}.` });
  const [unknown] = Object.keys(more);
  if (unknown !== undefined)
    errors.push({
      path: `/${unknown}`,
      code: "additionalProperties",
      message: `"${unknown}" is unknown here: send query, category, gives, from, limit.`,
    });
  if (typeof query !== "string" || query.length > 2000) addFault("query", "a text of at most 2,000 characters");
  if (category !== undefined && (typeof category !== "string" || category.length > 256))
    addFault("category", "the slug of a category or group");
  for (const [name, names] of Object.entries({ gives, from }))
    if (names !== undefined && !(Array.isArray(names) && names.length <= 10 && names.every((each) => typeof each === "string")))
      addFault(name, "a list of at most 10 names of quantities");
  if (!Number.isInteger(limit) || Number(limit) < 1 || Number(limit) > 50) addFault("limit", "a whole number from 1 to 50");
  if (errors.length > 0) throw invalid(errors);
  const words = String(query).trim();
  return catalog.list({
    limit: Number(limit),
    ...(words && { q: words }),
    ...(gives !== undefined && { gives: gives as string[] }),
    ...(from !== undefined && { from: from as string[] }),
    ...(category !== undefined && { category: String(category).trim() }),
  });
}

function find({ calculator }: Json, catalog: Catalog): Calculator {
  if (typeof calculator !== "string")
    throw invalid([
      { path: "/calculator", code: "type", message: "calculator must be the slug of a calculator, as search_calculators gives it." },
    ]);
  return catalog.get(calculator) ?? failUnknownCalculator(calculator, catalog, "Find one with search_calculators.");
}

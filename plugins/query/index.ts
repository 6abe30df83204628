// Inputs as texts: a calculation by its address, for spreadsheets and shell scripts, and the reading that forms and command lines share.
import { CalcError, type Calculator, definePlugin, failUnknownCalculator, type Kernel, type Operation } from "formulary";
import { route, sendText, workOf } from "formulary/http";
import type { H3Event } from "h3";
import { chosenType, csvOf, plainText, types } from "./answer-types.ts";
import { readQuery } from "./read-query.ts";

export { csvOf } from "./answer-types.ts";
export { isMoneyUnit, readNumber } from "./read-number.ts";
export { countRows, type FormValues, isRows, readQuery, toQuery } from "./read-query.ts";

const path = "/api/v1/calculators/:slug/calculate";
const operation: Operation = {
  operationId: "calculateByAddress",
  tag: "Calculating",
  summary: "Calculate by address, for spreadsheets and shell scripts",
  description:
    "The inputs are parameters: ?principal=1000&rate=5&years=10; numbers may have a unit (weight=154 lb), lists are separated by spaces, rows are rows.0.name. units.energy=kcal answers an output in another unit. Accept chooses what is answered: JSON as POST /calculate does, text/csv (the largest table, or all results), or text/plain (the first result alone).",
  keyed: true,
  parameters: [
    { name: "slug", in: "path", required: true, schema: { type: "string" }, example: "compound-interest" },
    {
      name: "inputs",
      in: "query",
      style: "form",
      explode: true,
      schema: { type: "object", additionalProperties: { type: "string" } },
      example: { principal: "1000", rate: "5", years: "10" },
    },
  ],
  answer: {
    description: "What POST /calculate answers.",
    schema: "Answer",
    texts: [types.csv, types.text],
    headers: ["Age", "RateLimit", "RateLimit-Policy", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"],
  },
  refusals: [400, 401, 403, 404, 410, 422, 429, 503],
};

/** Answers `GET /api/v1/calculators/:slug/calculate`. */
export default () =>
  definePlugin({
    name: "query",
    requires: ["search", "solve"],
    http: (app, kernel) => route(app, path, { GET: (event) => answer(event, kernel) }),
    operations: { [path]: { get: operation } },
  });

async function answer(event: H3Event, kernel: Kernel): Promise<Response> {
  const { catalog } = kernel;
  const caller = await kernel.authenticate(event);
  const slug = event.context.params?.slug ?? "";
  const calculator = catalog.get(slug) ?? failUnknownCalculator(slug, catalog);
  const type = chosenType(event.req.headers.get("accept") ?? "");
  const body = { calculator: calculator.slug, ...requestOf(calculator, event.url.searchParams, kernel) };
  const reply = await kernel.answer(body, { context: event.context, work: workOf(event, caller?.key), ...(caller && { caller }) });
  const headers = {
    "cache-control": "no-store",
    ...reply.headers,
    "content-type": `${type}${type === types.json ? "" : "; charset=utf-8"}`,
    vary: "accept",
  };
  const { results } = reply.answer.outcome;
  const text = type === types.json ? reply.json() : type === types.csv ? csvOf(results) : plainText(results);
  return sendText(event, text, { headers });
}

const longestQuery = 20_000;

/** The inputs and units of an address or a command line; throws 422 with every text that could not be read. */
export function requestOf(
  calculator: Calculator,
  parameters: URLSearchParams,
  { catalog }: Pick<Kernel, "catalog">,
): { inputs: Record<string, unknown>; units?: Record<string, string> } {
  if (parameters.toString().length > longestQuery)
    throw new CalcError("invalid_query", { message: `The parameters may have ${longestQuery} characters: send the rest by POST.` });
  const { inputs: { properties = {}, required = [] } = {} } = calculator.completed();
  const { inputs, faults } = readQuery(parameters, { inputs: { properties, required } }, catalog.environment());
  if (faults.length > 0) throw new CalcError("invalid_inputs", { message: faults[0]!.message, errors: faults });
  const units: Record<string, string> = Object.create(null);
  for (const [name, text] of parameters) {
    const [head = name, part] = name.split(".");
    if (head === "units" && part !== undefined && !Object.hasOwn(properties, head)) units[part] = text;
    // the calculator says of an unknown name what was meant
    else if (!Object.hasOwn(properties, head)) inputs[name] = text;
  }
  return { inputs, ...(Object.keys(units).length > 0 && { units }) };
}

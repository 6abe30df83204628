// The kernel's addresses: list, detail, categories, calculate, health.
import type { H3, H3Event } from "h3";
import { type Answer, unknown } from "../calculation/calculate.ts";
import { CalcError, type Fault } from "../errors.ts";
import type { Kernel } from "../plugins.ts";
import { route } from "./app.ts";
import { readJson } from "./body.ts";
import { createPrepared, sendJson } from "./prepared.ts";

export interface RouteOptions {
  /** "acknowledgement" answers variant B for every calculator. */
  variant: "result" | "acknowledgement";
  urlOf: (slug: string) => string;
}

/** Adds the API's addresses to an app. */
export function addRoutes(app: H3, kernel: Kernel, options: RouteOptions): void {
  const { catalog } = kernel;
  const prepared = createPrepared();
  route(app, "/api/v1/calculators", {
    GET: (event) => {
      const query = queryOf(event);
      return prepared(event, { version: catalog.version(), key: `list ${JSON.stringify(query)}`, make: () => catalog.list(query) });
    },
  });
  route(app, "/api/v1/calculators/:slug", {
    GET: (event) => {
      const slug = event.context.params?.slug ?? "";
      const calculator = catalog.get(slug) ?? unknown(slug, catalog);
      return prepared(event, { version: catalog.version(), key: `detail ${slug}`, make: () => available(calculator.detail) });
    },
  });
  route(app, "/api/v1/categories", {
    GET: (event) => prepared(event, { version: catalog.version(), key: "categories", make: () => ({ groups: catalog.categories() }) }),
  });
  route(app, "/api/v1/calculate", { POST: (event) => calculate(event, kernel, options) });
  route(app, "/healthz", { GET: (event) => sendJson(event, health(kernel)) });
}

async function calculate(
  event: H3Event,
  { calculate: run, authenticate }: Kernel,
  { variant, urlOf }: RouteOptions,
): Promise<Uint8Array | string> {
  const caller = await authenticate(event);
  const { calculator, inputs } = checkedRequest(await readJson(event));
  const answer = await available(() => run({ calculator, inputs, context: event.context, ...(caller && { caller }) }));
  if (answer.cached) event.res.headers.set("age", String(Math.max(0, Math.floor((Date.now() - Date.parse(answer.timestamp)) / 1000))));
  for (const [name, value] of Object.entries(answer.headers ?? {})) event.res.headers.set(name, value);
  const url = urlOf(calculator);
  return sendJson(event, variant === "result" && answer.call.calculator.hasFormula ? toResult(answer) : toAcknowledgement(answer, url));
}

/** Variant A: the results. */
function toResult({ call, outcome, cached, timestamp }: Answer): object {
  return { success: true, calculator: call.calculator.slug, result: outcome, cached, timestamp, revision: call.calculator.revision };
}

/** Variant B: the inputs are valid, and the work is done elsewhere. */
function toAcknowledgement({ call, timestamp }: Answer, url: string): object {
  const { slug, title, definition } = call.calculator;
  const where = definition.page ? `The answer needs live data: ${definition.page}.` : "Open calculatorUrl for the result.";
  return {
    success: true,
    calculator: slug,
    inputs: call.values,
    message: `The inputs of "${title}" are valid. ${where}`,
    calculatorUrl: url,
    timestamp,
  };
}

const members = ["calculator", "inputs"];
function checkedRequest(body: Record<string, unknown>): { calculator: string; inputs: unknown } {
  const faults: Fault[] = Object.keys(body)
    .filter((name) => !members.includes(name))
    .slice(0, 20)
    .map((name) => ({
      path: `/${name.slice(0, 100)}`,
      code: "additionalProperties",
      message: `"${name.slice(0, 100)}" is not a member of the request.`,
      hint: 'Send { "calculator": "…", "inputs": { … } }.',
    }));
  const { calculator, inputs } = body;
  if (typeof calculator !== "string")
    faults.unshift({
      path: "/calculator",
      code: calculator === undefined ? "required" : "type",
      message: "calculator must be the slug of a calculator.",
      hint: 'Send for example "compound-interest".',
    });
  if (inputs === undefined)
    faults.push({ path: "/inputs", code: "required", message: "inputs is missing.", hint: "Send an object: { name: value }." });
  if (faults.length > 0) throw new CalcError("invalid_inputs", { message: faults[0]!.message, errors: faults });
  return { calculator: calculator as string, inputs };
}

// A file that a start only parsed may turn out not to compile: that is ours, and it is being taken out of the list.
function available<T>(work: () => T): T {
  const rethrow = (error: unknown): never => {
    if (error instanceof CalcError && error.code === "definition")
      throw new CalcError("unavailable", { message: "This calculator is being mended.", headers: { "retry-after": "60" }, cause: error });
    throw error;
  };
  try {
    const result = work();
    return (result instanceof Promise ? result.catch(rethrow) : result) as T;
  } catch (error) {
    return rethrow(error);
  }
}

const longestQuery = 256;
function queryOf(event: H3Event): { category?: string; q?: string; limit?: number; offset?: number } {
  const parameters = event.url.searchParams;
  const text = (name: string) => {
    const value = parameters.get(name);
    if (value !== null && value.length > longestQuery)
      throw new CalcError("invalid_query", { message: `The parameter "${name}" may have ${longestQuery} characters.` });
    return value?.trim() || undefined;
  };
  const whole = (name: string) => {
    const value = text(name);
    if (value !== undefined && !/^\d{1,6}$/.test(value))
      throw new CalcError("invalid_query", { message: `The parameter "${name}" must be a whole number from 0.` });
    return value === undefined ? undefined : Number(value);
  };
  const query = { category: text("category"), q: text("q"), limit: whole("limit"), offset: whole("offset") };
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
}

function health({ catalog, storage }: Kernel): object {
  const ready = storage.keys.available() && storage.quotas.available();
  // a file by its place in the catalogue: where that is on the machine is nobody's business
  const faults = catalog.findings().map((finding) => ({ ...finding, file: finding.file.split("/").slice(-2).join("/") }));
  return { status: "ok", ready, calculators: catalog.list({ limit: 0 }).total, faults };
}

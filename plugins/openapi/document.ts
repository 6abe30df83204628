// The API as an OpenAPI 3.1 document: from the schemas that the server validates with and its tables of codes and routes.

import { codes, type Kernel, type Operation, type Operations } from "formulary";
import { quantitySchema } from "formulary/http";
import { requests } from "./example-requests.ts";
import { type Json, open, ref, schemas, text } from "./schemas.ts";

const json = (schema: Json, examples?: Json): Json => ({ "application/json": { schema, ...(examples && { examples }) } });
const header = (name: string): [string, Json] => [name, { $ref: `#/components/headers/${name}` }];
const limits = ["RateLimit", "RateLimit-Policy", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"];

/** An answer with a body. */
export function answered(
  description: string,
  schema: Json,
  { headers = [], texts = [] }: { headers?: string[]; texts?: string[] } = {},
): Json {
  const asTexts = Object.fromEntries(texts.map((type) => [type, { schema: text }]));
  return { description, headers: Object.fromEntries(["X-Request-Id", ...headers].map(header)), content: { ...json(schema), ...asTexts } };
}

/** The statuses with which an operation says no. */
export function refusals(...statuses: number[]): Json {
  // every status by itself: with a "default" the types of generated clients could not be told apart by status
  const named = [...statuses, 500].map((status) => [String(status), { $ref: `#/components/responses/Problem${status}` }]);
  return Object.fromEntries(named);
}

const query = (name: string, schema: Json, description: string): Json => ({ name, in: "query", schema, description });
const slug: Json = { name: "slug", in: "path", required: true, schema: { type: "string" }, example: "compound-interest" };
const notModified: Json = {
  304: {
    description: "Nothing has changed since the ETag that was sent in If-None-Match.",
    headers: Object.fromEntries(["X-Request-Id", "ETag"].map(header)),
  },
};
const keyed: Json = { security: [{ apiKey: [] }] };
const calculateRefusals = [400, 401, 403, 404, 408, 409, 410, 413, 415, 422, 429, 503];

/** The request to calculate, for an operation that answers with `schema`. */
export function calculateOperation(body: Json, examples: Json, schema: Json): Json {
  return {
    operationId: "calculate",
    tags: ["Calculating"],
    summary: "Calculate, forwards or backwards",
    description: "What is refused (any 4xx or 5xx) is not counted against the day's allowance.",
    ...keyed,
    requestBody: { required: true, content: json(body, examples) },
    responses: {
      200: answered("The results, or where they are worked out.", schema, { headers: ["Age", ...limits] }),
      ...refusals(...calculateRefusals),
    },
  };
}

const openapi = open({ openapi: text, paths: { type: "object" } });
const list: Json = {
  operationId: "listCalculators",
  tags: ["Catalogue"],
  summary: "List and search calculators",
  parameters: [
    query("category", { type: "string", maxLength: 256 }, "A category or a group; an unknown one is an empty list."),
    query(
      "q",
      { type: "string", maxLength: 2000 },
      "Words, or a problem in sentences; typing errors are forgiven and other names are known.",
    ),
    query("gives", { type: "string", maxLength: 2000 }, "Quantities to compute, with commas: pressure."),
    query(
      "from",
      { type: "string", maxLength: 2000 },
      "Quantities that are known, with commas: force,area. Those that need no others come first.",
    ),
    query("limit", { type: "integer", minimum: 0, maximum: 999_999 }, "At most so many; all where it is left out."),
    query("offset", { type: "integer", minimum: 0, maximum: 999_999 }, "Leave out so many first."),
  ],
  responses: {
    200: answered("Calculators, the best match first.", ref("CalculatorList"), { headers: ["ETag"] }),
    ...notModified,
    ...refusals(400),
  },
};
const detail: Json = {
  operationId: "getCalculator",
  tags: ["Catalogue"],
  summary: "Everything that is needed to call a calculator",
  parameters: [slug],
  responses: {
    200: answered("One calculator.", ref("CalculatorDetail"), { headers: ["ETag"] }),
    ...notModified,
    ...refusals(400, 404, 410, 503),
  },
};
const own: Json = {
  operationId: "getCalculatorDocument",
  tags: ["Catalogue"],
  summary: "An OpenAPI document of one calculator, with typed inputs and results",
  parameters: [slug],
  responses: {
    200: answered("An OpenAPI 3.1 document.", openapi, { headers: ["ETag"] }),
    ...notModified,
    ...refusals(400, 404, 410, 503),
  },
};
const categories: Json = {
  operationId: "listCategories",
  tags: ["Catalogue"],
  summary: "Groups, categories and subcategories with counts",
  responses: { 200: answered("The catalogue's order.", ref("Categories"), { headers: ["ETag"] }), ...notModified, ...refusals(400) },
};
const document: Json = {
  operationId: "getDocument",
  tags: ["Catalogue"],
  summary: "This document",
  responses: { 200: answered("An OpenAPI 3.1 document.", openapi, { headers: ["ETag"] }), ...notModified, ...refusals(400) },
};

/** Those that an answer always has where it names them; the others depend on the plan and the cache. */
const always = ["X-Request-Id", "ETag", "Retry-After", "WWW-Authenticate"];
const headers: Record<string, [Json, string]> = {
  "X-Request-Id": [{ type: "string" }, "The id that was sent, or a new one."],
  ETag: [{ type: "string" }, "Send it in If-None-Match."],
  Age: [{ type: "integer" }, "Seconds since a kept result was computed."],
  "Retry-After": [{ type: "integer" }, "Seconds to wait."],
  "WWW-Authenticate": [{ type: "string" }, "The header that a key is sent in."],
  RateLimit: [{ type: "string" }, 'What is left and the seconds until the day ends: "daily";r=42;t=3600.'],
  "RateLimit-Policy": [{ type: "string" }, 'The allowance: "daily";q=100;w=86400.'],
  "X-RateLimit-Limit": [{ type: "integer" }, "Calculations a UTC day."],
  "X-RateLimit-Remaining": [{ type: "integer" }, "Calculations left today."],
  "X-RateLimit-Reset": [{ type: "integer" }, "When the next day begins, in seconds since 1970."],
};

/** What every document of this API says alike. */
export function components(held: Record<string, Json>, without: string[] = []): Json {
  const content = { "application/problem+json": { schema: ref("Problem") } };
  const responses = [...calculateRefusals, 500].map((status) => {
    const named = ["X-Request-Id", ...(refusalHeaders[status] ?? [])].map(header);
    return [`Problem${status}`, { description: reasons(status), headers: Object.fromEntries(named), content }];
  });
  return {
    schemas: held,
    headers: Object.fromEntries(
      Object.entries(headers).flatMap(([name, [schema, description]]) =>
        without.includes(name) ? [] : [[name, { description, ...(always.includes(name) && { required: true }), schema }]],
      ),
    ),
    responses: Object.fromEntries(responses),
    securitySchemes: { apiKey: { type: "apiKey", in: "header", name: "X-API-Key" } },
  };
}
const refusalHeaders: Record<number, string[]> = { 401: ["WWW-Authenticate"], 429: ["Retry-After"], 503: ["Retry-After"] };
const told: Record<number, string> = {
  401: "A valid API key is needed.",
  403: "This API key may not be used.",
  500: "Something went wrong on our side; the log holds the cause under the request id.",
};
function reasons(status: number): string {
  const own = Object.entries(codes).filter(([, code]) => code.status === status);
  return told[status] ?? own.map(([code, { title }]) => `${code}: ${title}.`).join(" ");
}

/** Head of a document. */
export const info = (title: string, description: string): Json => ({
  openapi: "3.1.1",
  info: { title, version: "1", description, license: { name: "MIT", identifier: "MIT" } },
  servers: [{ url: "/" }],
  tags: [
    { name: "Catalogue", description: "What there is; no key needed." },
    { name: "Calculating", description: "Needs a key in X-API-Key; counts against the day's allowance." },
    { name: "Operating", description: "For whoever runs the server." },
  ],
});

// The server validates with the quantity written out.
function withReference(schema: unknown): unknown {
  if (schema === quantitySchema) return ref("Quantity");
  if (Array.isArray(schema)) return schema.map(withReference);
  if (schema === null || typeof schema !== "object") return schema;
  return Object.fromEntries(Object.entries(schema).map(([name, each]) => [name, withReference(each)]));
}

const about =
  "A catalogue of calculators: list them, read what each needs, and calculate. What is not valid HTTP is no request: it is answered with a Problem (400, 408, 417 or 431) that has no id, and the connection ends.";

/** The whole API. */
export function apiDocument({ plugins, requestSchema }: Pick<Kernel, "plugins" | "requestSchema">): Json {
  return {
    ...info("Formulary", about),
    security: [],
    paths: {
      "/api/v1/calculators": { get: list },
      "/api/v1/calculators/{slug}": { get: detail },
      "/api/v1/calculators/{slug}/openapi.json": { get: own },
      "/api/v1/categories": { get: categories },
      "/api/v1/calculate": { post: calculateOperation(ref("CalculationRequest"), requests, ref("Answer")) },
      "/openapi.json": { get: document },
      ...Object.fromEntries(plugins.flatMap(({ operations = {} }) => Object.entries(operations).map(toPath))),
    },
    components: components({
      ...schemas,
      ...Object.fromEntries(plugins.flatMap(({ schemas: own = {} }) => Object.entries(own))),
      CalculationRequest: withReference(requestSchema) as Json,
    }),
  };
}

const toPath = ([path, methods]: [string, Operations[string]]): [string, Json] => [
  path.replace(/:(\w+)/g, "{$1}"),
  Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, toOperation(operation)])),
];

/** What a plugin declares, in the words of OpenAPI. */
function toOperation({
  operationId,
  tag,
  summary,
  description,
  keyed: isKeyed,
  parameters,
  request,
  answer,
  refusals: statuses,
}: Operation): Json {
  const schemaOf = (schema: string | Json) => (typeof schema === "string" ? ref(schema) : schema);
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description && { description }),
    ...(isKeyed && keyed),
    ...(parameters && { parameters }),
    ...(request && { requestBody: { required: true, content: json(schemaOf(request.schema), request.examples) } }),
    responses: { 200: answered(answer.description, schemaOf(answer.schema), answer), ...refusals(...statuses) },
  };
}

// Many calculations in one request. Each is answered, refused and counted on its own, in order.
import { CalcError, type Caller, definePlugin, type Kernel, type Operation, type Work } from "formulary";
import { asCalcError, type Problem, readJson, requestIdOf, route, sendJson, toProblem, workOf } from "formulary/http";
import type { H3Event } from "h3";

const batchPath = "/api/v1/calculate/batch";
const maxItems = 100;
const pauseMilliseconds = 10;

interface ItemAnswer {
  body: object;
  headers: Record<string, string>;
}

/** Answers `POST /api/v1/calculate/batch`. */
export default () =>
  definePlugin({
    name: "batch",
    http: (app, kernel) => route(app, batchPath, { POST: (event) => answer(event, kernel) }),
    operations: { [batchPath]: { post: operation } },
    schemas: {
      BatchRequest: {
        type: "object",
        required: ["items"],
        additionalProperties: false,
        properties: { items: { type: "array", minItems: 1, maxItems, items: refTo("CalculationRequest") } },
      },
      BatchAnswer: {
        type: "object",
        required: ["success", "items", "timestamp"],
        additionalProperties: false,
        properties: {
          success: { const: true },
          items: { type: "array", items: { anyOf: [refTo("Calculation"), refTo("Acknowledgement"), refTo("Problem")] } },
          timestamp: { type: "string", format: "date-time", description: "UTC, with milliseconds." },
        },
      },
    },
  });

const refTo = (schema: string) => ({ $ref: `#/components/schemas/${schema}` });
const example = { calculator: "compound-interest", inputs: { principal: 1000, rate: 5, years: 10 } };
const backwards = { ...example, inputs: { principal: 1000, rate: 5 }, solveFor: "years", target: { futureValue: 2000 } };
const operation: Operation = {
  operationId: "calculateBatch",
  tag: "Calculating",
  summary: "Up to 100 calculations, each answered, refused and counted on its own",
  description:
    "An item that is refused is a problem in its place; the answer is 200 all the same. The body may have 512 KiB. All items share the steps of one request (500,000): those after them are refused with too_much_work, and not counted.",
  keyed: true,
  request: { schema: "BatchRequest", examples: { two: { value: { items: [example, backwards] } } } },
  answer: {
    description: "The items in their order.",
    schema: "BatchAnswer",
    headers: ["RateLimit", "RateLimit-Policy", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"],
  },
  refusals: [400, 401, 403, 408, 413, 415, 422, 429, 503],
};

async function answer(event: H3Event, kernel: Kernel): Promise<Response> {
  const caller = await kernel.authenticate(event);
  const requests = itemsOf(await readJson(event, { bytes: 512 * 1024, depth: 34 }));
  const answers: object[] = [];
  const work = workOf(event, caller?.key);
  let lastHeaders: Record<string, string> = {};
  let since = performance.now();
  for (const [index, item] of requests.entries()) {
    // With the storage in memory nothing here waits: without a pause no other request would be served until the last item.
    if (performance.now() - since > pauseMilliseconds) {
      await new Promise((resolve) => setImmediate(resolve));
      since = performance.now();
    }
    const { body, headers } = await answerItem(item, { index, event, kernel, work, ...(caller && { caller }) });
    answers.push(body);
    if (headers.ratelimit) lastHeaders = headers;
  }
  const headers = Object.fromEntries(Object.entries(lastHeaders).filter(([name]) => /^(x-)?ratelimit/.test(name)));
  return sendJson(event, { success: true, items: answers, timestamp: new Date().toISOString() }, headers);
}

interface ItemContext {
  index: number;
  event: H3Event;
  kernel: Kernel;
  work: Work;
  caller?: Caller;
}
async function answerItem(item: unknown, { index, event, kernel, work, caller }: ItemContext): Promise<ItemAnswer> {
  try {
    if (item === null || typeof item !== "object" || Array.isArray(item))
      throw invalid(`/items/${index}`, "type", `items/${index} ${itemRule}`);
    // as: the line above has checked that it is an object
    const { body, headers } = await kernel.answer(item as Record<string, unknown>, {
      context: event.context,
      work,
      ...(caller && { caller }),
    });
    return { body: body(), headers };
  } catch (error) {
    const calcError = asCalcError(error);
    kernel.refuse(event, calcError);
    const requestId = requestIdOf(event);
    if (calcError.code === "internal")
      kernel.log("error", `${requestId} item ${index} of a batch: ${(calcError.cause as Error | undefined)?.stack}`);
    const body: Problem = toProblem(calcError, { instance: `${batchPath}#/items/${index}`, requestId });
    return { body, headers: calcError.headers };
  }
}

const itemRule = 'must be an object: { "calculator": "…", "inputs": { … } }.';
function invalid(path: string, code: string, message: string): CalcError {
  return new CalcError("invalid_inputs", { message, errors: [{ path, code, message }] });
}

function itemsOf({ items, ...more }: Record<string, unknown>): unknown[] {
  const [unknown] = Object.keys(more).map((name) => name.slice(0, 100));
  if (unknown !== undefined)
    throw invalid(`/${unknown}`, "additionalProperties", `"${unknown}" is not a member of a batch: send { "items": [ … ] }.`);
  if (!Array.isArray(items)) throw invalid("/items", items === undefined ? "required" : "type", "items must be a list of calculations.");
  if (items.length < 1 || items.length > maxItems)
    throw invalid(
      "/items",
      items.length < 1 ? "minItems" : "maxItems",
      `items must hold 1 to ${maxItems} calculations, not ${items.length}.`,
    );
  return items;
}

// Many calculations in one request. Each is answered, refused and counted on its own, in order.
import { CalcError, type Caller, definePlugin, type Kernel } from "formulary";
import { asCalcError, type Problem, type RequestSchema, readJson, requestIdOf, route, sendJson, toProblem } from "formulary/http";
import type { H3Event } from "h3";

/** Where batches are sent. */
export const batchPath = "/api/v1/calculate/batch";
const maxItems = 100;
/** The body of a batch; every item is a body of POST /api/v1/calculate. */
export const batchSchema = (items: RequestSchema) => ({
  type: "object",
  required: ["items"],
  additionalProperties: false,
  properties: { items: { type: "array", minItems: 1, maxItems, items } },
});
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
  });

async function answer(event: H3Event, kernel: Kernel): Promise<Response> {
  const caller = await kernel.authenticate(event);
  const requests = itemsOf(await readJson(event, { bytes: 512 * 1024, depth: 34 }));
  const answers: object[] = [];
  let lastHeaders: Record<string, string> = {};
  let since = performance.now();
  for (const [index, item] of requests.entries()) {
    // With the storage in memory nothing here waits: without a pause no other request would be served until the last item.
    if (performance.now() - since > pauseMilliseconds) {
      await new Promise((resolve) => setImmediate(resolve));
      since = performance.now();
    }
    const { body, headers } = await answerItem(item, { index, event, kernel, ...(caller && { caller }) });
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
  caller?: Caller;
}
async function answerItem(item: unknown, { index, event, kernel, caller }: ItemContext): Promise<ItemAnswer> {
  try {
    if (item === null || typeof item !== "object" || Array.isArray(item))
      throw invalid(`/items/${index}`, "type", `items/${index} ${itemRule}`);
    // as: the line above has checked that it is an object
    const { body, headers } = await kernel.answer(item as Record<string, unknown>, { context: event.context, ...(caller && { caller }) });
    return { body: body(), headers };
  } catch (error) {
    const calcError = asCalcError(error);
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

// Many calculations in one request: each is answered, refused and metered on its own, in order.

import { CalcError, type Caller, definePlugin, type Kernel } from "formulary";
import { asCalcError, type Problem, type RequestSchema, readJson, requestIdOf, route, sendJson, toProblem } from "formulary/http";
import type { H3Event } from "h3";

/** Where batches are sent. */
export const batchPath = "/api/v1/calculate/batch";
const most = 100;
/** The body of a batch; every item is a body of POST /api/v1/calculate. */
export const batchSchema = (items: RequestSchema) => ({
  type: "object",
  required: ["items"],
  additionalProperties: false,
  properties: { items: { type: "array", minItems: 1, maxItems: most, items } },
});
const pauseMilliseconds = 10;

interface Answered {
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
  const given = itemsOf(await readJson(event, { bytes: 512 * 1024, depth: 34 }));
  const items: object[] = [];
  let metered: Record<string, string> = {};
  let since = performance.now();
  for (const [at, item] of given.entries()) {
    // storage in memory answers at once: without a pause nobody else would be served until the last item is
    if (performance.now() - since > pauseMilliseconds) {
      await new Promise((resolve) => setImmediate(resolve));
      since = performance.now();
    }
    const { body, headers } = await answerItem(item, { at, event, kernel, ...(caller && { caller }) });
    items.push(body);
    if (headers.ratelimit) metered = headers;
  }
  const headers = Object.fromEntries(Object.entries(metered).filter(([name]) => /^(x-)?ratelimit/.test(name)));
  return sendJson(event, { success: true, items, timestamp: new Date().toISOString() }, headers);
}

interface Place {
  at: number;
  event: H3Event;
  kernel: Kernel;
  caller?: Caller;
}
async function answerItem(item: unknown, { at, event, kernel, caller }: Place): Promise<Answered> {
  try {
    if (item === null || typeof item !== "object" || Array.isArray(item)) throw refusal(`/items/${at}`, "type", `items/${at} ${anItem}`);
    // as: an object is what was just asked
    const { body, headers } = await kernel.answer(item as Record<string, unknown>, { context: event.context, ...(caller && { caller }) });
    return { body: body(), headers };
  } catch (error) {
    const own = asCalcError(error);
    const requestId = requestIdOf(event);
    if (own.code === "internal") kernel.log("error", `${requestId} item ${at} of a batch: ${(own.cause as Error | undefined)?.stack}`);
    const body: Problem = toProblem(own, { instance: `${batchPath}#/items/${at}`, requestId });
    return { body, headers: own.headers };
  }
}

const anItem = 'must be an object: { "calculator": "…", "inputs": { … } }.';
function refusal(path: string, code: string, message: string): CalcError {
  return new CalcError("invalid_inputs", { message, errors: [{ path, code, message }] });
}

function itemsOf({ items, ...more }: Record<string, unknown>): unknown[] {
  const [foreign] = Object.keys(more).map((name) => name.slice(0, 100));
  if (foreign !== undefined)
    throw refusal(`/${foreign}`, "additionalProperties", `"${foreign}" is not a member of a batch: send { "items": [ … ] }.`);
  if (!Array.isArray(items)) throw refusal("/items", items === undefined ? "required" : "type", "items must be a list of calculations.");
  if (items.length < 1 || items.length > most)
    throw refusal("/items", items.length < 1 ? "minItems" : "maxItems", `items must hold 1 to ${most} calculations, not ${items.length}.`);
  return items;
}

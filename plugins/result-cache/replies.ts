// A body that is sent again word for word: its prepared call, and its answer as JSON while the result is the same.
import type { Hooks, Kernel, Reply } from "formulary";
import { LRUCache } from "lru-cache";

/** The last answer to a body, without what changes from call to call. */
interface KnownBody {
  prepared: Reply["prepared"];
  outcome?: object;
  timestamp?: string;
  json?: string;
}
/** Characters of such bodies and answers. */
const mostCharacters = 4_000_000;

/** Makes the hook around answers; parsing, validating and writing JSON are done once per body. */
export function createReplyCache(kernel: () => Kernel): NonNullable<Hooks["answer"]> {
  const bodies = new LRUCache<string, KnownBody>({ maxSize: mostCharacters });
  const reuse = (reply: Reply, known: KnownBody): Reply => {
    const { prepared, answer, headers, body } = reply;
    return { prepared, answer, headers, body, json: () => jsonOf(reply, known) };
  };
  return async (body, context, next) => {
    const known = bodies.get(body);
    if (known && kernel().isCurrent(known.prepared)) return reuse(await kernel().replyTo(known.prepared, context), known);
    const reply = await next(body, context);
    // only what came from the cache was asked before; first questions would push out bodies that are sent again
    if (!reply.answer.cached) return reply;
    const entry: KnownBody = { prepared: reply.prepared };
    bodies.set(body, entry, { size: body.length + 2 * reply.json().length });
    return reuse(reply, entry);
  };
}

// The whole answer is the same text as long as outcome and timestamp are those of the cache.
function jsonOf({ answer, json }: Reply, known: KnownBody): string {
  const { outcome, timestamp, cached } = answer;
  if (!cached) return json();
  if (known.outcome !== outcome || known.timestamp !== timestamp) Object.assign(known, { outcome, timestamp, json: json() });
  return known.json!;
}

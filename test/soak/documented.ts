// Whether an answer has one of the shapes that the README documents.

export interface Seen {
  status: number;
  type: string;
  text: string;
}
const refusals = [400, 401, 403, 404, 405, 408, 413, 415, 417, 422, 429, 431, 503];
const isText = (value: unknown) => typeof value === "string";
const isList = Array.isArray;
type Body = Record<string, unknown>;

/** What a good answer may be, by a member that only it has. */
const shapes: Record<string, (body: Body) => boolean> = {
  success: (body) =>
    body.success === true &&
    isText(body.calculator) &&
    isText(body.timestamp) &&
    (body.result ? isResult(body) : isText(body.calculatorUrl)),
  total: ({ total, calculators }) => Number.isInteger(total) && isList(calculators),
  groups: ({ groups }) => isList(groups),
  slug: ({ slug, revision, outputs }) => isText(slug) && isText(revision) && outputs !== undefined,
  ready: ({ status, ready, faults }) => status === "ok" && typeof ready === "boolean" && Number.isInteger(faults),
};
function isResult({ result, revision, cached }: Body): boolean {
  const { results, explanation } = result as { results?: Record<string, { value: unknown }>; explanation?: unknown };
  return (
    isText(revision) &&
    typeof cached === "boolean" &&
    isText(explanation) &&
    Object.values(results ?? {}).every(({ value }) => value !== null)
  );
}

/** Why an answer is not a documented one; nothing when it is. */
export function undocumented({ status, type, text }: Seen): string | undefined {
  const say = (why: string) => `${status} ${why}: ${text.slice(0, 200)}`;
  if (status === 100) return undefined;
  if (status === 204 || status === 304) return text === "" ? undefined : say("with a body");
  if (status === 200 && text === "") return undefined;
  // pages answer people, refusals among them
  if (type.startsWith("text/html")) return text.startsWith("<!doctype html>") ? undefined : say("is no whole page");
  let body: Body;
  try {
    body = JSON.parse(text) as Body;
  } catch {
    return say("is no JSON");
  }
  if (status === 200) {
    if (type !== "application/json") return say(`as ${type}`);
    const [, fits] = Object.entries(shapes).find(([member]) => Object.hasOwn(body, member)) ?? [];
    return fits?.(body) ? undefined : say("of no known shape");
  }
  if (!refusals.includes(status)) return say("is no status we have");
  const { type: kind, title, detail, instance, success, code, requestId, errors } = body;
  const whole =
    [kind, title, detail, instance, code, requestId].every(isText) && success === false && body.status === status && isList(errors);
  return whole && type === "application/problem+json" ? undefined : say("is no problem document");
}

// Revisions: a request may ask for one, and what was added, changed or withdrawn since a moment is listed for clients that keep a copy.
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { CalcError, definePlugin, type Kernel, type Operation, yieldEvery } from "formulary";
import { createPrepared, route } from "formulary/http";
import type { H3Event } from "h3";
import { changesSince, fromText, type History, isThere, latestOf, type Memory, noHistory, remember, toText } from "./record.ts";

const path = "/api/v1/changes";
const key = "catalogue-revisions";
const mostTries = 5;
const errors = { gone: { status: 409, title: "The calculator has another revision now" } };

const text = { type: "string" };
const moment = { type: "string", format: "date-time" };
const operation: Operation = {
  operationId: "listChanges",
  tag: "Catalogue",
  summary: "Calculators that were added, changed or withdrawn since a moment",
  description:
    "For clients that keep a copy: ask with `since` set to `until` of the answer before. A calculator is named once, with its last change. A new version of the program changes all revisions.",
  parameters: [
    {
      name: "since",
      in: "query",
      required: false,
      schema: { anyOf: [moment, { type: "string", format: "date" }] },
      description: "A date or a moment in UTC; everything where it is left out.",
      example: "2026-01-31",
    },
  ],
  answer: { description: "The oldest change first.", schema: "ChangeList", headers: ["ETag"] },
  refusals: [400],
};
const schemas = {
  ChangeList: {
    type: "object",
    required: ["until", "changes"],
    additionalProperties: false,
    properties: {
      until: { ...moment, description: "The moment of the last change that is known: the next `since`." },
      changes: {
        type: "array",
        items: {
          type: "object",
          required: ["slug", "change", "at"],
          additionalProperties: false,
          properties: {
            slug: text,
            change: { enum: ["added", "changed", "withdrawn"] },
            at: moment,
            revision: { ...text, description: "Of a calculator that is there." },
            replacedBy: { ...text, description: "Of a withdrawn one: the calculator that answers for it, where there is one." },
          },
        },
      },
    },
  },
};
const properties = {
  revision: {
    type: "string",
    maxLength: 64,
    description: "the revision to calculate with, as an answer names it: refused with 409 when the calculator has another one now",
    examples: ["1d21720ee3e9d32c"],
  },
};

interface Options {
  /** The file with what version control knows; where it is absent, moments are those at which this storage first saw a revision. */
  history?: string;
  now?: () => number;
}

/** Brings the member `revision` of POST /calculate, `changed` in a detail, and `GET /api/v1/changes`. */
export default ({ history: historyPath, now = Date.now }: Options = {}) => {
  const history = readHistory(historyPath);
  let memory: Memory = new Map();
  let started: Kernel | undefined;
  let watching: Promise<void> = Promise.resolve();

  /** Compares the calculators with the memory, and stores it where something changed; several servers add to one record. */
  async function look({ catalog, storage, log }: Kernel): Promise<void> {
    const pause = yieldEvery(5);
    const current = new Map<string, string>();
    for (const { slug } of catalog.list().calculators) {
      const calculator = catalog.get(slug);
      if (calculator) current.set(slug, calculator.revision);
      await pause();
    }
    // a file with a mistake is not withdrawn
    const broken = brokenIn(catalog);
    for (const [slug, known] of memory) if (broken.has(slug) && !current.has(slug) && isThere(known)) current.set(slug, known.revision);
    try {
      for (let tries = 0; tries < mostTries; tries++) {
        const before = await storage.keys.get(key);
        const next = remember(before === null ? memory : fromText(before), current, { history, now: new Date(now()).toISOString() });
        memory = next;
        const after = toText(next);
        if (after === before || (await storage.keys.replace(key, before, after))) return;
      }
    } catch (error) {
      log("warn", `Changes of the catalogue were not stored, the next change tries again: ${(error as Error).message}`);
    }
  }
  const queue = (kernel: Kernel) => (watching = watching.then(() => look(kernel)));

  const prepared = createPrepared();
  return definePlugin({
    name: "revisions",
    errors,
    schemas,
    operations: { [path]: { get: operation } },
    http: (app, { catalog }) =>
      route(app, path, {
        GET: (event) => {
          const since = sinceOf(event);
          const successor = (slug: string) => catalog.get(slug)?.slug;
          const make = () => ({
            until: latestOf(memory),
            changes: changesSince(memory, since).map((each) => withSuccessor(each, successor)),
          });
          return prepared(event, { version: memory, key: since, make });
        },
      }),
    members: {
      properties,
      add: ({ revision }, { calculator }) => {
        if (revision !== undefined && revision !== calculator.revision) throw gone(String(revision), calculator.revision);
        return [];
      },
    },
    hooks: {
      describe: ({ slug, revision }) => {
        const known = memory.get(slug);
        const changed = isThere(known) && known.revision === revision ? known.changed : history.files[slug]?.changed;
        return changed === undefined ? {} : { changed: changed.slice(0, 10) };
      },
      withdrawn: (slug) => {
        const known = memory.get(slug);
        if (!started || brokenIn(started.catalog).has(slug)) return undefined;
        // what was there until now went since the last look
        return known && (isThere(known) ? new Date(now()).toISOString() : known.withdrawn).slice(0, 10);
      },
      open: async (kernel) => {
        started = kernel;
        memory = fromText(await kernel.storage.keys.get(key).catch(() => null));
      },
      ready: (kernel) => void queue(kernel),
      change: (_, kernel) => void queue(kernel),
      close: () => watching,
    },
  });
};

/** The slugs whose files have a mistake now. */
const brokenIn = (catalog: Kernel["catalog"]): Set<string> => new Set(catalog.findings().map(({ file }) => basename(file, ".yaml")));

const withSuccessor = (each: ReturnType<typeof changesSince>[number], successor: (slug: string) => string | undefined) => {
  const replacedBy = each.change === "withdrawn" ? successor(each.slug) : undefined;
  return replacedBy === undefined ? each : { ...each, replacedBy };
};

function readHistory(file: string | undefined): History {
  if (file === undefined) return noHistory;
  try {
    return JSON.parse(readFileSync(file, "utf8")) as History;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return noHistory;
    throw new CalcError("configuration", { message: `${file} cannot be read: run npm run build again.`, cause: error });
  }
}

const gone = (wanted: string, current: string) =>
  new CalcError(
    "revisions/gone",
    {
      message: `The calculator has the revision ${current} now, not "${wanted}": read its detail again, and leave revision out or send the current one.`,
      errors: [{ path: "/revision", code: "current", message: current }],
    },
    errors.gone,
  );

/** The moment of the query as ISO 8601 in UTC. */
function sinceOf(event: H3Event): string {
  const since = event.url.searchParams.get("since") ?? "";
  if (since === "") return "";
  const isDate = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/.test(since);
  const time = isDate ? Date.parse(since) : Number.NaN;
  if (Number.isNaN(time))
    throw new CalcError("invalid_query", {
      message: 'The parameter "since" must be a date (2026-01-31) or a moment (2026-01-31T08:00:00Z).',
    });
  return new Date(time).toISOString();
}

// Revisions: which one a request asks for, what changed since a moment, and calculators that were withdrawn.
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type AreaDriver, memoryDriver } from "formulary";
import { describe, expect, it } from "vitest";
import revisions from "../../plugins/revisions/index.ts";
import { changesSince, fromText, latestOf, type Memory, remember, toText } from "../../plugins/revisions/record.ts";
import { inputs, serve } from "./served.ts";

const file = (folder: string) => join(folder, "finance/compound-interest.yaml");

async function started({ keys = memoryDriver(), history }: { keys?: AreaDriver; history?: string } = {}) {
  let time = Date.parse("2026-05-01T00:00:00Z");
  const served = await serve({ keys }, { more: [revisions({ now: () => time, ...(history && { history }) })] });
  const get = async (address: string) => {
    const response = await served.server.app.request(`/api/v1/${address}`);
    return { status: response.status, body: await response.json() };
  };
  interface Changes {
    until: string;
    changes: { slug: string; change: string; at: string; revision?: string; replacedBy?: string }[];
  }
  const changes = async (since = ""): Promise<Changes> => (await get(`changes?since=${since}`)).body;
  return { ...served, get, changes, keys, tick: () => (time += 3_600_000) };
}
type Started = Awaited<ReturnType<typeof started>>;
const seen = ({ changes }: Started, since: string, test: (found: Awaited<ReturnType<Started["changes"]>>) => boolean) =>
  expect.poll(async () => test(await changes(since)), { timeout: 10_000 }).toBe(true);

describe("GET /api/v1/changes", () => {
  it("lists what was added, changed, withdrawn and replaced, also after a restart", async () => {
    const first = await started();
    await seen(first, "", ({ changes }) => changes.length > 0);
    const { until, changes } = await first.changes();
    expect(until).toBe("2026-05-01T00:00:00.000Z");
    expect(changes.every(({ change, at, revision }) => change === "added" && at === until && /^[0-9a-f]{16}$/.test(revision!))).toBe(true);
    expect(changes.map(({ slug }) => slug)).toContain("compound-interest");
    expect((await first.changes(until)).changes).toEqual([]);

    first.tick();
    const text = await readFile(file(first.folder), "utf8");
    await writeFile(file(first.folder), text.replace("decimals: 2", "decimals: 3"));
    await first.server.kernel.catalog.refresh();
    await seen(first, until, (found) => found.changes.length === 1);
    const [changed] = (await first.changes(until)).changes;
    expect(changed).toMatchObject({ slug: "compound-interest", change: "changed", at: "2026-05-01T01:00:00.000Z" });
    expect((await first.get("calculators/compound-interest")).body).toMatchObject({ changed: "2026-05-01", revision: changed!.revision });

    first.tick();
    await rm(file(first.folder));
    await first.server.kernel.catalog.refresh();
    await seen(first, changed!.at, (found) => found.changes.length === 1);
    expect((await first.changes(changed!.at)).changes).toEqual([
      { slug: "compound-interest", change: "withdrawn", at: "2026-05-01T02:00:00.000Z" },
    ]);
    const gone = await first.get("calculators/compound-interest");
    expect([gone.status, gone.body.code, gone.body.detail]).toEqual([410, "withdrawn", expect.stringContaining("withdrawn on 2026-05-01")]);
    expect((await first.ask(await first.key())).status).toBe(410);

    await writeFile(
      join(first.folder, "finance/interest.yaml"),
      text.replace(/^subcategory:/m, "replaces: [compound-interest]\nsubcategory:"),
    );
    await first.server.kernel.catalog.refresh();
    expect((await first.get("calculators/compound-interest")).body.slug).toBe("interest");
    await seen(first, changed!.at, (found) => found.changes.length === 2);
    expect((await first.changes(changed!.at)).changes[0]).toMatchObject({ slug: "compound-interest", replacedBy: "interest" });
    const stored = await first.server.kernel.storage.keys.get("catalogue-revisions");
    await first.server.close();

    // what a server saw outlives it: the next one, with the file that was withdrawn there again
    const keys = memoryDriver();
    await keys.setItem!("catalogue-revisions", stored!, {});
    const second = await started({ keys });
    await seen(second, "2026-05-01T02:30:00Z", (found) => found.changes.length === 0);
    await seen(second, "", ({ changes: all }) => all.some(({ slug, change }) => slug === "compound-interest" && change === "added"));
    await second.server.close();
  });
  it("does not call a calculator withdrawn whose file has a mistake", async () => {
    const keys = memoryDriver();
    const known = { revision: "0123456789abcdef", added: "2026-01-01T00:00:00.000Z", changed: "2026-01-01T00:00:00.000Z" };
    await keys.setItem!("catalogue-revisions", JSON.stringify({ broken: known, gone: known }), {});
    const first = await started({ keys });
    await writeFile(join(first.folder, "finance/broken.yaml"), "title: [");
    await first.server.kernel.catalog.refresh();
    await seen(first, "2026-02-01", ({ changes }) => changes.some(({ slug, change }) => slug === "gone" && change === "withdrawn"));
    expect([(await first.get("calculators/broken")).status, (await first.get("calculators/gone")).status]).toEqual([404, 410]);
    await first.server.close();
  });
  it.each(["yesterday", "2026-13-01", "2026-01-01T25:00:00Z", "1"])("refuses since=%s", async (since) => {
    const { get, server } = await started();
    expect((await get(`changes?since=${since}`)).body.code).toBe("invalid_query");
    await server.close();
  });
  it("takes moments from the history of the build", async () => {
    const { folder, server } = await started();
    await server.close();
    const history = join(folder, "history.json");
    const own = { added: "2025-01-02T03:04:05.000Z", changed: "2025-06-07T08:09:10.000Z" };
    await writeFile(history, JSON.stringify({ files: { "compound-interest": own }, withdrawn: { "old-one": "2025-07-01T00:00:00.000Z" } }));
    const next = await started({ history });
    expect((await next.get("calculators/compound-interest")).body.changed).toBe("2025-06-07");
    await seen(next, "", ({ changes }) => changes.some(({ slug }) => slug === "old-one"));
    const found = (await next.changes()).changes;
    expect(found[0]).toMatchObject({ slug: "compound-interest", change: "added", at: own.changed });
    expect(found[1]).toEqual({ slug: "old-one", change: "withdrawn", at: "2025-07-01T00:00:00.000Z" });
    expect((await next.get("calculators/old-one")).status).toBe(410);
    await next.server.close();
  });
});

describe("the member revision", () => {
  it("calculates with the current one, and is 409 with the current one for any other", async () => {
    const { server, key, get } = await started();
    const { revision } = (await get("calculators/compound-interest")).body;
    const send = async (wanted: unknown) => {
      const response = await server.app.request("/api/v1/calculate", {
        method: "POST",
        headers: { "content-type": "application/json", "x-api-key": await key() },
        body: JSON.stringify({ calculator: "compound-interest", inputs, revision: wanted }),
      });
      return { status: response.status, body: await response.json() };
    };
    expect(await send(revision)).toMatchObject({ status: 200, body: { revision } });
    expect(await send("0123456789abcdef")).toMatchObject({
      status: 409,
      body: { code: "revisions/gone", errors: [{ path: "/revision", code: "current", message: revision }] },
    });
    expect((await send(7)).status).toBe(422);
    await server.close();
  });
});

describe("what is remembered", () => {
  const now = (hour: number) => `2026-01-01T0${hour}:00:00.000Z`;
  const history = { files: {}, withdrawn: {} };
  const see = (memory: Memory, current: object, hour: number) =>
    remember(memory, new Map(Object.entries(current)), { history, now: now(hour) });
  it("is the same text for the same calculators, and survives a text that is none", () => {
    const memory = see(new Map(), { b: "1", a: "2" }, 1);
    expect(toText(fromText(toText(memory)))).toBe(toText(see(memory, { a: "2", b: "1" }, 2)));
    expect(fromText("{").size).toBe(0);
    expect([latestOf(new Map()), latestOf(memory)]).toEqual(["1970-01-01T00:00:00.000Z", now(1)]);
  });
  it("names a calculator once, with its last change, and one that came back as added", () => {
    let memory = see(new Map(), { a: "1", b: "1" }, 1);
    memory = see(memory, { a: "2" }, 2);
    memory = see(memory, { a: "2", b: "3" }, 3);
    expect(changesSince(memory, now(1))).toEqual([
      { slug: "a", change: "changed", at: now(2), revision: "2" },
      { slug: "b", change: "added", at: now(3), revision: "3" },
    ]);
  });
});

// API keys: created, checked, revoked and counted; and a storage that fails or has lost its records.
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Area, createStorage, memoryDriver } from "formulary";
import { describe, expect, it } from "vitest";
import { createAccounts, readApiKey, readPlans } from "../../plugins/accounts/index.ts";
import { folderDriver } from "../../plugins/storage-fs/index.ts";
import { serve, watched } from "./served.ts";

const areaOn = async (driver = memoryDriver()): Promise<Area> => (await createStorage({ keys: driver }, () => {})).keys;
const accountsOn = (area: Area, log: (level: string, message: string) => void = () => {}) =>
  createAccounts({ area, plans: readPlans("standard"), log });

/** A key with the first two different neighbours after the prefix exchanged. */
function exchanged(key: string): string {
  let at = 8;
  while (key[at] === key[at + 1]) at++;
  return key.slice(0, at) + key[at + 1] + key[at] + key.slice(at + 2);
}

describe("a request without a good key is answered 401", async () => {
  const { driver, calls } = watched(memoryDriver());
  const served = await serve({ keys: driver });
  const good = await served.key();
  const last = good.at(-1) === "a" ? "b" : "a";

  it.each([
    ["no key", undefined, "accounts/missing_key"],
    ["an empty one", "", "accounts/malformed_key"],
    ["spaces", "   ", "accounts/malformed_key"],
    ["15 KB", "k".repeat(15_000), "accounts/malformed_key"],
    ["letters that are not ASCII", "ck_live_\u00e9\u00e8", "accounts/malformed_key"],
    ["a word", "hunter2", "accounts/malformed_key"],
    ["one wrong letter", good.slice(0, -1) + last, "accounts/malformed_key"],
    ["two letters exchanged", exchanged(good), "accounts/malformed_key"],
    ["two different keys (QUO-020)", `${good}, ${good.slice(0, -1) + last}`, "accounts/two_keys"],
  ])("%s (QUO-021)", async (_, key, code) => {
    const before = { ...calls };
    const { status, headers, body } = await served.ask(key);
    expect([status, body.code]).toEqual([401, code]);
    expect(headers.get("www-authenticate")).toBe('ApiKey header="X-API-Key"');
    // a text that cannot be a key causes no read of the storage (QUO-017)
    if (good !== key) expect(calls).toEqual(before);
  });
  it("a key in the address is not accepted, and the answer says where it belongs", async () => {
    const { status, body } = await served.ask(undefined, { query: `?api_key=${good}` });
    expect([status, body.code]).toEqual([401, "accounts/key_in_address"]);
  });
  it("a well-formed key of nobody, and one with another's account", async () => {
    const elsewhere = await accountsOn(await areaOn());
    const { id } = await elsewhere.ensure("a@example.org");
    const { text } = await elsewhere.createKey(id, "x");
    expect((await served.ask(text)).body.code).toBe("accounts/unknown_key");
  });
  it("a slash at the end, another case of the header, and the same key twice are the same question", async () => {
    expect((await served.ask(`${good}, ${good}`)).status).toBe(200);
    expect((await served.ask(undefined, { headers: { "X-Api-KEY": good } })).status).toBe(200);
    const asked = (path: string) =>
      served.server.app.request(path, { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });
    for (const path of ["/api/v1/calculate/", "/api/v1/%63alculate", "/api/v1//calculate"])
      expect([401, 404]).toContain((await asked(path)).status);
  });
  it("but everything that needs no key is answered without one", async () => {
    for (const path of ["/api/v1/calculators", "/api/v1/calculators/compound-interest", "/api/v1/categories", "/healthz"])
      expect((await served.server.app.request(path)).status).toBe(200);
  });
});

describe("keys", () => {
  it("hold account and key, and are stored as a digest only (DAS-002)", async () => {
    const folder = await mkdtemp(join(tmpdir(), "formulary-"));
    const accounts = accountsOn(await areaOn(folderDriver({ folder })));
    const account = await accounts.ensure("a@example.org", "Developer");
    const { text, key } = await accounts.createKey(account.id, "  my script ");
    expect(readApiKey(text)).toEqual({ account: account.id, key: key.id });
    expect(key).toMatchObject({ name: "my script", hint: text.slice(-4) });
    for (const file of await readdir(folder, { recursive: true, withFileTypes: true }))
      if (file.isFile()) expect(await readFile(join(file.parentPath, file.name), "utf8")).not.toContain(text.slice(0, 40));
    expect(await accounts.verify(text)).toEqual({ id: account.id, key: key.id, plan: "Developer", limit: 10_000 });
  });
  it("are refused with 403 once revoked, for ever, also when revoked twice (DAS-018)", async () => {
    const served = await serve();
    const key = await served.key();
    const { account, key: id } = readApiKey(key)!;
    expect((await served.ask(key)).status).toBe(200);
    const [first, second] = await Promise.all([served.accounts.revokeKey(account, id), served.accounts.revokeKey(account, id)]);
    expect(first.revoked).toBe(second.revoked);
    expect((await served.ask(key)).body.code).toBe("accounts/revoked_key");
    expect((await served.ask(key)).status).toBe(403);
  });
  it("of a suspended account are refused with 403, and work again when it is active", async () => {
    const served = await serve();
    const key = await served.key();
    const { account } = readApiKey(key)!;
    await served.accounts.change(account, (before) => ({ ...before, state: "suspended" }));
    expect((await served.ask(key)).body.code).toBe("accounts/suspended");
    await served.accounts.change(account, (before) => ({ ...before, state: "active" }));
    expect((await served.ask(key)).status).toBe(200);
  });
  it("made by another server are good at once, and revoked by another within a second (QUO-015)", async () => {
    const area = await areaOn();
    const [here, there] = [accountsOn(area), accountsOn(area)];
    const { id } = await here.ensure("a@example.org", "Developer");
    const first = await here.createKey(id, "first");
    await there.verify(first.text);
    const second = await here.createKey(id, "second");
    expect(await there.verify(second.text)).toMatchObject({ key: second.key.id });
    await here.revokeKey(id, first.key.id);
    await new Promise((next) => setTimeout(next, 1000));
    await expect(there.verify(first.text)).rejects.toMatchObject({ code: "accounts/revoked_key" });
  });
  it("have names that steer no terminal", async () => {
    const accounts = accountsOn(await areaOn());
    const { id } = await accounts.ensure("a@example.org", "Developer");
    expect((await accounts.createKey(id, " red\u001b[31m\r\nend\u202e ")).key.name).toBe("red [31m  end");
    expect((await accounts.createKey(id, "\u{1F511}".repeat(70))).key.name).toBe("\u{1F511}".repeat(60));
  });
  it("say to the hour when they were last used", async () => {
    const accounts = accountsOn(await areaOn());
    const { id } = await accounts.ensure("a@example.org");
    const { text, key } = await accounts.createKey(id, "x");
    expect(await accounts.lastUsed(id)).toEqual({});
    await accounts.verify(text);
    await new Promise((next) => setTimeout(next, 50));
    expect(await accounts.lastUsed(id)).toEqual({ [key.id]: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:00:00Z$/) });
  });
});

describe("accounts", () => {
  it.each([
    ["memory", async () => areaOn()],
    ["files", async () => areaOn(folderDriver({ folder: await mkdtemp(join(tmpdir(), "formulary-")) }))],
  ])("hold the plan's cap on keys when five are made at once (QUO-016), on %s", async (_, open) => {
    const area = await open();
    const [here, there] = [accountsOn(area), accountsOn(area)];
    const { id } = await here.ensure("a@example.org", "Developer");
    await here.createKey(id, "1");
    await here.createKey(id, "2");
    const made = await Promise.allSettled([here, there, here, there, here].map((each) => each.createKey(id, "more")));
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const each of made)
      if (each.status === "rejected") expect(each.reason).toMatchObject({ code: "accounts/too_many_keys", status: 409 });
    expect((await here.find(id))!.keys).toHaveLength(3);
    await here.revokeKey(id, (await here.find(id))!.keys[0]!.id);
    await here.createKey(id, "instead");
  });
  it("are one for an e-mail address, however it is written and however many ask at once", async () => {
    const area = await areaOn();
    const made = await Promise.all(["a@Example.org", "A@example.org ", "a@example.org"].map((email) => accountsOn(area).ensure(email)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(await accountsOn(area).findByEmail("A@EXAMPLE.ORG")).toMatchObject({ id: made[0]!.id, plan: "Hobby" });
    expect(await accountsOn(area).list()).toHaveLength(1);
  });
  it.each(["", "me", "a@b", "a b@c.de", "a\u001b[31m@c.de", "a\u202e@c.de", `${"x".repeat(250)}@a.de`])(
    "refuse the e-mail address %j",
    async (email) => {
      await expect(accountsOn(await areaOn()).ensure(email)).rejects.toMatchObject({ code: "accounts/bad_email" });
    },
  );
});

describe("a storage of keys that fails", () => {
  it("answers 503 with Retry-After, never 401 and never 200, and works when it is back", async () => {
    const { driver, fail } = watched(memoryDriver());
    const served = await serve({ keys: driver });
    const key = await served.key();
    expect((await served.ask(key)).status).toBe(200);
    await new Promise((next) => setTimeout(next, 1000));
    fail(true);
    const { status, headers, body } = await served.ask(key);
    expect([status, body.code, headers.get("retry-after")]).toEqual([503, "storage_unavailable", "1"]);
    expect((await served.server.app.request("/api/v1/calculators")).status).toBe(200);
    fail(false);
    expect((await served.ask(key)).status).toBe(200);
  });
  it("that lost its records answers 503, says so in the log, and recovers with them (STO-009, STO-019)", async () => {
    const folder = await mkdtemp(join(tmpdir(), "formulary-"));
    const log: string[] = [];
    const served = await serve({ keys: folderDriver({ folder }) }, { log: (_, message) => log.push(message) });
    const key = await served.key();
    expect((await served.ask(key)).status).toBe(200);
    await new Promise((next) => setTimeout(next, 1000));
    await rename(join(folder, "records"), join(folder, "elsewhere"));
    expect((await served.ask(key)).status).toBe(503);
    expect(log.join()).toContain("lost accounts");
    await expect(served.accounts.ensure("new@example.org")).rejects.toMatchObject({ status: 503 });
    expect((await served.server.app.request("/api/v1/calculators")).status).toBe(200);
    await rename(join(folder, "elsewhere"), join(folder, "records"));
    expect((await served.ask(key)).status).toBe(200);
  });
  it.each([
    ["cut short", '\n{"id":"'],
    ["garbage", "\n\u0000\u0001garbage"],
    ["another record", '\n{"id":"zzzzzzzzzzzz","keys":[]}'],
    ["a key that is null", '\n{"id":"ACCOUNT","keys":[null]}'],
    ["a hash that is too short", '\n{"id":"ACCOUNT","keys":[{"id":"KEY","hash":"abc"}]}'],
    ["a hash that is a number", '\n{"id":"ACCOUNT","keys":[{"id":"KEY","hash":5}]}'],
  ])("with one record %s answers 503 for that key and 200 for others (STO-011)", async (_, content) => {
    const folder = await mkdtemp(join(tmpdir(), "formulary-"));
    const log: string[] = [];
    const served = await serve({ keys: folderDriver({ folder }) }, { log: (_level, message) => log.push(message) });
    const [broken, whole] = [await served.key(), await served.key()];
    const { account, key } = readApiKey(broken)!;
    const text = content.replace("ACCOUNT", account).replace("KEY", key);
    await writeFile(join(folder, "records/accounts", `{${account[0]}}`, account, "@9"), text);
    expect((await served.ask(broken)).status).toBe(503);
    expect(log.join()).toContain(`account ${account} cannot be read`);
    expect((await served.ask(whole)).status).toBe(200);
    expect(served.accounts.damaged()).toEqual([account]);
    expect((await served.accounts.list()).map(({ id }) => id)).toEqual([readApiKey(whole)!.account]);
  });
  it("with a file where a folder should be answers 503 (STO-004), and a revocation that fails says so (STO-005)", async () => {
    const folder = await mkdtemp(join(tmpdir(), "formulary-"));
    const served = await serve({ keys: folderDriver({ folder }) });
    const key = await served.key();
    const { account, key: id } = readApiKey(key)!;
    const place = join(folder, "records/accounts", `{${account[0]}}`, account);
    await rename(place, `${place}x`);
    await writeFile(place, "");
    expect((await served.ask(key)).status).toBe(503);
    await expect(served.accounts.revokeKey(account, id)).rejects.toMatchObject({ code: "storage_unavailable" });
    await rm(place);
    await rename(`${place}x`, place);
    expect((await served.accounts.find(account))!.keys[0]!.revoked).toBeUndefined();
  });
});

describe("a table of plans", async () => {
  const folder = await mkdtemp(join(tmpdir(), "formulary-"));
  const read = async (text: string) => {
    await writeFile(join(folder, "plans.yaml"), text);
    return readPlans(join(folder, "plans.yaml"));
  };
  it("is one of two that ship, or a file", async () => {
    expect([...readPlans("standard").values()]).toEqual([
      { name: "Hobby", calculations: 100, keys: 1 },
      { name: "Developer", calculations: 10_000, keys: 3 },
      { name: "Business", calculations: 100_000, keys: 10 },
      { name: "Enterprise", calculations: Number.POSITIVE_INFINITY, keys: 50 },
    ]);
    expect([...readPlans("lite").values()].map(({ name, calculations, keys }) => [name, calculations, keys])).toEqual([
      ["Free", 100, 1],
      ["Pro", 1000, 3],
      ["Premium", 10_000, 5],
    ]);
    expect([...(await read("Team: { calculations: 5, keys: 2 }")).keys()]).toEqual(["Team"]);
  });
  it.each([
    ["", /one plan per line/],
    ["- a", /one plan per line/],
    ["Team: 5", /"Team" needs calculations/],
    ["A: { calculations: 1, keys: 1 }\nTeam: { calculations: -5, keys: 2 }", /plans\.yaml:2:1 "Team" needs calculations/],
    ["Team: { calculations: 5 }", /"Team" needs keys/],
    ["Team: { calculations: 5, keys: 1, price: 9 }", /unknown field "price"/],
    ["Team: { calculations: 5, keys: 1 ", /plans\.yaml:1:/],
  ])("refuses %j and says where", async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });
  it("refuses a file that is not there", () => {
    expect(() => readPlans("nowhere.yaml")).toThrow(/PLANS=nowhere.yaml is not valid: it must be standard, lite or a file/);
  });
});

describe("a key with a successor", () => {
  it("is refused from its end on, and the successor counts in its place", async () => {
    let time = Date.UTC(2026, 0, 1);
    const accounts = createAccounts({ area: await areaOn(), plans: readPlans("standard"), log: () => {}, now: () => time });
    const { id } = await accounts.ensure("a@example.org");
    const old = await accounts.createKey(id, "script");
    const fresh = await accounts.rollKey(id, old.key.id, "2026-01-01T01:00:00.000Z");
    for (const { text } of [old, fresh]) expect(await accounts.verify(text)).toMatchObject({ id });
    await expect(accounts.createKey(id, "more")).rejects.toMatchObject({ code: "accounts/too_many_keys" });
    time += 3_600_000;
    await expect(accounts.verify(old.text)).rejects.toMatchObject({ code: "accounts/expired_key", status: 403 });
    expect(await accounts.verify(fresh.text)).toMatchObject({ key: fresh.key.id });
  });
  it("of no grace is revoked at once", async () => {
    const accounts = accountsOn(await areaOn());
    const { id } = await accounts.ensure("a@example.org");
    const old = await accounts.createKey(id, "script");
    await accounts.rollKey(id, old.key.id, new Date().toISOString());
    await expect(accounts.verify(old.text)).rejects.toMatchObject({ code: "accounts/revoked_key" });
  });
});

describe("a deleted account", () => {
  it("keeps its keys refused and nothing else; its address makes a new account, also when the deletion was cut short", async () => {
    const area = await areaOn();
    const accounts = accountsOn(area);
    const { id } = await accounts.open("a@example.org");
    await expect(accounts.open("A@example.org")).rejects.toMatchObject({ code: "accounts/email_taken", status: 409 });
    const { text } = await accounts.createKey(id, "their name");
    const index = (await area.keys("emails:"))[0]!;
    const claimed = (await area.get(index))!;
    await accounts.erase(id);
    await accounts.erase(id);
    await expect(accounts.verify(text)).rejects.toMatchObject({ code: "accounts/revoked_key" });
    await expect(accounts.createKey(id, "more")).rejects.toMatchObject({ code: "accounts/suspended" });
    expect(JSON.stringify(await accounts.find(id))).not.toMatch(/their name|a@example/);
    expect(await accounts.list()).toEqual([]);
    await area.replace(index, null, claimed);
    expect(await accounts.findByEmail("a@example.org")).toBeUndefined();
    const again = await accounts.open("a@example.org");
    expect(again.id).not.toBe(id);
    expect(again.keys).toEqual([]);
  });
});

// Attacks on the sign-in page and the pages behind it, each with its id; the name of the test says what must happen.

import { definePlugin, memoryDriver } from "formulary";
import { describe, expect, it } from "vitest";
import { readApiKey } from "../../plugins/accounts/index.ts";
import { pagesOf } from "../../plugins/pages/index.ts";
import { watched } from "./served.ts";
import { type DashboardSite, password, refusalOf, serveDashboard, type Visitor } from "./visitor.ts";

const site: DashboardSite = await serveDashboard();
const ann: Visitor = site.visit();
await ann.signUp("ann@example.org");
const annId = [...ann.cookies.values()][0]!.slice(0, 12);
const plan = (name: string) => site.accounts.change(annId, (account) => ({ ...account, plan: name }));
const annKeys = async () => (await site.accounts.find(annId))!.keys;
/** A visitor with a new session of Ann's account. */
const signedIn = async (): Promise<Visitor> => {
  const visitor = site.visit();
  await visitor.submit("/dashboard/sign-in", { email: "ann@example.org", password });
  return visitor;
};

describe("keys", () => {
  it("DAS-001 a new key is shown once; after a reload and on every other page only ck_live_… and its last four letters are left", async () => {
    await plan("Business");
    const answer = await ann.post("/dashboard/keys", { name: "once" });
    expect([answer.status, answer.text]).toEqual([303, ""]);
    const first = await ann.get(answer.location);
    const text = /ck_live_\w{48}/.exec(first.text)![0];
    expect(first.headers.get("cache-control")).toBe("no-store");
    expect(first.text).toMatch(/curl -s http:\/\/localhost\/api\/v1\/calculate/);
    for (const path of [answer.location, "/dashboard", answer.location, `${answer.location}/revoke`]) {
      const later = (await ann.get(path)).text;
      expect(later).not.toContain(text.slice(20, -4));
      expect(later).toContain(`ck_live_…${text.slice(-4)}`);
    }
    expect((await site.ask(text)).status).toBe(200);
  });

  it("DAS-004 fields that no form has are ignored: a plan, an owner, a text, a state", async () => {
    await plan("Hobby");
    const bob = site.visit();
    await bob.signUp("bob@example.org", { plan: "Enterprise", operator: "true", account: annId, id: annId });
    const more = {
      plan: "Enterprise",
      accountId: annId,
      account: annId,
      id: "zzzzzz",
      hash: "0",
      revoked: "",
      expires: "",
      created: "1999",
    };
    const answer = await bob.post("/dashboard/keys", { name: "mine", ...more });
    expect(answer.status).toBe(303);
    const account = (await site.accounts.findByEmail("bob@example.org"))!;
    expect(account).toMatchObject({ plan: "Hobby", state: "active", keys: [{ name: "mine" }] });
    expect(Object.keys(account.keys[0]!).sort()).toEqual(["created", "hash", "hint", "id", "name"]);
    expect(account.keys[0]!.id).not.toBe("zzzzzz");
    expect((await bob.get("/dashboard/operator")).status).toBe(403);
    const json = await bob.post("/dashboard/keys", {}, { origin: "http://localhost", "content-type": "application/json" });
    expect(json.status).toBe(415);
  });

  it.each([
    ["another site", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
    ["another site, to an old server that only looks at one header", { origin: "http://localhost", "sec-fetch-site": "cross-site" }],
    ["a neighbour under the same domain", { origin: "http://evil.localhost", "sec-fetch-site": "same-site" }],
    ["another site, from an old browser", { origin: "https://evil.example" }],
    ["a frame without an origin", { origin: "null" }],
    ["a frame without an origin that says it is the same", { origin: "null", "sec-fetch-site": "same-origin" }],
    ["another port", { origin: "http://localhost:8080" }],
    ["a program that says nothing", {}],
    ["an address bar", { "sec-fetch-site": "none" }],
  ])("DAS-005 a form from %s is refused with 403, and does nothing", async (_, headers: Record<string, string>) => {
    await plan("Business");
    await site.accounts.createKey(annId, "stays");
    const before = await annKeys();
    const key = before.at(-1)!.id;
    for (const path of ["/dashboard/keys", `/dashboard/keys/${key}/revoke`, `/dashboard/keys/${key}/roll`, "/dashboard/sign-out"]) {
      const answer = await ann.post(path, { name: "evil" }, headers);
      expect([answer.status, answer.headers.get("location")], path).toEqual([403, null]);
    }
    for (const path of ["/dashboard/sign-in", "/dashboard/sign-up", "/dashboard/recover", "/dashboard/operator/claim"])
      expect((await site.visit().post(path, { email: "eve@example.org", password }, headers)).status, path).toBe(403);
    expect(await annKeys()).toEqual(before);
    await site.accounts.revokeKey(annId, key);
  });
  it("DAS-005 no GET changes anything, and the cookie is HttpOnly, SameSite=Lax, for this host, and on https for https alone", async () => {
    const before = await annKeys();
    for (const path of ["/dashboard/keys", `/dashboard/keys/${before[0]!.id}/revoke`, "/dashboard/sign-out"]) await ann.get(path);
    for (const path of [`/dashboard/keys/${before[0]!.id}/roll`, "/dashboard/account/sign-out"])
      expect((await ann.get(path)).status).toBe(405);
    expect(await annKeys()).toEqual(before);
    const plain = await site.visit().post("/dashboard/sign-in", { email: "ann@example.org", password });
    const [session, browser] = plain.headers.getSetCookie().slice(-2);
    expect(session).toMatch(/^formulary=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(browser).toMatch(/^formulary-browser=[^;]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/);
    const safe = await serveDashboard({ publicUrl: "https://calc.example.com" });
    const { headers } = await safe.visit().post("/dashboard/sign-up", { email: "a@example.org", password });
    for (const cookie of headers.getSetCookie()) expect(cookie).toMatch(/^__Host-formulary.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  });

  it("DAS-018 two revocations of one key, and one while it is being checked, end revoked; the first one’s time stays", async () => {
    await plan("Business");
    const { text, id } = await ann.makeKey("race");
    const asked = Array.from({ length: 20 }, () => site.ask(text));
    const [one, two] = await Promise.all([1, 2].map(() => ann.post(`/dashboard/keys/${id}/revoke`)));
    expect([one!.status, two!.status]).toEqual([303, 303]);
    const first = (await annKeys()).find((key) => key.id === id)!.revoked;
    for (const { status } of await Promise.all(asked)) expect([200, 403]).toContain(status);
    await ann.post(`/dashboard/keys/${id}/revoke`);
    expect((await annKeys()).find((key) => key.id === id)!.revoked).toBe(first);
    expect((await site.ask(text)).body.code).toBe("accounts/revoked_key");
  });
});

describe("sessions", () => {
  it("DAS-006 a cookie that was copied before signing out is answered 401 afterwards", async () => {
    const visitor = await signedIn();
    const copy = new Map(visitor.cookies);
    await visitor.submit("/dashboard/sign-out");
    // the browser stays known
    expect([...visitor.cookies.keys()]).toEqual(["formulary-browser"]);
    const thief = site.visit();
    for (const [name, value] of copy) thief.cookies.set(name, value);
    for (const path of ["/dashboard", "/dashboard/account"]) expect((await thief.get(path)).status).toBe(401);
    expect((await thief.post("/dashboard/keys", { name: "x" })).status).toBe(401);
    expect((await ann.get("/dashboard")).status).toBe(200);
  });
  it("DAS-006 signing out everywhere ends every session", async () => {
    const [here, there] = [await signedIn(), await signedIn()];
    await here.submit("/dashboard/account/sign-out");
    for (const visitor of [here, there, ann]) expect((await visitor.get("/dashboard")).status).toBe(401);
    await ann.submit("/dashboard/sign-in", { email: "ann@example.org", password });
  });
  it("DAS-007 a session id that was there before signing in is replaced: a planted one is worth nothing, a brought one ends", async () => {
    const visitor = site.visit();
    const planted = `${annId}.${"A".repeat(43)}`;
    visitor.cookies.set("formulary", planted);
    await visitor.submit("/dashboard/sign-in", { email: "ann@example.org", password });
    const received = visitor.cookies.get("formulary")!;
    expect(received).not.toBe(planted);
    const thief = site.visit();
    thief.cookies.set("formulary", planted);
    expect((await thief.get("/dashboard")).status).toBe(401);
    await visitor.submit("/dashboard/sign-in", { email: "ann@example.org", password });
    thief.cookies.set("formulary", received);
    expect((await thief.get("/dashboard")).status).toBe(401);
    expect((await visitor.get("/dashboard")).status).toBe(200);
  });
  it.each([
    "",
    "x",
    "aaaaaaaaaaaa.",
    `aaaaaaaaaaaa.${"A".repeat(43)}`,
    `../../../etc.${"A".repeat(43)}`,
    "{a}:b",
    "a".repeat(8000),
    "%00",
    "\u00ff",
  ])("DAS-007 the cookie %j is nobody’s", async (value) => {
    expect((await site.server.app.request("/dashboard", { headers: { cookie: `formulary=${value}` } })).status).toBe(401);
  });
  it("DAS-008 a changed password ends all other sessions, and gives this browser a new one", async () => {
    const email = "carl@example.org";
    const [carl, other] = [site.visit(), site.visit()];
    await carl.signUp(email);
    await other.submit("/dashboard/sign-in", { email, password });
    const before = carl.cookies.get("formulary");
    expect(refusalOf(await carl.post("/dashboard/password", { current: "not this one", password: "another password" }))).toBe(
      "This is not your current password.",
    );
    await carl.submit("/dashboard/password", { current: password, password: "another password" });
    expect((await other.get("/dashboard")).status).toBe(401);
    expect((await carl.get("/dashboard")).status).toBe(200);
    other.cookies.set("formulary", before!);
    expect((await other.get("/dashboard")).status).toBe(401);
    expect((await other.post("/dashboard/sign-in", { email, password })).status).toBe(401);
    expect((await other.post("/dashboard/sign-in", { email, password: "another password" })).status).toBe(303);
  });
  it("end after a week without use, and after thirty days in any case", async () => {
    let time = Date.UTC(2026, 0, 1);
    const day = 86_400_000;
    const later = await serveDashboard({ now: () => time });
    const visitor = later.visit();
    await visitor.signUp("dora@example.org");
    for (const days of [6, 6, 6, 6]) {
      time += days * day;
      expect((await visitor.get("/dashboard")).status).toBe(200);
      await new Promise((next) => setTimeout(next, 20));
    }
    time += 6 * day + 1;
    expect((await visitor.get("/dashboard")).status).toBe(401);
    await visitor.submit("/dashboard/sign-in", { email: "dora@example.org", password });
    time += 7 * day + 1;
    expect((await visitor.get("/dashboard")).status).toBe(401);
  });
});

describe("addresses", () => {
  it.each([
    "//evil.com",
    "https://evil.com",
    "/\\evil.com",
    "\\\\evil.com",
    "/\t/evil.com",
    "/dashboard//evil.com",
    "/dashboard/../..//evil.com",
    "javascript:alert(1)",
    "data:text/html,x",
    "http:evil.com",
    "/%2f/evil.com",
    "/dashboard\r\nSet-Cookie: a=b",
    "@evil.com",
    "/api/v1/calculators",
  ])("DAS-017 signing in with next=%j leads to the dashboard, never away", async (next) => {
    const { text } = await site.visit().get(`/dashboard/sign-in?next=${encodeURIComponent(next)}`);
    expect(text).toContain('name="next" value="/dashboard"');
    const sent = await site.visit().post("/dashboard/sign-in", { email: "ann@example.org", password, next });
    expect([sent.status, sent.location]).toEqual([303, "/dashboard"]);
    expect((await ann.get(`/dashboard/sign-in?next=${encodeURIComponent(next)}`)).location).toBe("/dashboard");
  });
  it("DAS-017 and back to the page that asked for it", async () => {
    const { status, text } = await site.visit().get("/dashboard/operator/log?month=2026-01");
    expect(status).toBe(401);
    expect(text).toContain('name="next" value="/dashboard/operator/log?month=2026-01"');
    const sent = await site.visit().post("/dashboard/sign-in", { email: "ann@example.org", password, next: "/dashboard/account" });
    expect(sent.location).toBe("/dashboard/account");
  });

  it("DAS-021 nothing that anybody can open from outside names a secret, a key, an account or a place on the machine", async () => {
    const { text } = await site.accounts.createKey((await site.accounts.ensure("out@example.org")).id, "secret name");
    const { account, key } = readApiKey(text)!;
    await site.ask(text);
    const token = new URL(site.link(), "http://localhost").searchParams.get("token")!;
    for (const path of [
      "/healthz",
      "/dashboard",
      "/dashboard/operator",
      "/dashboard/operator/accounts",
      "/dashboard/operator/log",
      "/metrics",
    ]) {
      const answer = await site.visit().get(path);
      expect([200, 401, 404]).toContain(answer.status);
      for (const inside of [token, text.slice(-10), account, ` ${key} `, "out@", "secret name", site.folder, process.cwd()])
        expect(answer.text.includes(inside), `${path} says ${inside}`).toBe(false);
    }
  });
  it("DAS-021 faulty files are counted for anybody, and named whole on the operator’s page", async () => {
    const { writeFile } = await import("node:fs/promises");
    const own = await serveDashboard();
    await writeFile(`${own.folder}/finance/broken.yaml`, "title: [");
    await own.server.kernel.catalog.refresh();
    const health = await own.visit().get("/healthz");
    expect(JSON.parse(health.text).faults).toBe(1);
    expect(health.text).not.toContain(own.folder);
    const operator = own.visit();
    await operator.submit("/dashboard/operator/claim", {
      token: new URL(own.link(), "http://x").searchParams.get("token")!,
      email: "o@example.org",
      password,
    });
    expect((await operator.get("/dashboard/operator")).text).toContain(`${own.folder}/finance/broken.yaml:1:`);
  });

  it("DAS-022 a page that fails says nothing of its inside: no stack, no path, only the number of the request", async () => {
    const failing = definePlugin({
      name: "failing",
      requires: ["pages"],
      http: (_, kernel) =>
        pagesOf(kernel).route("/dashboard-fails", {
          GET: () => {
            throw new Error(`secret-detail at ${process.cwd()}/plugins/dashboard/keys.ts:12`);
          },
        }),
    });
    const own = await serveDashboard({ more: [failing] });
    const { status, text, headers } = await own.visit().get("/dashboard-fails");
    expect(status).toBe(500);
    for (const inside of ["secret-detail", process.cwd(), ".ts", "node_modules", "Error:"]) expect(text).not.toContain(inside);
    expect(text).toContain(headers.get("x-request-id")!);
    expect(own.log.join("\n")).toContain("secret-detail");
  });
  it("DAS-022 a storage that is away makes a page of 503 that says when to come back, and nothing is lost", async () => {
    const { driver, fail } = watched(memoryDriver());
    const own = await serveDashboard({ drivers: { keys: driver } });
    const visitor = own.visit();
    await visitor.signUp("hal@example.org");
    fail(true);
    for (const path of ["/dashboard", "/dashboard/account"]) {
      const { status, text, headers } = await visitor.get(path);
      expect([status, headers.get("retry-after")]).toEqual([503, "1"]);
      expect(text).not.toMatch(/EIO|\.ts/);
    }
    expect((await visitor.post("/dashboard/sign-in", { email: "hal@example.org", password })).status).toBe(503);
    fail(false);
    expect((await visitor.get("/dashboard")).status).toBe(200);
  });
});

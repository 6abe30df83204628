// Passwords by the thousand, each attack with its id; what is expected stands in the name of the test.

import { describe, expect, it } from "vitest";
import { createPasswords } from "../../plugins/dashboard/index.ts";
import { type DashboardSite, password, refusalOf, serveDashboard } from "./visitor.ts";

const site: DashboardSite = await serveDashboard();
await site.visit().signUp("ann@example.org");

describe("passwords", () => {
  it("DAS-010 of 50 sign-ins at once two at most are hashed at a time, sixteen wait, and the rest are answered 429 with Retry-After", async () => {
    const visitors = Array.from({ length: 50 }, site.visit);
    const answers = await Promise.all(
      visitors.map((visitor, n) => visitor.post("/dashboard/sign-in", { email: `n${n}@example.org`, password: "wrong password" })),
    );
    const judged = answers.filter(({ status }) => status === 401).length;
    // two and sixteen, and as many more as are done with before the last one comes
    expect(judged).toBeGreaterThanOrEqual(17);
    expect(judged).toBeLessThan(50);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(50 - judged);
    for (const answer of refused) expect(answer.headers.get("retry-after")).toBe("5");
  });
  it("DAS-010 never more than two runs of scrypt, whatever comes and goes", async () => {
    const passwords = createPasswords({ running: 2, waiting: 6 });
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, passwords.load().running)), 1);
    const once = () => passwords.verify("some password", undefined).finally(() => (most = Math.max(most, passwords.load().running)));
    const all = await Promise.allSettled(Array.from({ length: 12 }, once));
    clearInterval(watch);
    expect(most).toBe(2);
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(8);
    expect(passwords.load()).toEqual({ running: 0, waiting: 0 });
  });

  it("DAS-019 guesses from elsewhere block the account, and not the browser that its owner has signed in with", async () => {
    let time = Date.now();
    const site = await serveDashboard({ now: () => time, attempts: { account: 10, address: 10_000, signUp: 1000 } });
    const owner = site.visit();
    await owner.signUp("owner@example.org");
    const [cookie] = [...owner.cookies].filter(([name]) => name === "formulary-browser");
    await owner.submit("/dashboard/sign-out");
    const sign = (visitor: ReturnType<typeof site.visit>, text: string) =>
      visitor.post("/dashboard/sign-in", { email: "owner@example.org", password: text });
    for (let n = 0; n < 12; n++) await sign(site.visit(), "a wrong password");
    expect((await sign(site.visit(), password)).status).toBe(429);
    expect((await sign(owner, password)).status).toBe(303);
    // a browser that is known has ten attempts of its own
    const thief = site.visit();
    thief.cookies.set(...([...owner.cookies].find(([name]) => name === "formulary-browser") as [string, string]));
    for (let n = 0; n < 10; n++) expect((await sign(thief, "a wrong password")).status).toBe(401);
    expect((await sign(thief, password)).status).toBe(429);
    // the cookie from before the last sign-in is known no more
    const old = site.visit();
    old.cookies.set(...cookie!);
    expect((await sign(old, password)).status).toBe(429);
    time += 16 * 60_000;
    expect((await sign(site.visit(), password)).status).toBe(303);
    await site.server.close();
  });

  it("DAS-011 a thousand wrong passwords for one account: ten are looked at, then 429 until time passes, for an unknown account as well", async () => {
    let time = Date.now();
    const strict = await serveDashboard({ attempts: { address: 1e6 }, now: () => time });
    await strict.visit().signUp("eva@example.org");
    const eve = strict.visit();
    for (const email of ["eva@example.org", "nobody@example.org"]) {
      const counts = new Map<number, number>();
      for (let n = 0; n < 1000; n++) {
        const { status } = await eve.post("/dashboard/sign-in", { email, password: `wrong password ${n}` });
        counts.set(status, (counts.get(status) ?? 0) + 1);
      }
      expect([...counts], email).toEqual([
        [401, 10],
        [429, 990],
      ]);
    }
    const right = await eve.post("/dashboard/sign-in", { email: "eva@example.org", password });
    expect([right.status, Number(right.headers.get("retry-after"))]).toEqual([429, 90]);
    expect(refusalOf(right)).toBe("Too many attempts: wait 90 seconds, then try again.");
    time += 90_000;
    expect((await eve.post("/dashboard/sign-in", { email: "eva@example.org", password })).status).toBe(303);
  });
  it("DAS-011 one password over a thousand accounts: so many for an address, also behind a trusted proxy, while others go on", async () => {
    const strict = await serveDashboard({ attempts: { address: 5 }, trustedProxies: 1 });
    await strict.visit().signUp("finn@example.org");
    const from = (address: string) => ({ origin: "http://localhost", "x-forwarded-for": `6.6.6.6, ${address}` });
    const counts = new Map<number, number>();
    for (let n = 0; n < 1000; n++) {
      const { status } = await strict.visit().post("/dashboard/sign-in", { email: `p${n}@example.org`, password }, from("10.0.0.1"));
      counts.set(status, (counts.get(status) ?? 0) + 1);
    }
    expect([...counts]).toEqual([
      [401, 5],
      [429, 995],
    ]);
    expect((await strict.visit().post("/dashboard/sign-in", { email: "finn@example.org", password }, from("10.0.0.2"))).status).toBe(303);
  });
  it("DAS-011 an unknown account and a wrong password are answered with the same page after the same work", async () => {
    const visitor = site.visit();
    const pages = new Map<string, string>();
    for (const email of ["ann@example.org", "nobody@example.org", "no address", ""]) {
      const started = performance.now();
      const { status, text } = await visitor.post("/dashboard/sign-in", { email, password: "wrong password" });
      pages.set(email, `${status} ${text.replaceAll(` value="${email}"`, " value").replaceAll(/ autofocus/g, "")}`);
      process.stdout.write(`sign-in of ${email || "nobody"}: ${(performance.now() - started).toFixed(0)} ms\n`);
    }
    expect(new Set(pages.values()).size).toBe(1);
    expect(pages.get("nobody@example.org")).toMatch(/^401 .*The e-mail address or the password is wrong\./);
    // and the work is there: a run of scrypt also where there is nothing to compare with
    const passwords = createPasswords();
    const run = passwords.verify("some password", undefined);
    expect(passwords.load().running).toBe(1);
    expect(await run).toBe(false);
  });

  it.each([
    ["8 letters", "abcdefgh"],
    ["256 letters", "x".repeat(256)],
    ["200 emoji", "\u{1F510}".repeat(200)],
    ["a NUL inside", "before\0after"],
    ["spaces before and after", "   between   "],
    ["a plus, a percent sign and an ampersand", "a+b%20c&d=e"],
    ["letters with marks as they were typed", "pa\u0301ssword"],
  ])("DAS-012 a password of %s is stored and verified exactly", async (_, exact) => {
    const email = `${Math.random().toString(36).slice(2)}@example.org`;
    const visitor = site.visit();
    await visitor.signUp(email, { password: exact });
    const status = async (given: string) => (await visitor.post("/dashboard/sign-in", { email, password: given })).status;
    expect(await status(exact)).toBe(303);
    const others = new Set([exact.trim(), `${exact} `, exact.slice(0, -1), exact.replace(/\0.*/, ""), exact.normalize("NFC")]);
    others.delete(exact);
    for (const other of others) expect(await status(other), JSON.stringify(other)).toBe(401);
  });
  it.each([
    ["7 letters", "abcdefg", 422],
    ["nothing", "", 422],
    ["257 letters", "x".repeat(257), 422],
    ["7 emoji", "\u{1F510}".repeat(7), 422],
    ["1 MB", "x".repeat(1e6), 413],
  ])("DAS-012 a password of %s is refused before any work", async (_, given, status) => {
    const started = performance.now();
    const answer = await site.visit().post("/dashboard/sign-up", { email: "gus@example.org", password: given });
    expect(answer.status).toBe(status);
    process.stdout.write(`refused after ${(performance.now() - started).toFixed(0)} ms\n`);
    expect(await site.accounts.findByEmail("gus@example.org")).toBeUndefined();
  });
  it("DAS-012 bytes that are no text are refused: two different passwords can never be one", async () => {
    const headers = { "content-type": "application/x-www-form-urlencoded", origin: "http://localhost" };
    for (const body of ["email=a%40example.org&password=%ff%fe%fd%fc%fb%fa%f9%f8", "password=%"]) {
      const answer = await site.server.app.request("/dashboard/sign-up", { method: "POST", headers, body });
      expect(answer.status).toBe(400);
    }
  });
});

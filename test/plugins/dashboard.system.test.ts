// The dashboard for members: accounts, keys, usage; with the storage in memory, in files and on Redis.
import { mkdtemp, readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AreaDriver, type AreaName, memoryDriver } from "formulary";
import { afterAll, describe, expect, it } from "vitest";
import { readApiKey } from "../../plugins/accounts/index.ts";
import storageFs from "../../plugins/storage-fs/index.ts";
import storageRedis from "../../plugins/storage-redis/index.ts";
import { hasRedis, type RedisServer, startRedis } from "../storage/redis.ts";
import { password, refusalOf, serveDashboard } from "./visitor.ts";

type Drivers = Partial<Record<AreaName, AreaDriver>>;
let redis: RedisServer | undefined;
afterAll(() => redis?.stop());
interface Opened {
  drivers: Drivers;
  /** Everything that is stored, read without the driver. */
  dump: () => Promise<string[]>;
}
const places: [name: string, open: () => Promise<Opened>][] = [
  [
    "memory",
    async () => {
      const keys = memoryDriver();
      const names = async () => keys.getKeys("", {});
      return {
        drivers: { keys },
        dump: async () => Promise.all((await names()).map(async (name) => `${name} ${await keys.getItem(name)}`)),
      };
    },
  ],
  [
    "files",
    async () => {
      const folder = await mkdtemp(join(tmpdir(), "formulary-"));
      const drivers = storageFs({ keys: folder, quotas: folder, cache: folder }).storage!;
      const files = async () => (await readdir(folder, { recursive: true, withFileTypes: true })).filter((each) => each.isFile());
      const dump = async () => (await files()).map(({ parentPath, name }) => join(parentPath, name));
      return { drivers, dump: async () => Promise.all((await dump()).map(async (path) => `${path} ${await readFile(path, "latin1")}`)) };
    },
  ],
  [
    "Redis",
    async () => {
      redis ??= await startRedis();
      redis.cli("FLUSHALL");
      const drivers = storageRedis({ keys: redis.url, quotas: redis.url, cache: redis.url }).storage!;
      const dump = (name: string) => `${name} ${redis!.cli("GET", name)} ${redis!.cli("HGETALL", name)}`;
      return { drivers, dump: async () => redis!.cli("--scan").split("\n").map(dump) };
    },
  ],
];

describe.each(places.filter(([name]) => name !== "Redis" || hasRedis))("on %s", (_, open) => {
  it("a stranger signs up, makes a key, asks with it, and sees what it was used for", async () => {
    const site = await serveDashboard(await open());
    const ann = site.visit();
    expect((await ann.get("/dashboard")).status).toBe(401);
    const codes = await ann.signUp("ann@example.org");
    expect(codes).toHaveLength(8);
    const key = await ann.makeKey("my script");
    for (let n = 0; n < 3; n++) expect((await site.ask(key.text)).status).toBe(200);
    const { text } = await ann.get("/dashboard");
    expect(text).toContain("<strong>3</strong> of 100 calculations today");
    expect(text).toMatch(/<dt>Requests today<\/dt><dd>3<\/dd>/);
    expect(text).toContain(`ck_live_…${key.text.slice(-4)}`);
    await ann.submit(`/dashboard/keys/${key.id}/rename`, { name: "their <b>script" });
    expect((await ann.get("/dashboard")).text).toContain("their &lt;b>script");
    await ann.submit(`/dashboard/keys/${key.id}/revoke`);
    expect((await site.ask(key.text)).body.code).toBe("accounts/revoked_key");
    await ann.submit("/dashboard/sign-out");
    expect((await ann.get("/dashboard")).status).toBe(401);
    await ann.submit("/dashboard/sign-in", { email: "Ann@Example.org ", password });
    expect((await ann.get("/dashboard")).status).toBe(200);
    await site.server.close();
  });

  it("two accounts never see or touch each other’s things, whichever id is put into an address or a form", async () => {
    const site = await serveDashboard(await open());
    const [ann, bob] = [site.visit(), site.visit()];
    await ann.signUp("ann2@example.org");
    await bob.signUp("bob2@example.org");
    const [hers, his] = [await ann.makeKey("hers"), await bob.makeKey("his")];
    const [annId, bobId] = [hers, his].map(({ text }) => readApiKey(text)!.account) as [string, string];
    const before = await site.accounts.find(annId);
    for (const path of [`/dashboard/keys/${hers.id}`, `/dashboard/keys/${hers.id}/revoke`, `/dashboard/keys/${annId}${hers.id}`])
      expect((await bob.get(path)).status, path).toBe(404);
    for (const [action, fields] of [
      ["rename", { name: "mine now" }],
      ["roll", { after: "0" }],
      ["revoke", {}],
    ] as const) {
      expect((await bob.post(`/dashboard/keys/${hers.id}/${action}`, { ...fields, account: annId, accountId: annId })).status).toBe(404);
      expect((await bob.post(`/dashboard/keys/${annId}:${hers.id}/${action}`, fields)).status).toBe(404);
    }
    for (const page of ["", "/accounts", `/accounts/${annId}`, "/invites", "/log"])
      expect((await bob.get(`/dashboard/operator${page}`)).status, page).toBe(403);
    for (const page of [
      ...["plan", "suspend", "activate", "reset"].map((act) => `/accounts/${annId}/${act}`),
      "/invites",
      "/invites/x/withdraw",
    ])
      expect((await bob.post(`/dashboard/operator${page}`, { plan: "Enterprise", note: "x" })).status, page).toBe(403);
    // a session token with another account's id and his own secret
    const [name, token] = [...bob.cookies][0]!;
    bob.cookies.set(name, token.replace(bobId, annId));
    expect((await bob.get("/dashboard")).status).toBe(401);
    expect(await site.accounts.find(annId)).toEqual(before);
    bob.cookies.set(name, token);
    for (const path of ["/dashboard", "/dashboard/account", `/dashboard/keys/${his.id}`]) {
      const { text, status } = await bob.get(path);
      expect(status).toBe(200);
      for (const secret of ["ann2@", annId, hers.id, "hers", hers.text.slice(-4)]) expect(text).not.toContain(secret);
    }
    expect((await site.ask(hers.text)).status).toBe(200);
    await site.server.close();
  });

  it("no secret is kept or logged as it is: passwords, sessions, keys, codes, links, invitations (DAS-002)", async () => {
    const { drivers, dump } = await open();
    const site = await serveDashboard({ drivers, signup: "invite" });
    const operator = site.visit();
    const link = site.link();
    const token = new URL(link, "http://localhost").searchParams.get("token")!;
    const first = await operator.submit("/dashboard/operator/claim", {
      token,
      email: "op3@example.org",
      password: "an operator's password",
    });
    const invited = (await operator.submit("/dashboard/operator/invites", { note: "for Cy" })).text;
    const invite = /invite=([0-9a-z-]{19})/.exec(invited)![1]!;
    const cy = site.visit();
    const codes = await cy.signUp("cy3@example.org", { invite });
    const key = await cy.makeKey();
    expect((await site.ask(key.text)).status).toBe(200);
    const { account } = readApiKey(key.text)!;
    const reset = /reset\?token=([\w.-]+)/.exec((await operator.submit(`/dashboard/operator/accounts/${account}/reset`)).text)![1]!;
    await cy.post("/dashboard/sign-in", { email: "cy3@example.org", password: "a wrong password" });
    const secrets = [
      password,
      "an operator's password",
      "a wrong password",
      key.text.slice(26),
      ...codes,
      ...codes.map((code) => code.replaceAll("-", "")),
      invite,
      reset.slice(13),
      ...[...cy.cookies.values(), ...operator.cookies.values()].map((each) => each.slice(13)),
      ...(first.text.match(/\b[0-9a-z]{4}(-[0-9a-z]{4}){3}\b/g) ?? []),
    ];
    expect(secrets.length).toBeGreaterThan(30);
    const printed = site.log.filter((line) => !line.includes("operator?token="));
    const all = [...printed, ...(await dump())].join("\n");
    expect(all.includes("cy3@example.org")).toBe(true);
    for (const secret of [...secrets, token]) expect(all.includes(secret), secret).toBe(false);
    await site.server.close();
  });

  it("what only one may have goes to one, however many ask at once: the plan’s last key, a code, an invitation, the operator’s link", async () => {
    const site = await serveDashboard({ ...(await open()), signup: "invite" });
    const token = new URL(site.link(), "http://localhost").searchParams.get("token")!;
    const visitors = Array.from({ length: 3 }, site.visit);
    const claims = await Promise.all(
      visitors.map((each, n) => each.post("/dashboard/operator/claim", { token, email: `op4${n}@example.org`, password })),
    );
    expect(claims.map(({ status }) => status).sort()).toEqual([303, 410, 410]);
    const operator = visitors[claims.findIndex(({ status }) => status === 303)]!;
    const { text } = await operator.submit("/dashboard/operator/invites", { note: "" });
    const invite = /invite=([0-9a-z-]{19})/.exec(text)![1]!;
    const guests = Array.from({ length: 3 }, site.visit);
    const signUps = await Promise.all(
      guests.map((each, n) => each.post("/dashboard/sign-up", { email: `g4${n}@example.org`, password, invite })),
    );
    expect(signUps.map(({ status }) => status).sort()).toEqual([303, 403, 403]);
    const at = signUps.findIndex(({ status }) => status === 303);
    const guest = guests[at]!;
    const codes = (await guest.get("/dashboard/recovery-codes")).text.match(/\b[0-9a-z]{4}(-[0-9a-z]{4}){3}\b/g)!;
    const made = await Promise.all([1, 2, 3].map((n) => guest.post("/dashboard/keys", { name: `tab ${n}` })));
    expect(made.map(({ status }) => status).sort()).toEqual([303, 409, 409]);
    expect(refusalOf(made.find(({ status }) => status === 409)!)).toBe("The plan Hobby allows 1 API key at a time. Revoke one first.");
    const email = `g4${at}@example.org`;
    const recoveries = await Promise.all(
      [1, 2, 3].map((n) => site.visit().post("/dashboard/recover", { email, code: codes[0]!, password: `another password ${n}` })),
    );
    expect(recoveries.map(({ status }) => status).sort()).toEqual([303, 401, 401]);
    await site.server.close();
  });
});

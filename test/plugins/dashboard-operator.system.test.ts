// The pages of operators: the first link, accounts, plans, suspension, reset links, invitations, health and the log. Also
// recovery codes, rolled keys and deleted accounts of members.

import { memoryDriver } from "formulary";
import { describe, expect, it } from "vitest";
import { readApiKey } from "../../plugins/accounts/index.ts";
import { type DashboardSite, password, refusalOf, serveDashboard, type Visitor } from "./visitor.ts";

const tokenOf = (site: DashboardSite) => new URL(site.link(), "http://localhost").searchParams.get("token")!;
async function operatorOf(site: DashboardSite): Promise<Visitor> {
  const operator = site.visit();
  await operator.submit("/dashboard/operator/claim", { token: tokenOf(site), email: "boss@example.org", password });
  return operator;
}
const site = await serveDashboard();
const operator = await operatorOf(site);
const logOf = async () => (await operator.get("/dashboard/operator/log")).text;

describe("the first operator", () => {
  it("is whoever opens the link that only the log has; then the link has ended, and no start prints another", async () => {
    const own = await serveDashboard();
    expect(own.log.filter((line) => line.includes("token="))).toHaveLength(1);
    const [first, second] = [own.visit(), own.visit()];
    expect((await first.get(own.link())).text).toContain("Create the administrator account");
    expect((await first.get("/dashboard/operator?token=guessed")).status).toBe(410);
    await first.submit("/dashboard/operator/claim", { token: tokenOf(own), email: "first@example.org", password });
    expect((await first.get("/dashboard/operator")).text).toContain("Catalogue");
    expect((await second.get(own.link())).status).toBe(410);
    expect((await second.post("/dashboard/operator/claim", { token: tokenOf(own), email: "b@example.org", password })).status).toBe(410);
    expect(await own.accounts.findByEmail("b@example.org")).toBeUndefined();
  });
  it("may be an account that is signed in, or one that the command line made; but a password of somebody else is never replaced", async () => {
    const own = await serveDashboard();
    const [ann, stranger] = [own.visit(), own.visit()];
    await ann.signUp("ann@example.org");
    const taken = await stranger.post("/dashboard/operator/claim", {
      token: tokenOf(own),
      email: "ann@example.org",
      password: "mine instead",
    });
    expect([taken.status, refusalOf(taken)]).toEqual([
      409,
      "This e-mail address already has an account. Sign in first, then open this link again.",
    ]);
    expect((await ann.get(own.link())).text).toContain("Make ann@example.org the administrator");
    await ann.submit("/dashboard/operator/claim", { token: tokenOf(own) });
    expect((await ann.get("/dashboard/operator")).status).toBe(200);
    const other = await serveDashboard();
    const key = await other.key("Developer", "cli@example.org");
    const cli = other.visit();
    await cli.submit("/dashboard/operator/claim", { token: tokenOf(other), email: "cli@example.org", password });
    expect((await cli.get("/dashboard")).text).toContain(`ck_live_…${key.slice(-4)}`);
  });
});

describe("an operator", () => {
  it("finds accounts, changes a plan, and sees what they use; the log says so", async () => {
    const ann = site.visit();
    await ann.signUp("ann@example.org");
    const { text } = await ann.makeKey();
    await site.ask(text);
    const { account } = readApiKey(text)!;
    const found = await operator.get("/dashboard/operator/accounts?q=ANN@");
    expect(found.text).toContain(`/dashboard/operator/accounts/${account}`);
    expect(found.text).not.toContain("boss@example.org");
    expect((await operator.get(`/dashboard/operator/accounts/${account}`)).text).toContain("<dt>Calculations today</dt><dd>1</dd>");
    const page = await operator.submit(`/dashboard/operator/accounts/${account}/plan`, { plan: "Developer" });
    expect(page.text).toContain('<option value="Developer" selected>');
    expect((await ann.get("/dashboard")).text).toContain("of 10,000 calculations today");
    expect((await operator.post(`/dashboard/operator/accounts/${account}/plan`, { plan: "Free" })).status).toBe(422);
    expect(await logOf()).toContain("changed the plan from Hobby to Developer");
  });
  it("suspends an account: its keys are refused, its sessions end, nobody signs into it, until that is lifted", async () => {
    const eve = site.visit();
    await eve.signUp("eve@example.org");
    const { text } = await eve.makeKey();
    const { account } = readApiKey(text)!;
    await operator.submit(`/dashboard/operator/accounts/${account}/suspend`);
    expect((await site.ask(text)).body.code).toBe("accounts/suspended");
    expect((await eve.get("/dashboard")).status).toBe(401);
    const refused = await eve.post("/dashboard/sign-in", { email: "eve@example.org", password });
    expect([refused.status, refusalOf(refused)]).toEqual([403, "This account is suspended. Ask the administrator of this server."]);
    // only those who know the password are told about the suspension
    expect((await eve.post("/dashboard/sign-in", { email: "eve@example.org", password: "wrong password" })).status).toBe(401);
    await operator.submit(`/dashboard/operator/accounts/${account}/activate`);
    expect((await site.ask(text)).status).toBe(200);
    expect((await eve.get("/dashboard")).status).toBe(401);
    await eve.submit("/dashboard/sign-in", { email: "eve@example.org", password });
    const log = await logOf();
    expect(log).toContain("suspended the account");
    expect(log).toContain("lifted the suspension");
  });
  it("cannot suspend the own account, and finds nothing under ids that are none", async () => {
    const boss = (await site.accounts.findByEmail("boss@example.org"))!.id;
    expect((await operator.post(`/dashboard/operator/accounts/${boss}/suspend`)).status).toBe(409);
    expect((await site.ask((await operator.makeKey()).text)).status).toBe(200);
    for (const id of ["zzzzzzzzzzzz", "%2e%2e%2fx", "a:b", "constructor"])
      expect((await operator.get(`/dashboard/operator/accounts/${id}`)).status, id).toBe(404);
  });
  it("hands out a link that sets a new password once; it is shown once, and an older one ends", async () => {
    const fay = site.visit();
    await fay.signUp("fay@example.org");
    const { id } = (await site.accounts.findByEmail("fay@example.org"))!;
    const linkOf = ({ text }: { text: string }) => /(\/dashboard\/reset\?token=[\w.-]+)/.exec(text)![1]!;
    const old = linkOf(await operator.submit(`/dashboard/operator/accounts/${id}/reset`));
    const link = linkOf(await operator.submit(`/dashboard/operator/accounts/${id}/reset`));
    expect((await operator.get(`/dashboard/operator/accounts/${id}`)).text).not.toContain("reset?token");
    const back = site.visit();
    expect((await back.get(old)).status).toBe(410);
    expect((await back.get(link)).text).toContain("Set a new password. This link works only once.");
    const token = link.split("token=")[1]!;
    expect((await back.post("/dashboard/reset", { token, password: "short" })).status).toBe(422);
    await back.submit("/dashboard/reset", { token, password: "a fresh password" });
    expect((await back.get("/dashboard")).status).toBe(200);
    expect((await fay.get("/dashboard")).status).toBe(401);
    expect((await site.visit().post("/dashboard/reset", { token, password: "once more please" })).status).toBe(410);
    expect((await fay.post("/dashboard/sign-in", { email: "fay@example.org", password: "a fresh password" })).status).toBe(303);
    expect(await logOf()).toContain("created a link that sets a new password");
  });
  it("gives an account of the command line its first password that way; nobody else can sign up for it", async () => {
    await site.key("Hobby", "cli@example.org");
    const taken = await site.visit().post("/dashboard/sign-up", { email: "CLI@example.org", password });
    expect([taken.status, refusalOf(taken)]).toEqual([409, "This e-mail address already has an account. Sign in instead."]);
    const { id } = (await site.accounts.findByEmail("cli@example.org"))!;
    const { text } = await operator.submit(`/dashboard/operator/accounts/${id}/reset`);
    const token = /reset\?token=([\w.-]+)/.exec(text)![1]!;
    const cli = site.visit();
    await cli.submit("/dashboard/reset", { token, password });
    expect((await cli.get("/dashboard")).text).toContain("ck_live_…");
  });
  it("reads of a reset link that is a day old that it has ended", async () => {
    let time = Date.now();
    const own = await serveDashboard({ now: () => time });
    const boss = await operatorOf(own);
    const { id } = await own.accounts.ensure("late@example.org");
    const { text } = await boss.submit(`/dashboard/operator/accounts/${id}/reset`);
    const link = /(\/dashboard\/reset\?token=[\w.-]+)/.exec(text)![1]!;
    time += 86_400_001;
    expect((await own.visit().get(link)).status).toBe(410);
  });
  it("acts only when the log could be written; the first link is used up last", async () => {
    const keys = memoryDriver();
    let full = false;
    const replace: typeof keys.replace = (key, ...texts) => {
      if (full && key.startsWith("audit:")) throw new Error("ENOSPC: no space left on device");
      return keys.replace(key, ...texts);
    };
    const own = await serveDashboard({ drivers: { keys: { ...keys, replace } } });
    const { id } = await own.accounts.ensure("x@example.org");
    const boss = own.visit();
    full = true;
    expect((await boss.post("/dashboard/operator/claim", { token: tokenOf(own), email: "b@example.org", password })).status).toBe(503);
    full = false;
    await boss.submit("/dashboard/operator/claim", { token: tokenOf(own) });
    full = true;
    for (const act of ["suspend", "plan", "reset"])
      expect((await boss.post(`/dashboard/operator/accounts/${id}/${act}`, { plan: "Business" })).status).toBe(503);
    expect(await own.accounts.find(id)).toMatchObject({ state: "active", plan: "Hobby" });
  });
});

describe("SIGNUP", () => {
  it("closed: nobody signs up, and no page offers it", async () => {
    const closed = await serveDashboard({ signup: "closed" });
    const visitor = closed.visit();
    expect((await visitor.get("/dashboard")).text).not.toContain("/dashboard/sign-up");
    expect((await visitor.get("/dashboard/sign-up")).status).toBe(403);
    expect((await visitor.post("/dashboard/sign-up", { email: "a@example.org", password })).status).toBe(403);
    expect(await closed.accounts.findByEmail("a@example.org")).toBeUndefined();
  });
  it("invite: a code makes one account; mistyped, used, withdrawn or two weeks old it makes none", async () => {
    let time = Date.now();
    const own = await serveDashboard({ signup: "invite", now: () => time });
    const boss = await operatorOf(own);
    const invite = async () => /invite=([0-9a-z-]{19})/.exec((await boss.submit("/dashboard/operator/invites", { note: "Ann" })).text)![1]!;
    const code = await invite();
    const signUp = (email: string, inviteCode: string) => own.visit().post("/dashboard/sign-up", { email, password, invite: inviteCode });
    expect((await own.visit().get(`/dashboard/sign-up?invite=${code}`)).text).toContain(`value="${code}"`);
    expect((await signUp("a@example.org", "")).status).toBe(403);
    expect((await signUp("a@example.org", "aaaa-aaaa-aaaa-aaaa")).status).toBe(403);
    // an e-mail address that already has an account does not use up the invitation
    expect((await signUp("boss@example.org", code)).status).toBe(409);
    expect((await signUp("a@example.org", code.toUpperCase().replaceAll("-", " "))).status).toBe(303);
    expect((await signUp("b@example.org", code)).status).toBe(403);
    const second = await invite();
    const list = (await boss.get("/dashboard/operator/invites")).text;
    expect(list).not.toContain(second);
    const [, id] = /invites\/(\w+)\/withdraw/.exec(list)!;
    await boss.submit(`/dashboard/operator/invites/${id}/withdraw`);
    expect((await signUp("b@example.org", second)).status).toBe(403);
    const third = await invite();
    time += 14 * 86_400_000 + 1;
    expect((await signUp("b@example.org", third)).status).toBe(403);
    await boss.submit("/dashboard/sign-in", { email: "boss@example.org", password });
    const log = (await boss.get(`/dashboard/operator/log?month=${new Date(time - 15 * 86_400_000).toISOString().slice(0, 7)}`)).text;
    expect(log).toContain(`created the invitation …${code.slice(-4)}`);
    expect(log).toContain(`withdrew the invitation …${second.slice(-4)}`);
  });
});

describe("a member", () => {
  it("comes back with a recovery code: each is good once, however it is typed, and signs out everywhere else", async () => {
    const gil = site.visit();
    const codes = await gil.signUp("gil@example.org");
    const back = site.visit();
    const recover = (code: string, next: string) => back.post("/dashboard/recover", { email: "gil@example.org", code, password: next });
    const wrong = await recover("0000-0000-0000-0000", "a new password");
    const unknown = await back.post("/dashboard/recover", { email: "nobody@example.org", code: codes[0]!, password: "a new password" });
    expect([wrong.status, refusalOf(wrong)]).toEqual([unknown.status, refusalOf(unknown)]);
    expect((await recover(codes[0]!.toUpperCase().replaceAll("-", ""), "a new password")).status).toBe(303);
    expect((await gil.get("/dashboard")).status).toBe(401);
    expect((await recover(codes[0]!, "another password")).status).toBe(401);
    expect((await back.get("/dashboard/account")).text).toContain("7 of your recovery codes are still good.");
    await gil.submit("/dashboard/sign-in", { email: "gil@example.org", password: "a new password" });
    const fresh = await gil.submit("/dashboard/account/codes", { current: "a new password" });
    expect(fresh.text.match(/\b[0-9a-z]{4}(-[0-9a-z]{4}){3}\b/g)).toHaveLength(8);
    expect((await gil.get("/dashboard/recovery-codes")).location).toBe("/dashboard/account");
    expect((await recover(codes[1]!, "another password")).status).toBe(401);
  });
  it("rolls a key: the new one works at once, the old one until the chosen time, also where the plan allows one key", async () => {
    const ida = site.visit();
    await ida.signUp("ida@example.org");
    const old = await ida.makeKey("production");
    const answer = await ida.post(`/dashboard/keys/${old.id}/roll`, { after: "24" });
    const page = await ida.get(answer.location);
    const fresh = /ck_live_\w{48}/.exec(page.text)![0];
    expect(fresh).not.toBe(old.text);
    for (const key of [old.text, fresh]) expect((await site.ask(key)).status).toBe(200);
    expect((await ida.get(`/dashboard/keys/${old.id}`)).text).toContain("was replaced by another key, expires ");
    const again = await ida.post(`/dashboard/keys/${old.id}/roll`, { after: "24" });
    expect([again.status, refusalOf(again)]).toEqual([
      409,
      `The key …${old.text.slice(-4)} has expired or was replaced already. Roll the newest key instead.`,
    ]);
    expect((await ida.post("/dashboard/keys", { name: "one more" })).status).toBe(409);
    // the next roll revokes the oldest key: at most two keys work in one place of the plan
    await ida.submit(answer.location.concat("/roll"), { after: "168" });
    expect((await site.ask(old.text)).body.code).toBe("accounts/revoked_key");
    expect((await site.ask(fresh)).status).toBe(200);
    const keys = (await site.accounts.findByEmail("ida@example.org"))!.keys;
    expect(keys.map(({ name }) => name)).toEqual(["production", "production", "production"]);
  });
  it("deletes the account: keys are refused for ever, sessions end, and the e-mail address is free for a new one that sees nothing of the old", async () => {
    const [kim, other] = [site.visit(), site.visit()];
    await kim.signUp("kim@example.org");
    await other.submit("/dashboard/sign-in", { email: "kim@example.org", password });
    const { text } = await kim.makeKey("my key");
    expect((await site.ask(text)).status).toBe(200);
    expect((await kim.post("/dashboard/account/delete", { current: "wrong password" })).status).toBe(403);
    const gone = await kim.submit("/dashboard/account/delete", { current: password });
    expect(gone.text).toContain("The account is deleted");
    expect((await site.ask(text)).body.code).toBe("accounts/revoked_key");
    for (const visitor of [kim, other]) expect((await visitor.get("/dashboard")).status).toBe(401);
    expect((await kim.post("/dashboard/sign-in", { email: "kim@example.org", password })).status).toBe(401);
    expect((await operator.get("/dashboard/operator/accounts?q=kim@")).text).toContain("0 accounts.");
    const again = site.visit();
    await again.signUp("kim@example.org");
    const home = (await again.get("/dashboard")).text;
    expect(home).not.toContain("my key");
    expect(home).toContain("<strong>0</strong> of 100 calculations today");
    expect((await site.ask(text)).status).toBe(403);
  });
  it("who is the operator and deletes the account leaves the server open for the next one", async () => {
    const own = await serveDashboard();
    const boss = await operatorOf(own);
    await boss.submit("/dashboard/account/delete", { current: password });
    expect((await own.visit().get(own.link())).status).toBe(410);
    await own.server.kernel.plugins.find(({ name }) => name === "dashboard")!.hooks!.ready!(own.server.kernel);
    const links = own.log.join("\n").match(/\/dashboard\/operator\?token=\S+/g)!;
    expect(links).toHaveLength(2);
    expect((await own.visit().get(links[1]!)).status).toBe(200);
  });
  it("sees keys and plan also while counts cannot be read", async () => {
    const quotas = memoryDriver();
    const own = await serveDashboard({
      drivers: {
        quotas: {
          ...quotas,
          usage: () => {
            throw new Error("EIO");
          },
        },
      },
    });
    const lea = own.visit();
    await lea.signUp("lea@example.org");
    const { status, text } = await lea.get("/dashboard");
    expect(status).toBe(200);
    expect(text).toContain("The counts cannot be read at the moment");
  });
  it("reads thirty days as bars and as a table, by key", async () => {
    const usage: Record<number, Record<string, number>> = {};
    const own = await serveDashboard({ drivers: { quotas: { ...memoryDriver(), usage: () => usage } } });
    const mia = own.visit();
    await mia.signUp("mia@example.org");
    const { id } = await mia.makeKey("web");
    const today = Math.floor(Date.now() / 86_400_000);
    for (const [ago, units] of [
      [0, 7],
      [3, 1200],
      [29, 5],
      [30, 99],
    ] as const)
      usage[today - ago] = { [id]: units };
    const { text } = await mia.get("/dashboard");
    expect(text.match(/<rect/g)).toHaveLength(30);
    expect(text).toMatch(/aria-label="Calculations a day, the last 30 days\. 1,212 in total, most on \d+ \w+: 1,200\."/);
    expect(text).toMatch(/<td class="number">1,200<\/td><td class="number">1,200<\/td>/);
    expect(text).not.toContain(">99<");
    expect((await mia.get(`/dashboard/keys/${id}`)).text).toContain("1,212 in total");
  });
});

// The dashboard in a real Chromium: every path of a member and of an operator, without a script, by keyboard, on a phone.

import { execFile, spawnSync } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createServer, type Plugin } from "formulary";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import accounts from "../../plugins/accounts/index.ts";
import dashboard from "../../plugins/dashboard/index.ts";
import functionsNumerical from "../../plugins/functions-numerical/index.ts";
import pages from "../../plugins/pages/index.ts";
import query from "../../plugins/query/index.ts";
import quotas from "../../plugins/quotas/index.ts";
import search from "../../plugins/search/index.ts";
import solve from "../../plugins/solve/index.ts";
import steps from "../../plugins/steps/index.ts";
import storageFs from "../../plugins/storage-fs/index.ts";
import storageRedis from "../../plugins/storage-redis/index.ts";
import uncertainty from "../../plugins/uncertainty/index.ts";
import visitors from "../../plugins/visitors/index.ts";
import { freePort, hasRedis, startRedis } from "../storage/redis.ts";
import { axe, hasBrowser, openPage } from "./browser.ts";
import { smallCatalogue } from "./served.ts";

const ends: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

interface Site {
  url: string;
  /** The link that makes the operator, from the log. */
  link: () => string;
}
async function serveOn(storage: Plugin): Promise<Site> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const log: string[] = [];
  const server = await createServer({
    catalog: [await smallCatalogue()],
    plugins: [
      storage,
      accounts(),
      quotas(),
      functionsNumerical(),
      search(),
      solve(),
      steps(),
      query(),
      uncertainty(),
      visitors(),
      pages({ publicUrl: url }),
      dashboard({ publicUrl: url, attempts: { signUp: 1000 } }),
    ],
    log: (_, message) => log.push(message),
    publicUrl: url,
    port,
  });
  await server.listen();
  ends.push(server.close);
  return { url, link: () => /http\S+operator\?token=\S+/.exec(log.join("\n"))![0] };
}
async function serveOnFiles(): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), "formulary-"));
  return serveOn(storageFs({ keys: folder, quotas: folder }));
}
async function serveOnRedis(): Promise<Site> {
  const redis = await startRedis();
  ends.push(() => redis.stop());
  return serveOn(storageRedis({ keys: redis.url, quotas: redis.url }));
}

const password = "correct horse battery";
/** Opens a page whose every complaint (a refused script or style among them) is a fault. */
async function open(site: Site, options: BrowserContextOptions = {}): Promise<{ page: Page; complaints: string[] }> {
  const page = await openPage({ baseURL: site.url, ...options });
  page.setDefaultTimeout(20_000);
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  // an error status is the answer that some pages are there for
  page.on("console", (message) => message.type() === "error" && !message.text().includes("status of 4") && complaints.push(message.text()));
  return { page, complaints };
}
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const follow = (page: Page, name: string) => page.getByRole("link", { name, exact: true }).first().click();
const heading = (page: Page) => page.getByRole("heading", { level: 1 }).textContent();
/** Waits for the page of a form or link: its first heading. */
const arrive = (page: Page, title: string) => page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();

async function signUp(page: Page, email: string): Promise<string[]> {
  await page.goto("/dashboard");
  await follow(page, "New here? Sign up");
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill(password);
  await press(page, "Create my account");
  await arrive(page, "Your recovery codes");
  const codes = (await page.locator("#codes").textContent())!.trim().split("\n");
  await follow(page, "I have saved them, go on");
  await arrive(page, "Your API keys");
  return codes;
}
async function makeKey(page: Page, name: string): Promise<{ text: string; command: string }> {
  await page.getByLabel("Name").fill(name);
  await press(page, "Create a key");
  await arrive(page, name);
  return { text: (await page.locator("#api-key").textContent())!, command: (await page.locator("#command").textContent())! };
}
/** Runs a shown command in a shell, or sends what it says where there is no curl. */
async function run(command: string): Promise<{ success: boolean; code?: string }> {
  if (spawnSync("curl", ["--version"]).status === 0) return JSON.parse((await promisify(execFile)("sh", ["-c", command])).stdout);
  const [, url, key, body] = /^curl -s (\S+) .*X-API-Key: (\w+)'.*-d '(.*)'$/s.exec(command)!;
  const headers = { "content-type": "application/json", "x-api-key": key! };
  return (await (await fetch(url!, { method: "POST", headers, body: body! })).json()) as { success: boolean };
}

describe.skipIf(!hasBrowser).each([
  ["files", serveOnFiles, true],
  ["Redis", serveOnRedis, hasRedis],
] as const)("in a browser, with everything on %s", (_, serve, possible) => {
  it.skipIf(!possible)(
    "a member signs up, makes a key, copies it, asks with it, renames, rolls and revokes it, signs out and recovers",
    async () => {
      const site = await serve();
      const { page, complaints } = await open(site, { permissions: ["clipboard-read", "clipboard-write"] });
      const codes = await signUp(page, "ann@example.org");
      expect(codes).toHaveLength(8);
      const { text, command } = await makeKey(page, "my script");
      await press(page, "Copy key");
      await page.getByText("Copied").waitFor();
      expect(await page.evaluate("navigator.clipboard.readText()")).toBe(text);
      expect(await run(command)).toMatchObject({ success: true });
      await page.reload();
      expect(await page.content()).not.toContain(text.slice(20, -4));
      await page.getByLabel("Name").fill("nightly");
      await press(page, "Rename");
      await arrive(page, "nightly");
      await page.getByLabel("This key ends").selectOption("after 1 hour");
      await press(page, "Create the new key");
      await page.getByRole("heading", { name: "Copy your key now" }).waitFor();
      const rolled = { text: (await page.locator("#api-key").textContent())!, command: (await page.locator("#command").textContent())! };
      for (const each of [command, rolled.command]) expect(await run(each)).toMatchObject({ success: true });
      await page.goto("/dashboard");
      expect(await page.locator(".today").textContent()).toBe("3 of 100 calculations today");
      await page
        .getByRole("listitem")
        .filter({ hasText: rolled.text.slice(-4) })
        .getByRole("link")
        .click();
      await follow(page, "Revoke this key");
      await arrive(page, "Revoke this key?");
      await press(page, "Revoke it for ever");
      await page.getByText("The key is revoked").waitFor();
      expect(await run(rolled.command)).toMatchObject({ success: false, code: "accounts/revoked_key" });
      await press(page, "Sign out");
      await arrive(page, "Sign in");
      await page.goBack();
      await page.goto("/dashboard");
      expect(await heading(page)).toBe("Sign in");
      await follow(page, "Forgot your password? Use a recovery code");
      await page.getByLabel("E-mail address").fill("ann@example.org");
      await page.getByLabel("Recovery code").fill(codes[3]!.toUpperCase());
      await page.getByLabel("New password").fill("another password");
      await press(page, "Set the password");
      await arrive(page, "Your account");
      expect(await page.content()).toContain("7 of your recovery codes are still good.");
      await follow(page, "Delete the account");
      await page.getByLabel("Current password").fill("another password");
      await press(page, "Delete it for ever");
      await page.getByText("The account is deleted").waitFor();
      expect(await run(command)).toMatchObject({ code: "accounts/revoked_key" });
      expect(complaints).toEqual([]);
    },
  );

  it.skipIf(!possible)(
    "whoever opens the link of the log runs the server: plans, suspension, a reset link, an invitation, the log",
    async () => {
      const site = await serve();
      const { page: member } = await open(site);
      await signUp(member, "bob@example.org");
      const { command } = await makeKey(member, "bot");
      const { page, complaints } = await open(site);
      await page.goto(site.link());
      await page.getByLabel("E-mail address").fill("boss@example.org");
      await page.getByLabel("Password").fill(password);
      await press(page, "Create the administrator account");
      await follow(page, "I have saved them, go on");
      await page.getByRole("link", { name: "Server" }).click();
      await page.getByRole("link", { name: "Accounts" }).click();
      await page.getByPlaceholder("E-mail address").fill("bob");
      await press(page, "Search");
      await follow(page, "bob@example.org");
      await arrive(page, "bob@example.org");
      await page.getByLabel("Plan").selectOption("Developer");
      await press(page, "Change the plan");
      await page.getByText("Saved.").waitFor();
      await press(page, "Suspend the account");
      await press(page, "Lift the suspension");
      await press(page, "Create a reset link");
      await page.getByRole("heading", { name: "Copy this link now" }).waitFor();
      await member.goto((await page.locator("#link").textContent())!);
      await member.getByLabel("New password").fill("another password");
      await press(member, "Set the password");
      await arrive(member, "Your account");
      await member.goto("/dashboard");
      expect(await member.locator(".today").textContent()).toBe("0 of 10,000 calculations today");
      expect(await run(command)).toMatchObject({ success: true });
      await page.goto("/dashboard/operator/invites");
      await page.getByLabel("For whom").fill("Cy");
      await press(page, "Create an invitation");
      await page.getByRole("heading", { name: "Copy this invitation now" }).waitFor();
      await page.goto("/dashboard/operator/log");
      const log = (await page.locator(".items").textContent())!;
      for (const act of [
        "changed the plan from Hobby to Developer",
        "suspended",
        "lifted",
        "link that sets a new password",
        "invitation …",
      ])
        expect(log).toContain(act);
      expect(complaints).toEqual([]);
    },
  );
});

describe.skipIf(!hasBrowser)("in a browser", async () => {
  const site = await serveOnFiles();

  it("everything works without JavaScript", async () => {
    const { page } = await open(site, { javaScriptEnabled: false });
    await signUp(page, "plain@example.org");
    const { text, command } = await makeKey(page, "no script");
    expect(await page.getByRole("button", { name: "Copy" }).count()).toBe(0);
    expect(await run(command)).toMatchObject({ success: true });
    await page.getByLabel("This key ends").selectOption("at once");
    await press(page, "Create the new key");
    await page.getByRole("heading", { name: "Copy your key now" }).waitFor();
    expect(await run(command)).toMatchObject({ code: "accounts/revoked_key" });
    await follow(page, "Keys");
    await page.getByText("Ended keys (1)").click();
    expect(await page.getByText(`ck_live_…${text.slice(-4)}`).isVisible()).toBe(true);
    await follow(page, "Account");
    await follow(page, "Change the password");
    await page.getByLabel("Current password").fill(password);
    await page.getByLabel("New password").fill("another password");
    await press(page, "Change the password");
    await arrive(page, "Your account");
    await press(page, "Sign out everywhere");
    await arrive(page, "Sign in");
  });

  it("everything works by keyboard alone", async () => {
    const { page } = await open(site);
    const type = async (text: string) => page.keyboard.type(text);
    /** Presses Tab until the focus is on what carries a name, and gives up after so many. */
    const tabTo = async (name: string) => {
      for (let n = 0; n < 40; n++) {
        await page.keyboard.press("Tab");
        const focused = await page.evaluate(
          "(document.activeElement.labels?.[0] ?? document.activeElement).textContent.trim() || document.activeElement.id",
        );
        if (focused === name) return;
      }
      throw new Error(`Tab does not reach ${name}.`);
    };
    await page.goto("/dashboard/sign-up");
    // the first field has the focus
    await type("keys@example.org");
    await page.keyboard.press("Tab");
    await type(password);
    await page.keyboard.press("Enter");
    await arrive(page, "Your recovery codes");
    await tabTo("I have saved them, go on");
    await page.keyboard.press("Enter");
    await arrive(page, "Your API keys");
    await type("by keyboard");
    await page.keyboard.press("Enter");
    await arrive(page, "by keyboard");
    await tabTo("Revoke this key");
    await page.keyboard.press("Enter");
    await arrive(page, "Revoke this key?");
    await tabTo("Revoke it for ever");
    await page.keyboard.press("Space");
    await page.getByText("The key is revoked").waitFor();
    await tabTo("Sign out");
    await page.keyboard.press("Enter");
    await arrive(page, "Sign in");
  });

  it("no page is wider than a phone of 360 points, and axe finds nothing on any, in light and in dark", async () => {
    const { page, complaints } = await open(site, { viewport: { width: 360, height: 740 } });
    const faults: string[] = [];
    const look = async (title: string) => {
      await arrive(page, title);
      const width = (await page.evaluate("document.documentElement.scrollWidth")) as number;
      if (width > 360) faults.push(`${page.url()} is ${width} wide`);
      faults.push(...(await axe(page)));
    };
    const visit = async (path: string, title: string) => {
      await page.goto(path);
      await look(title);
    };
    await visit("/dashboard/sign-in", "Sign in");
    await press(page, "Sign in");
    await page.getByLabel("E-mail address").fill("nobody@example.org");
    await page.getByLabel("Password").fill("wrong password");
    await press(page, "Sign in");
    await page.getByRole("alert").waitFor();
    await look("Sign in");
    await visit("/dashboard/sign-up", "Sign up");
    await visit("/dashboard/recover", "Use a recovery code");
    await visit(site.link(), "Create the administrator account");
    await page.getByLabel("E-mail address").fill("a-very-long-address-of-somebody-who-likes-long-names@subdomain.example.org");
    await page.getByLabel("Password").fill(password);
    await press(page, "Create the administrator account");
    await look("Your recovery codes");
    await visit("/dashboard", "Your API keys");
    const { command } = await makeKey(page, "A name of sixty letters, which is as long as a name may be..");
    await look("A name of sixty letters, which is as long as a name may be..");
    await run(command);
    await follow(page, "Revoke this key");
    await look("Revoke this key?");
    await visit("/dashboard", "Your API keys");
    await page.getByText("As a table, by key").click();
    await look("Your API keys");
    await visit("/dashboard/account", "Your account");
    await visit("/dashboard/password", "Change the password");
    await visit("/dashboard/account/codes", "New recovery codes");
    await visit("/dashboard/account/delete", "Delete the account");
    await visit("/dashboard/operator", "Server");
    await visit("/dashboard/operator/log", "What administrators did");
    await page.goto("/dashboard/operator/invites");
    await press(page, "Create an invitation");
    await look("Invitations");
    await visit("/dashboard/operator/accounts", "Accounts");
    await page.getByRole("link", { name: "a-very-long" }).click();
    await press(page, "Create a reset link");
    await look("a-very-long-address-of-somebody-who-likes-long-names@subdomain.example.org");
    await page.goto((await page.locator("#link").textContent())!);
    await look("Set a new password");
    await page.goto("/dashboard/keys/nothing");
    faults.push(...(await axe(page)));
    expect(faults).toEqual([]);
    expect(complaints).toEqual([]);
  });
});

// A real Chromium for tests of pages; without one they are skipped, and one loud line says so.
import { spawnSync } from "node:child_process";
import { AxeBuilder } from "@axe-core/playwright";
import { type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll } from "vitest";

/** Whether a Chromium is on this machine. */
export const hasBrowser = spawnSync("chromium", ["--version"]).status === 0;
if (!hasBrowser) process.stdout.write("\n!!! CHROMIUM IS NOT ON THIS MACHINE: the tests of pages in a browser are skipped.\n\n");

const quiet = ["--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
/** The browser of one test file; it ends with it. */
export const browser = hasBrowser
  ? await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu", ...quiet] })
  : undefined;
afterAll(() => browser?.close());

/** An empty page in a profile of its own. */
export async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
  return (await browser!.newContext(options)).newPage();
}

/** What axe finds on a page, one line a finding. */
export async function axe(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}

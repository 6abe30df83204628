// A real Chromium for tests of pages.
import { spawnSync } from "node:child_process";
import { AxeBuilder } from "@axe-core/playwright";
import { type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll } from "vitest";
import { isInstalled, isTested, requireProgram } from "../programs.ts";

/** Whether tests start a real Chromium. */
export const hasBrowser = isTested("chromium");

const quiet = ["--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const executablePath = () => spawnSync("sh", ["-c", "command -v chromium"], { encoding: "utf8" }).stdout.trim();
/** The browser of one test file; it ends with it. */
export const browser = isInstalled("chromium")
  ? await chromium.launch({ executablePath: executablePath(), args: ["--no-sandbox", "--disable-gpu", ...quiet] })
  : undefined;
afterAll(() => browser?.close());

/** An empty page in a profile of its own. */
export async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
  requireProgram("chromium");
  return (await browser!.newContext(options)).newPage();
}

/** What axe finds on a page, one line a finding: everything in light, and the colours in dark. */
export async function axe(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    // no page has frames: without this each look would open one more page to gather what frames say
    const builder = new AxeBuilder({ page }).setLegacyMode();
    const { violations } = await (colorScheme === "dark" ? builder.withRules(["color-contrast"]) : builder).analyze();
    for (const { id, nodes } of violations)
      found.push(...nodes.map(({ html, failureSummary }) => `${colorScheme} ${page.url()} ${id}: ${html} ${failureSummary}`));
  }
  return found;
}

// Pages of the whole catalogue in a browser.
import { cp, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer, type Server } from "formulary";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import pages from "../../plugins/pages/index.ts";
import visitors from "../../plugins/visitors/index.ts";
import { functionPlugins } from "../../scripts/plugins.ts";
import { openPage } from "./browser.ts";

/** A server with the pages of a copy of the catalogue. */
export interface Browsed {
  server: Server;
  url: string;
  /** Runs a test on a page, and fails on any error in the console and any request to another address. */
  visit: (path: string, test: (page: Page) => Promise<void>, options?: Parameters<typeof openPage>[0]) => Promise<void>;
}

/** Serves the pages on a free port. */
export async function servePages(): Promise<Browsed> {
  const catalog = join(await mkdtemp(join(tmpdir(), "formulary-")), "catalog");
  await cp("catalog", catalog, { recursive: true });
  const server = await createServer({
    catalog: [catalog],
    port: 0,
    plugins: [...functionPlugins(), visitors({ perMinute: 1e6 }), pages({ publicUrl: "http://localhost" })],
  });
  const { url } = await server.listen();
  const visit: Browsed["visit"] = async (path, test, options = {}) => {
    const page = await openPage(options);
    const problems: string[] = [];
    page.on("pageerror", (error) => problems.push(error.message));
    page.on(
      "console",
      (message) =>
        message.type() === "error" && !/422|429|503|ERR_INTERNET_DISCONNECTED/.test(message.text()) && problems.push(message.text()),
    );
    page.on("request", (request) => !request.url().startsWith(url) && problems.push(`request to ${request.url()}`));
    await page.goto(url + path);
    await test(page);
    expect(problems).toEqual([]);
    await page.context().close();
  };
  return { server, url, visit };
}

/** The result that stands first and large. */
export const mainResult = (page: Page) => page.locator(".main-result output").first();

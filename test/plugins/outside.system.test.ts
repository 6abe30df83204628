// The plugin that plugins/README.md teaches, taken out of that page, in a folder outside the repository: every program runs it.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newKey, type Process, startServer } from "../http/process.ts";
import { holdAgainst } from "../http/received.ts";

const page = readFileSync("plugins/README.md", "utf8");
/** The files that the page shows: a path between backquotes with a colon, then the file as a block of code. */
const files = [...page.matchAll(/^`([\w./-]+)`:\n\n```\w+\n([\s\S]*?)^```$/gm)].map(([, path, text]) => ({ path: path!, text: text! }));

const outside = mkdtempSync(join(tmpdir(), "formulary-outside-"));
const catalog = join(outside, "own-catalog");
const environment = { PLUGINS: join(outside, "colours/index.js"), CATALOG: catalog, DATA_DIR: join(outside, "data") };

beforeAll(() => {
  for (const { path, text } of files) {
    const file = join(outside, "colours", path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  // what `npm install <path of the clone>` makes
  mkdirSync(join(outside, "colours/node_modules"));
  symlinkSync(process.cwd(), join(outside, "colours/node_modules/formulary"));
  // a small catalogue that new-calculator may write into
  mkdirSync(join(catalog, "arts-hobbies"), { recursive: true });
  for (const file of ["_units.yaml", "arts-hobbies/_category.yaml"]) cpSync(join("catalog", file), join(catalog, file));
});

const run = (program: string, ...more: string[]) =>
  execFileSync(program, more, { env: { ...process.env, ...environment }, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });

it("plugins/README.md shows a package, a plugin and a calculator", () => {
  expect(files.map(({ path }) => path)).toEqual(["package.json", "index.js", "catalog/arts-hobbies/text-colour.yaml"]);
});

describe("the server", () => {
  let server: Process;
  let document: object;
  beforeAll(async () => {
    server = await startServer(environment);
    document = (await (await fetch(`${server.url}/openapi.json`)).json()) as object;
    // from here on every answer is checked against the document of a server that has the plugin
    holdAgainst(document);
  });
  afterAll(() => server.stop());
  const calculate = (background: unknown, key: string) =>
    fetch(`${server.url}/api/v1/calculate`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": key },
      body: JSON.stringify({ calculator: "text-colour", inputs: { background } }),
    });

  it("answers at the plugin's address, and its OpenAPI document describes it", async () => {
    const response = await fetch(`${server.url}/api/v1/colours/ffffff`);
    expect([response.status, await response.json()]).toEqual([200, { colour: "#ffffff", luminance: 1 }]);
    expect(document).toMatchObject({
      paths: { "/api/v1/colours/{colour}": { get: { operationId: "getLuminance" } } },
      components: { schemas: { Luminance: { type: "object" } } },
    });
  });
  it("answers the plugin's error code, which the guide lists", async () => {
    const response = await fetch(`${server.url}/api/v1/colours/red`);
    expect([response.status, await response.json()]).toEqual([
      422,
      expect.objectContaining({
        code: "colours/unreadable",
        title: "This is no colour",
        detail: '"#red" is not a colour such as #ff8800.',
      }),
    ]);
    expect(await (await fetch(`${server.url}/docs`)).text()).toContain("colours/unreadable");
  });
  it("calculates with the function and the kind of value, and refuses what the kind refuses", async () => {
    const key = newKey(environment);
    const answer = await (await calculate("#ff8800", key)).json();
    expect(answer).toMatchObject({ result: { results: { light: { formatted: "0.389" }, ink: { value: "#000000" } } } });
    const refused = await calculate("orange", key);
    expect([refused.status, await refused.json()]).toEqual([
      422,
      expect.objectContaining({
        errors: [expect.objectContaining({ path: "/inputs/background", message: "Background must be a colour such as #ff8800." })],
      }),
    ]);
  });
  it("publishes what the kind and the hook add to an input", async () => {
    const detail = await (await fetch(`${server.url}/api/v1/calculators/text-colour`)).json();
    expect(detail).toMatchObject({
      inputs: { properties: { background: { format: "colour", pattern: "^#[0-9a-fA-F]{6}$", examples: ["#ff8800", "#003366"] } } },
    });
  });
  it("has the page of the calculator, and the entry in the navigation of every page", async () => {
    const html = await (await fetch(`${server.url}/calculators/text-colour?background=%23003366`)).text();
    expect(html).toContain("text is easier to read in #ffffff.");
    expect(html).toMatch(/<a [^>]*href="\/calculators\/text-colour"[^>]*>Colours<\/a>/);
  });
});

describe("validate-catalog", () => {
  it("accepts the calculator, and lists the function", () => {
    expect(run("scripts/validate-catalog", join(outside, "colours/catalog"))).toBe("1 file, 2 examples: 0 errors, 0 warnings.\n");
    expect(run("scripts/validate-catalog", "--functions", "luminance")).toContain('luminance("#ffffff") is 1.');
  });
});

describe("new-calculator", () => {
  it("writes into the first folder of CATALOG, with the plugin's folder read beside it", () => {
    const output = run(process.execPath, "dist/scripts/new-calculator.js", "arts-hobbies/contrast");
    expect(output).toContain(join(catalog, "arts-hobbies/contrast.yaml"));
    expect(readFileSync(join(catalog, "arts-hobbies/contrast.yaml"), "utf8")).toMatch(/^title: Contrast$/m);
  });
});

describe("mcp", () => {
  it("finds, describes and runs the plugin's calculator", async () => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: ["dist/scripts/mcp.js"],
      env: { PATH: process.env.PATH!, ...environment },
      stderr: "inherit",
    });
    const client = new Client({ name: "test", version: "1" });
    await client.connect(transport);
    const call = async (name: string, values: Record<string, unknown>) =>
      (await client.callTool({ name, arguments: values })).structuredContent;
    expect(await call("search_calculators", { query: "text colour" })).toMatchObject({ calculators: [{ slug: "text-colour" }] });
    expect(await call("run_calculator", { calculator: "text-colour", inputs: { background: "#003366" } })).toMatchObject({
      result: { results: { ink: { value: "#ffffff" } } },
    });
    await client.close();
  });
});

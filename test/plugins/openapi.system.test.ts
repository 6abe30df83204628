// Programs read the documents: a linter is content, and a client generated from them compiles and calls the server.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { serveDocumented } from "./documented-server.ts";

const { server, key, document, json } = await serveDocumented();
// below the project, so that what is generated finds the packages it imports
mkdirSync(".data", { recursive: true });
const folder = mkdtempSync(".data/client-");
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await server.close();
});

describe("the documents serve programs", () => {
  it("a linter finds nothing to say", async () => {
    const names = [
      "compound-interest",
      "rowing-power",
      "body-mass-index",
      "currency-converter",
      "length-converter",
      "t-test-power",
      "debt-snowball",
    ];
    const files = [["api", "/openapi.json"], ...names.map((name) => [name, `/api/v1/calculators/${name}/openapi.json`])].map(
      async ([name, path]) => {
        const file = join(folder, `${name}.json`);
        writeFileSync(file, JSON.stringify(await json(path!)));
        return file;
      },
    );
    const { status, stdout } = spawnSync(
      "node_modules/.bin/redocly",
      ["lint", "--extends", "recommended", "--format", "json", ...(await Promise.all(files))],
      { encoding: "utf8", env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" } },
    );
    const found = stdout.matchAll(/"message": "(.*)"/g);
    expect([...found].map(([, message]) => message)).toEqual([]);
    expect(status).toBe(0);
  });
  it("a generated client compiles, and calls the server", async () => {
    writeFileSync(join(folder, "document.json"), JSON.stringify(document));
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    const generated = spawnSync("node_modules/.bin/oazapfts", [join(folder, "document.json"), join(folder, "client.ts")], {
      encoding: "utf8",
    });
    expect([generated.status, generated.stderr]).toEqual([0, ""]);
    writeFileSync(
      join(folder, "use.ts"),
      `import { calculate, defaults, getCalculator } from "./client.ts";
export async function ask(baseUrl: string, key: string): Promise<[string, number, string]> {
  defaults.baseUrl = baseUrl;
  defaults.headers = { "x-api-key": key };
  const detail = await getCalculator("compound-interest");
  if (detail.status !== 200) throw new Error("no detail");
  const answer = await calculate({ calculator: detail.data.slug, inputs: { principal: 1000, rate: 5, years: 10 } });
  if (answer.status !== 200 || !("result" in answer.data)) throw new Error("no result");
  const refused = await calculate({ calculator: "nothing", inputs: {} });
  if (refused.status !== 404) throw new Error("not refused");
  return [answer.data.result.results.futureValue!.formatted, refused.status, refused.data.code];
}
`,
    );
    const compiled = spawnSync(
      "node_modules/.bin/tsc",
      [
        "--strict",
        "--noUncheckedIndexedAccess",
        "--module",
        "nodenext",
        "--target",
        "es2023",
        "--lib",
        "es2023,dom,dom.iterable",
        "--types",
        "",
        "--skipLibCheck",
        "--ignoreConfig",
        "--rewriteRelativeImportExtensions",
        join(folder, "use.ts"),
      ],
      { encoding: "utf8" },
    );
    expect([compiled.stdout, compiled.status]).toEqual(["", 0]);
    const { ask } = (await import(pathToFileURL(join(folder, "use.js")).href)) as { ask: (url: string, key: string) => Promise<unknown> };
    const { url } = await server.listen();
    expect(await ask(url, key)).toEqual(["$1,628.89", 404, "unknown_calculator"]);
  });
});

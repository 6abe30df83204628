// Programs read the documents: a linter is content, and a client generated from them compiles and calls the server.
import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { isTested, requireProgram } from "../programs.ts";
import { serveDocumented } from "./documented-server.ts";

const { server, key, document, json } = await serveDocumented();
// below the project, so that what is generated finds the packages it imports
mkdirSync(".data", { recursive: true });
const folder = mkdtempSync(".data/client-");
let listening: ReturnType<typeof server.listen> | undefined;
const address = () => (listening ??= server.listen());
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
  it("npm run clients writes two clients, from the document that the server answers", async () => {
    const written = spawnSync(process.execPath, ["dist/scripts/clients/main.js", "--out", folder], { encoding: "utf8" });
    expect([written.status, written.stderr]).toEqual([0, ""]);
    expect(JSON.parse(readFileSync(join(folder, "openapi.json"), "utf8"))).toEqual(document);
  });
  it("the one for TypeScript compiles, and calls the server", async () => {
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    writeFileSync(
      join(folder, "use.ts"),
      `import { calculate, defaults, getCalculator } from "./typescript/formulary.ts";
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
    expect(await ask((await address()).url, key)).toEqual(["$1,628.89", 404, "unknown_calculator"]);
  });
  it.runIf(isTested("python3"))("the one for Python calls the server", async () => {
    requireProgram("python3");
    writeFileSync(
      join(folder, "use.py"),
      `import sys
sys.path.insert(0, sys.argv[1] + "/python")
import formulary_client as formulary

client = formulary.Client(sys.argv[2], key=sys.argv[3])
body: formulary.CalculationRequest = {"calculator": "compound-interest", "inputs": {"principal": 1000, "rate": 5, "years": 10}}
print(client.calculate(body)["result"]["results"]["futureValue"]["formatted"])
print(client.list_calculators(q="loan payment", limit=1)["calculators"][0]["slug"])
print(client.get_calculator("loan-payment")["title"])
print(client.calculate_by_address("compound-interest", {"principal": 1000, "rate": 5, "years": 10}, accept="text/plain").strip())
print(client.calculate_batch({"items": [body, {"calculator": "nothing", "inputs": {}}]})["items"][1]["code"])
try:
    client.calculate({"calculator": "compound-interest", "inputs": {"principal": -1}})
except formulary.Problem as problem:
    print(problem.status, problem.code, problem.errors[0]["path"])
`,
    );
    const { url } = await address();
    // not spawnSync: the server is in this process
    const { stdout } = await promisify(execFile)("python3", ["-W", "error", join(folder, "use.py"), folder, url, key]);
    expect(stdout.split("\n")).toEqual([
      "$1,628.89",
      "loan-payment",
      "Loan payment",
      "1628.89462677744",
      "unknown_calculator",
      "422 invalid_inputs /inputs/rate",
      "",
    ]);
  });
});

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CalcError, composePlugins, createServer, definePlugin, type FunctionEntry, memoryDriver, type Plugin } from "formulary";
import { describe, expect, it } from "vitest";
import { functionPlugins } from "../scripts/plugins.ts";
import { smallCatalogue } from "./plugins/served.ts";

const double: FunctionEntry = {
  summary: "Twice a number.",
  params: ["x"],
  example: ["double(2)", 4],
  dimension: "keep",
  each: true,
  call: (x: number) => 2 * x,
};
const body = (inputs: object, calculator = "compound-interest") => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ calculator, inputs }),
});

describe("a list of plugins is refused at boot, naming who is at fault, when", () => {
  it.each<[string, unknown[], RegExp]>([
    ["two have one name", [{ name: "a" }, { name: "a" }], /"a" and "a" both bring the name "a"/],
    [
      "two bring one function",
      [
        { name: "a", functions: { double } },
        { name: "b", functions: { double } },
      ],
      /"a" and "b" both bring the function double/,
    ],
    [
      "one brings a function that comes with the program",
      [...functionPlugins(), { name: "a", functions: { sqrt: double } }],
      /"functions-arithmetic" and "a" both bring the function sqrt/,
    ],
    [
      "two bring one storage area",
      [
        { name: "a", storage: { keys: memoryDriver() } },
        { name: "b", storage: { keys: memoryDriver() } },
      ],
      /"a" and "b" both bring the storage of keys/,
    ],
    ["a requirement is missing", [{ name: "a", requires: ["b"] }], /"a" requires "b", which is not in the list/],
    ["a requirement comes late", [{ name: "a", requires: ["b"] }, { name: "b" }], /"a" requires "b": put it earlier/],
    ["a part is unknown", [{ name: "a", routes: [] }], /"a" has an unknown part "routes"/],
    ["a hook is unknown", [{ name: "a", hooks: { onRequest: () => {} } }], /"a" has a "hooks"/],
    ["an area is unknown", [{ name: "a", storage: { files: memoryDriver() } }], /"a" has a "storage"/],
    ["a name is missing", [{}], /needs a name/],
    [
      "a function says nothing of itself",
      [{ name: "a", functions: { f: { params: [], call: () => 1 } } }],
      /"f" of the plugin "a" needs a summary/,
    ],
    ["a function has no camelCase name", [{ name: "a", functions: { "f-g": double } }], /"f-g" of the plugin "a" needs a camelCase name/],
  ])("%s", (_, list, message) => {
    expect(() => composePlugins(list as Plugin[])).toThrow(message);
  });
  it("and the start says so instead of serving", async () => {
    await expect(createServer({ catalog: ["catalog"], plugins: [{ name: "a", requires: ["b"] }] })).rejects.toThrow(CalcError);
  });
});

describe("a plugin may bring", () => {
  it("functions, folders, routes and every hook, which run in list order and close in reverse", async () => {
    const folder = await mkdtemp(join(tmpdir(), "formulary-"));
    await mkdir(join(folder, "extra"));
    await writeFile(join(folder, "extra/_category.yaml"), "title: Extra\ndescription: Extra.\ngroup: other\nsubcategories: { a: A }\n");
    await writeFile(
      join(folder, "extra/doubled.yaml"),
      "title: Doubled\ndescription: Twice.\nsubcategory: a\ninputs: { type: object, required: [a], properties: { a: { type: number, title: A, minimum: 0, maximum: 9 } } }\nformulas: { r: double(a) }\noutputs: { r: { label: R } }\nexplanation: '{{ r }}'\n",
    );
    const seen: string[] = [];
    const watching = (name: string): Plugin => ({
      name,
      hooks: {
        calculate: async (call, next) => {
          seen.push(`${name} before ${call.calculator.slug} ${JSON.stringify(call.values)}`);
          const outcome = await next(call);
          seen.push(`${name} after`);
          return outcome;
        },
        ready: () => void seen.push(`${name} ready`),
        close: () => void seen.push(`${name} closed`),
      },
    });
    const extra = definePlugin({
      name: "extra",
      functions: { double },
      catalog: [folder],
      http: (app, kernel) => void app.get("/extra", () => `${kernel.plugins.length} plugins`),
      hooks: { define: (definition, { slug }) => (slug === "doubled" ? { ...definition, title: "Patched" } : definition) },
    });
    const server = await createServer({ catalog: [await smallCatalogue()], plugins: [extra, watching("one"), watching("two")] });
    expect(await (await server.app.request("/extra")).text()).toBe("3 plugins");
    expect(server.kernel.catalog.get("doubled")!.title).toBe("Patched");
    const response = await server.app.request("/api/v1/calculate", body({ a: 4 }, "doubled"));
    expect(JSON.parse(await response.text()).result.results.r.value).toBe(8);
    await server.close();
    expect(seen).toEqual([
      "one ready",
      "two ready",
      'one before doubled {"a":4}',
      'two before doubled {"a":4}',
      "two after",
      "one after",
      "two closed",
      "one closed",
    ]);
    await rm(folder, { recursive: true });
  });

  it("an answer of its own, from a cache for instance, and errors with its own status", async () => {
    const cache: Plugin = {
      name: "cache",
      hooks: {
        calculate: async () => ({
          outcome: { results: {}, explanation: "kept" },
          cached: true,
          timestamp: new Date(Date.now() - 5000).toISOString(),
        }),
      },
    };
    const cached = await (await createServer({ catalog: [await smallCatalogue()], plugins: [cache] })).app.request(
      "/api/v1/calculate",
      body({ principal: 1, rate: 1, years: 1 }),
    );
    expect([JSON.parse(await cached.text()).cached, cached.headers.get("age")]).toEqual([true, "5"]);
    const quota: Plugin = {
      name: "quota",
      hooks: {
        calculate: async () => {
          throw new CalcError(
            "quota/exhausted",
            { message: "Come back tomorrow.", headers: { "retry-after": "60" } },
            { status: 429, title: "Used up" },
          );
        },
      },
    };
    const refused = await (await createServer({ catalog: [await smallCatalogue()], plugins: [quota] })).app.request(
      "/api/v1/calculate",
      body({ principal: 1, rate: 1, years: 1 }),
    );
    expect([refused.status, refused.headers.get("retry-after"), JSON.parse(await refused.text()).code]).toEqual([
      429,
      "60",
      "quota/exhausted",
    ]);
  });

  it("a veto on a definition, which becomes a finding", async () => {
    const veto: Plugin = {
      name: "veto",
      hooks: {
        define: (definition, { slug }) => {
          if (slug === "compound-interest") throw new CalcError("definition", { message: "Not here." });
          return definition;
        },
      },
    };
    const { kernel } = await createServer({ catalog: [await smallCatalogue()], plugins: [veto] });
    expect(kernel.catalog.get("compound-interest")).toBeUndefined();
    expect(kernel.catalog.findings().map(({ message }) => message)).toContain("Not here.");
  });
});

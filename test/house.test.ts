// The rules of src/README.md about the sources: direction of imports, sizes, one importer per library, and what no source may do.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { functionsIn } from "./functions.ts";

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesUnder(join(folder, entry.name)) : /\.tsx?$/.test(entry.name) ? [join(folder, entry.name)] : [],
  );
}
const importForm = /(?:^|\n)\s*(?:import|export)\s(?:[^"';]*?\sfrom\s+)?"([^"]+)"|\bimport\("([^"]+)"\)/g;
const importsOf = (file: string): string[] =>
  [...readFileSync(file, "utf8").matchAll(importForm)].map(([, from, dynamic]) => (from ?? dynamic)!);
const own = (file: string): string[] =>
  importsOf(file)
    .filter((path) => path.startsWith("."))
    .map((path) => relative(".", resolve(dirname(file), path)));
const lines = (file: string): number => readFileSync(file, "utf8").split("\n").length - 1;
const sources = filesUnder("src");

/** In order: a file imports from its own module, or from an earlier one. */
const modules = [
  "src/definition.ts",
  "src/formula.ts",
  "src/types.ts",
  "src/errors.ts",
  "src/pause.ts",
  "src/json-schema.ts",
  "src/operations.ts",
  "src/language/",
  "src/units/",
  "src/calculator/",
  "src/catalog/",
  "src/calculation/",
  "src/storage/",
  "src/plugins.ts",
  "src/http/",
  "src/server.ts",
  "src/index.ts",
  "src/functions.ts",
  "src/http.ts",
  "src/compiler.ts",
];
/** What plugins, scripts and tests import as "formulary", "formulary/functions" and so on. */
const entryPoints = ["src/index.ts", "src/functions.ts", "src/http.ts", "src/compiler.ts"];
const moduleOf = (file: string) => modules.findIndex((module) => file.startsWith(module));

/** The most lines of each module; a larger number needs a separate commit that says why. */
const budgets = {
  "": 1130,
  language: 1265,
  units: 660,
  calculator: 3035,
  catalog: 1460,
  calculation: 195,
  storage: 305,
  http: 825,
};

/** Functions of src/ with more than 40 lines or 3 parameters. */
const longFunctions = [
  "src/calculator/kinds/keywords.ts checkPart",
  "src/catalog/catalog.ts createCatalog",
  "src/language/entry.ts entry",
  "src/language/entry.ts scalar",
  "src/plugins.ts composePlugins",
  "src/storage/ring.ts createRing",
  "src/units/convert.ts convert",
  "src/units/convert.ts bridged",
  "src/units/product.ts parseProduct",
];

describe("the sources", () => {
  it.each(sources)("%s is in a module, and imports only from its own module or from earlier ones", (file) => {
    expect(moduleOf(file), `${file} is in no module of the list`).toBeGreaterThanOrEqual(0);
    for (const target of own(file)) expect(moduleOf(target), `${file} imports ${target}`).toBeLessThanOrEqual(moduleOf(file));
  });

  it("have no import cycle", () => {
    const all = [...sources, ...filesUnder("plugins"), ...filesUnder("scripts")];
    const done = new Set<string>();
    const path: string[] = [];
    const visit = (file: string) => {
      if (done.has(file)) return;
      expect(path, `cycle: ${[...path, file].join(" → ")}`).not.toContain(file);
      path.push(file);
      for (const target of own(file)) visit(target);
      path.pop();
      done.add(file);
    };
    for (const file of all) visit(file);
  });

  it.each([...sources, ...filesUnder("plugins"), ...filesUnder("scripts")])("%s has at most 250 lines", (file) => {
    expect(lines(file)).toBeLessThanOrEqual(250);
  });
  it.each(filesUnder("test"))("%s has at most 400 lines", (file) => {
    expect(lines(file)).toBeLessThanOrEqual(400);
  });
  it.each(Object.entries(budgets))("src/%s has at most %i lines: lower this when it shrinks", (module, budget) => {
    const files = sources.filter((file) => (module === "" ? dirname(file) === "src" : file.startsWith(`src/${module}/`)));
    expect(files.reduce((sum, file) => sum + lines(file), 0)).toBeLessThanOrEqual(budget);
  });
  it("functions have at most 40 lines and 3 parameters, but for those of a list that only shrinks", () => {
    const exceptions = sources.flatMap((file) =>
      functionsIn(readFileSync(file, "utf8"))
        .filter((each) => each.lines > 40 || each.parameters > 3)
        .map(({ name }) => `${file} ${name}`),
    );
    expect(exceptions).toEqual(longFunctions);
  });
  it("every module of src/ has a budget", () => {
    const inModules = Object.keys(budgets).map((module) => (module === "" ? "src" : `src/${module}`));
    expect(sources.filter((file) => !inModules.includes(dirname(file).replace(/\/kinds$/, "")))).toEqual([]);
  });
  it("have no utils, helpers, common, misc, core or lib", () => {
    expect(
      [...sources, ...filesUnder("plugins"), ...filesUnder("scripts")].filter((file) =>
        /\b(utils?|helpers?|common|misc|core|lib)\b/.test(file),
      ),
    ).toEqual([]);
  });
  it("nothing in src/ imports a plugin, a script or an entry point", () => {
    for (const file of sources)
      for (const target of own(file)) {
        expect(target.startsWith("src/"), `${file} imports ${target}`).toBe(true);
        expect(entryPoints, `${file} imports ${target}`).not.toContain(target);
      }
  });
  it("a plugin imports the entry points by name, its own folder, and the index of a plugin that it requires", () => {
    for (const file of filesUnder("plugins"))
      for (const target of own(file)) {
        const [, module = "", other = ""] = /^plugins\/([\w-]+)\/.* plugins\/([\w-]+)\/index\.ts$/.exec(`${file} ${target}`) ?? [];
        const requires =
          module && /requires: \[(.*?)\]/s.exec(readFileSync(`plugins/${module}/index.ts`, "utf8"))?.[1]?.includes(`"${other}"`);
        expect(target.startsWith(`plugins/${file.split("/")[1]}/`) || requires, `${file} imports ${target}`).toBe(true);
      }
  });
  it("a script imports the entry points by name, other scripts, and the index of plugins", () => {
    for (const file of filesUnder("scripts"))
      for (const target of own(file))
        expect(target.startsWith("scripts/") || /^plugins\/[\w-]+\/index\.ts$/.test(target), `${file} imports ${target}`).toBe(true);
  });
  it("types.ts imports only the types of a calculator file and of formulas", () => {
    expect(own("src/types.ts")).toEqual(["src/definition.ts", "src/formula.ts", "src/definition.ts", "src/formula.ts"]);
    expect([...own("src/definition.ts"), ...own("src/formula.ts")]).toEqual([]);
  });
  it.each(["expr-eval", "yaml", "js-yaml", "chokidar", "fast-glob", "listhen"])("%s is imported by one file", (library) => {
    const importers = sources.filter((file) => importsOf(file).some((path) => path === library || path.startsWith(`${library}/`)));
    expect(importers).toHaveLength(1);
  });
});

describe("a test", () => {
  const modules = ["calculation", "calculator", "catalog", "http", "language", "plugins", "scripts", "storage", "units"];
  const files = filesUnder("test").filter((file) => file.endsWith(".test.ts"));
  it("is in the folder of what it tests; this one and the one of src/plugins.ts have none", () => {
    const others = files.filter((file) => !modules.includes(file.split("/")[1]!));
    expect(others.sort()).toEqual(["test/house.test.ts", "test/plugins.test.ts"]);
    for (const module of modules.filter((each) => each !== "plugins" && each !== "scripts"))
      expect(statSync(`src/${module}`).isDirectory(), module).toBe(true);
  });
  it("of the unit group needs no build, no process and no program", () => {
    const unit = files.filter((file) => !/\.(catalog|system)\.test\.ts$/.test(file) && file !== "test/house.test.ts");
    const heavy = /\b(startServer|startRedis|openPage|newKey|fork|spawn\w*)\(|["`]dist\//;
    expect(unit.filter((file) => heavy.test(readFileSync(file, "utf8")))).toEqual([]);
  });
});

describe("no source", () => {
  const texts = [...sources, ...filesUnder("plugins"), ...filesUnder("scripts")].map(
    (file) =>
      [
        file,
        readFileSync(file, "utf8")
          .replace(/\/\*\*[\s\S]*?\*\/|\/\/.*$/gm, "")
          // the text of a page between its tags
          .replace(file.endsWith(".tsx") ? /[>}][^<>{}=;]+(?=[<{])/g : /$^/, "> ")
          .replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g, '""'),
      ] as const,
  );
  it.each([
    ["evaluates, simplifies or compiles expr-eval's expressions", /\.(evaluate|simplify|toJSFunction)\(/],
    ["makes code from text", /\beval\(|new Function\(|\bFunction\(|node:vm/],
    ["asks for names with `in`", /[\w)"] in [\w(]/],
    ["uses any", /:\s*any\b|as any\b|<any>/],
    ["uses enums, namespaces or inheritance, errors aside", /^\s*(export )?(enum|namespace) |class \w+ extends (?!Error)/m],
  ])("%s", (_, pattern) => {
    expect(texts.filter(([, text]) => pattern.test(text)).map(([file]) => file)).toEqual([]);
  });
  it("leaves work for later", () => {
    const all = [...sources, ...filesUnder("plugins"), ...filesUnder("scripts")];
    expect(all.filter((file) => /\b(TODO|FIXME|XXX)\b/.test(readFileSync(file, "utf8")))).toEqual([]);
  });
  it("says an exported thing without a sentence above it", () => {
    const bare = texts.flatMap(([file]) => {
      const all = readFileSync(file, "utf8").split("\n");
      return all.flatMap((line, at) =>
        /^export (async )?function /.test(line) && !/\*\/\s*$/.test(all[at - 1] ?? "") ? [`${file}:${at + 1}`] : [],
      );
    });
    expect(bare).toEqual([]);
  });
});

type Package = {
  engines?: { node?: string };
  dev?: boolean;
  resolved?: string;
  hasInstallScript?: boolean;
  inBundle?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
} & Partial<Record<"dependencies" | "devDependencies" | "optionalDependencies" | "peerDependencies", Record<string, string>>>;

describe("what a fresh machine needs", () => {
  const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
    packages: Record<string, Package>;
  };
  const production = Object.entries(lock.packages).filter(([name, { dev }]) => name !== "" && !dev);

  it.each(production)("%s runs on Node 20.19", (_, { engines }) => {
    expect(allows(engines?.node ?? "*", [20, 19, 0]), engines?.node).toBe(true);
  });
  it("no production package runs an install script that it needs", () => {
    // fsevents is optional and for another system
    expect(
      production.filter(([name, { hasInstallScript }]) => hasInstallScript && !name.endsWith("/fsevents")).map(([name]) => name),
    ).toEqual([]);
  });
  it.each([
    ["npm ci", 400, ["dependencies", "devDependencies"]],
    ["npm ci --omit=dev", 150, ["dependencies"]],
  ] as const)("%s says that it added at most %d packages", (_, limit, kinds) => {
    const count = addedPackages(lock.packages, kinds).size;
    expect(count).toBeGreaterThan(50);
    expect(count).toBeLessThanOrEqual(limit);
  });
  it("the lock file holds no registry address", () => {
    expect(Object.values(lock.packages).filter(({ resolved }) => resolved?.startsWith("http"))).toEqual([]);
  });
  it("no file of the project names a path of the machine it was written on", () => {
    const skipped = new Set(["node_modules", "dist", ".data", ".git", "package-lock.json"]);
    const files = readdirSync(".", { withFileTypes: true })
      .filter(({ name }) => !skipped.has(name))
      .flatMap((entry) =>
        entry.isDirectory()
          ? readdirSync(entry.name, { recursive: true, encoding: "utf8" }).map((name) => join(entry.name, name))
          : [entry.name],
      );
    // not the path of a web address
    const machine = new RegExp(`(?<![\\w./:-])/(${["wo", "ro", "ho", "tm"].join("[a-z]*|")}[a-z]*)/[a-z]`);
    expect(files.length).toBeGreaterThan(500);
    expect(files.filter((file) => statSync(file).isFile() && machine.test(readFileSync(file, "utf8")))).toEqual([]);
  });
});

// What "added 300 packages" counts on Linux with x64 and glibc: all that the root needs, and what that needs in turn. The lock file
// holds more: optional packages for other machines, with what only those need, and what comes inside another package's archive.
/** The packages that npm adds for the root's dependencies of some kinds. */
function addedPackages(packages: Record<string, Package>, kinds: readonly ("dependencies" | "devDependencies")[]): Set<string> {
  const machine = { os: "linux", cpu: "x64", libc: "glibc" };
  const fits = (each: Package) => (["os", "cpu", "libc"] as const).every((part) => each[part]?.includes(machine[part]) ?? true);
  const added = new Set<string>();
  const add = (from: string, name: string): void => {
    // where Node looks for it: beside the package's own modules, then beside the package, and so on up to the root
    let folder = from;
    while (folder !== "" && !packages[`${folder}node_modules/${name}`]) folder = folder.slice(0, folder.lastIndexOf("node_modules/"));
    const path = `${folder}node_modules/${name}`;
    const found = packages[path];
    if (!found || found.inBundle || added.has(path) || !fits(found)) return;
    added.add(path);
    const { dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} } = found;
    const peers = Object.keys(peerDependencies).filter((peer) => !peerDependenciesMeta[peer]?.optional);
    for (const each of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) add(`${path}/`, each);
  };
  for (const kind of kinds) for (const name of Object.keys(packages[""]![kind] ?? {})) add("", name);
  return added;
}

/** Whether a version lies in an npm range of the forms that packages use: ^ ~ >= < || * x and plain numbers. */
function allows(range: string, version: number[]): boolean {
  const compare = (a: number[], b: number[]) => a.map((x, at) => x - (b[at] ?? 0)).find((x) => x !== 0) ?? 0;
  const simple = (part: string): boolean => {
    const [, operator = "", digits = ""] = /^(\^|~|>=|<=|>|<|=)?\s*v?([\d.x*]*)/.exec(part) ?? [];
    const wanted = digits
      .split(".")
      .filter((each) => /^\d+$/.test(each))
      .map(Number);
    if (wanted.length === 0) return true;
    const order = compare(version, wanted);
    if (operator === ">=") return order >= 0;
    if (operator === ">") return order > 0;
    if (operator === "<") return order < 0;
    if (operator === "<=") return order <= 0;
    if (operator === "^") return order >= 0 && version[0] === wanted[0];
    if (operator === "~") return order >= 0 && version[0] === wanted[0] && version[1] === (wanted[1] ?? version[1]);
    return wanted.every((each, at) => version[at] === each);
  };
  return range
    .split("||")
    .some((alternative) => (alternative.trim().match(/(?:\^|~|>=|<=|>|<|=)?\s*v?[\d.x*]+/g) ?? ["*"]).every((part) => simple(part.trim())));
}

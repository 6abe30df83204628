// Records what a built checkout of this program answers, as files that `diff -r` compares: the list, every detail, every example's
// answer, refusals of wrong inputs, /openapi.json, pages of every tenth calculator, and the findings of a set of broken files.
// Usage: node test/record.mjs <checkout> <folder> [server|findings]
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

const [, , checkoutPath = ".", targetPath = "record", only] = process.argv;
const [checkout, target] = [resolve(checkoutPath), resolve(targetPath)];
const work = mkdtempSync(join(tmpdir(), "formulary-record-"));
const environment = {
  ...process.env,
  PORT: "0",
  DATA_DIR: join(work, "data"),
  LOG_FORMAT: "text",
  TRUST_PROXY: "1",
  PUBLIC_URL: "http://localhost:3000",
};

/** What differs from run to run, or names the build: timestamps, request ids, revisions. */
const stable = (text) =>
  text
    .replace(/"(timestamp|requestId|revision)":\s*"[^"]*"/g, '"$1":""')
    .replace(/20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, "TIME")
    .replace(/\?v=[\w-]+|(?<![.\d])\b[0-9a-f]{16}\b/g, "REVISION")
    .replaceAll(work, "WORK");
function write(name, text) {
  mkdirSync(dirname(join(target, name)), { recursive: true });
  writeFileSync(join(target, name), `${stable(text)}\n`);
}
const pretty = (value) => JSON.stringify(value, null, 1);

function start(more = {}) {
  const { scripts } = JSON.parse(readFileSync(join(checkout, "package.json"), "utf8"));
  const [program, ...words] = scripts.start.split(" ");
  const child = spawn(program === "node" ? process.execPath : program, words, { cwd: checkout, env: { ...environment, ...more } });
  let output = "";
  return new Promise((done, fail) => {
    const read = (chunk) => {
      output += chunk;
      const [, port] = /on http:\/\/[^:\s]+:(\d+)/.exec(output) ?? [];
      if (port) done({ url: `http://127.0.0.1:${port}`, child, output: () => output });
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", () => fail(new Error(output)));
  });
}
const end = (child) => new Promise((done) => child.once("exit", done) && child.kill("SIGTERM"));

/** Wrong variants of an example's inputs, the same at every run. */
function wrongInputs(inputs, properties) {
  const variants = [{ nonsense: 1, ...inputs }, { unit: "kg" }];
  for (const [name, schema] of Object.entries(properties)) {
    const { [name]: own, ...others } = inputs;
    variants.push(others);
    const values = [
      null,
      "12",
      true,
      [],
      {},
      { value: 1, unit: "kg" },
      { value: 1, unit: "nonsense" },
      -1e30,
      1e30,
      0.5,
      [1, "a", {}],
      [[1], [1, 2]],
    ];
    for (const value of values) variants.push({ ...inputs, [name]: value });
    if (schema.type === "string") variants.push({ ...inputs, [name]: "2024-02-30" }, { ...inputs, [name]: "x".repeat(5000) });
    if (Array.isArray(own) && own.length > 0) variants.push({ ...inputs, [name]: [...own, own[0]] }, { ...inputs, [name]: own.slice(1) });
    if (typeof own === "string") variants.push({ ...inputs, [name]: own.slice(0, -1) });
  }
  return variants;
}

async function recordServer() {
  const key = spawnSync("npm", ["run", "-s", "new-key", "--", "--email", "record@example.org", "--plan", "Enterprise"], {
    cwd: checkout,
    env: environment,
    encoding: "utf8",
  }).stdout.trim();
  const { url, child } = await start({ LOG_LEVEL: "info" });
  // pages may be read so many times a minute from one address: each request comes from one of its own
  let requests = 0;
  const get = async (path) => {
    requests++;
    const headers = { "x-forwarded-for": `10.0.${requests >> 8}.${requests & 255}` };
    return (await fetch(url + path, { headers })).text();
  };
  const post = async (body) => {
    const response = await fetch(`${url}/api/v1/calculate`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": key },
      body: JSON.stringify(body),
    });
    return { status: response.status, ...(await response.json()) };
  };
  const list = JSON.parse(await get("/api/v1/calculators"));
  write("list.json", pretty(list));
  for (const path of [
    "/openapi.json",
    "/api/v1/categories",
    "/healthz",
    "/api/v1/calculators?q=loan+payment",
    "/api/v1/calculators?q=body+mass",
  ])
    write(`${path.replace(/\W+/g, "-").slice(1)}.json`, pretty(JSON.parse(await get(path))));
  for (const path of ["/", "/categories/finance", "/docs", "/about", "/nothing-here"])
    write(`pages${path === "/" ? "/home" : path}.html`, await get(path));
  for (const [at, { slug }] of list.calculators.entries()) {
    const detail = JSON.parse(await get(`/api/v1/calculators/${slug}`));
    write(`detail/${slug}.json`, pretty(detail));
    const answers = [];
    for (const { inputs, outputs, solve } of detail.examples) {
      const { [solve]: _, ...others } = outputs ?? {};
      const [[name, value] = []] = Object.entries(others);
      answers.push(await post({ calculator: slug, inputs, ...(solve && { solveFor: solve, target: { [name]: value } }) }));
    }
    write(`answers/${slug}.json`, pretty(answers));
    const [first = { inputs: {} }] = detail.examples;
    const refusals = [];
    for (const inputs of wrongInputs(first.inputs, detail.inputs.properties ?? {})) refusals.push(await post({ calculator: slug, inputs }));
    write(`refusals/${slug}.json`, pretty(refusals));
    if (at % 10 > 0) continue;
    const query = new URLSearchParams(
      Object.entries(first.inputs).flatMap(([name, value]) => (typeof value === "object" ? [] : [[name, String(value)]])),
    );
    write(`pages/${slug}.html`, await get(`/calculators/${slug}`));
    write(`pages/${slug}-inputs.html`, await get(`/calculators/${slug}?${query}`));
  }
  await end(child);
}

/** A small generator of numbers from 0 to 1 that gives the same at every run. */
function sequence(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const pick = (list, random) => list[Math.floor(random() * list.length)];
const replaceOne = (text, pattern, random, change) => {
  const matches = [...text.matchAll(pattern)];
  if (matches.length === 0) return text;
  const match = pick(matches, random);
  return text.slice(0, match.index) + change(match[0], random) + text.slice(match.index + match[0].length);
};
const dropLetter = (word, random) => {
  const at = Math.floor(random() * word.length);
  return word.slice(0, at) + word.slice(at + 1);
};
/** Mistakes that authors make, each as a change of a file's text. */
const mistakes = [
  (text, random) => replaceOne(text, /^.*\n/gm, random, () => ""),
  (text, random) => replaceOne(text, /^.*\n/gm, random, (line) => line + line),
  (text, random) => replaceOne(text, /(?<=^formulas:[\s\S]*)\b[a-z]\w{3,}\b/g, random, dropLetter),
  (text, random) => replaceOne(text, /\b[a-z]\w{3,}\b/g, random, dropLetter),
  (text, random) => replaceOne(text, /(?<=unit: )[^,}\n]+/g, random, (_, next) => pick(["kgg", "m/s", "kg", '"%"', "currency"], next)),
  (text, random) => replaceOne(text, /\d/g, random, (digit) => String((Number(digit) + 1) % 10)),
  (text, random) => replaceOne(text, /: /g, random, () => " = "),
  (text, random) => replaceOne(text, /[{}[\]"()]/g, random, () => ""),
  (text, random) =>
    replaceOne(text, /type: \w+/g, random, (_, next) => `type: ${pick(["number", "string", "integer", "boolean", "array", "text"], next)}`),
  (text, random) =>
    replaceOne(text, /(minimum|maximum): \S+?(?=[,} \n])/g, random, (_, next) =>
      pick(["minimum: 5", "maximum: -5", "maximum: 1.0e+30"], next),
    ),
  (text, random) => replaceOne(text, / [-+*/^] /g, random, (_, next) => pick([" + ", " - ", " * ", " / "], next)),
  (text, random) =>
    replaceOne(text, /\{\{ \w+ \}\}/g, random, (name, next) => pick([name.slice(1, -1), "{{ nothing }}", "{{ 1 + }}"], next)),
  (text, random) =>
    replaceOne(text, /: \S+$/gm, random, (_, next) =>
      pick([": log(2)", ": a = b", ": 5%", ": Math.sqrt(2)", ": [1, 2", ": x.y", ": 1 < 2 < 3"], next),
    ),
];

async function recordFindings() {
  const random = sequence(20261123);
  const folder = join(work, "broken");
  const catalog = join(checkout, "catalog");
  for (const category of readdirSync(catalog, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    mkdirSync(join(folder, category.name), { recursive: true });
    writeFileSync(join(folder, category.name, "_category.yaml"), readFileSync(join(catalog, category.name, "_category.yaml")));
    for (const file of readdirSync(join(catalog, category.name)).filter((name) => !name.startsWith("_"))) {
      const text = readFileSync(join(catalog, category.name, file), "utf8");
      for (const number of [1, 2]) {
        const broken = pick(mistakes, random)(text, random);
        writeFileSync(join(folder, category.name, file.replace(".yaml", `-${number}.yaml`)), broken);
      }
    }
  }
  const { stdout, stderr } = spawnSync("scripts/validate-catalog", ["--reporter", "json", folder], {
    cwd: checkout,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  const name = (text) => text.replace(/(?:\.\.\/)*[^"\s]*\/broken\//g, "");
  write("findings.json", name(pretty(JSON.parse(stdout || JSON.stringify(stderr)))));
  const { child, output } = await start({ CATALOG: `catalog,${folder}`, LOG_LEVEL: "info", DATA_DIR: join(work, "data-of-broken") });
  await new Promise((done) => setTimeout(done, 15_000));
  await end(child);
  const lines = output()
    .split("\n")
    .filter((line) => line.includes(" error ") && line.includes(".yaml"));
  write(
    "log.txt",
    name(
      lines
        .map((line) => line.replace(/^\S+ (?=\S)/, ""))
        .sort()
        .join("\n"),
    ),
  );
}

const parts = { server: recordServer, findings: recordFindings };
for (const [name, record] of Object.entries(parts)) if (only === undefined || only === name) await record();
rmSync(work, { recursive: true, force: true });

// Random bodies, inputs, slugs, queries and YAML files: each gets a documented answer or error, never a 500.
import { readdirSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { CalcError, type Definition } from "formulary";
import { createCatalog, readDocument } from "formulary/compiler";
import { apiDescription } from "../http/api-document.ts";
import { type Answer, checkAnswer, readOpenapi } from "../http/documented.ts";
import { newKey, type Process, startServer } from "../http/process.ts";
import { functions, language } from "../language/evaluate.ts";
import { firstFailures, type Part } from "./part.ts";

const documentation = readOpenapi(apiDescription);
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
interface RequestOptions {
  method?: string;
  path: string;
  key?: string;
  body?: string;
}
function send(port: number, { method = "GET", path, key, body }: RequestOptions): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { ...(key && { "x-api-key": key }), ...(body !== undefined && { "content-type": "application/json" }) };
    const outgoing = request({ host: "127.0.0.1", port, agent, method, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve({
          method,
          path,
          status: response.statusCode ?? 0,
          header: (name) => response.headers[name.toLowerCase()] as string | undefined,
          body: Buffer.concat(chunks),
        }),
      );
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

const files = readdirSync("catalog", { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name }) =>
    readdirSync(`catalog/${name}`)
      .filter((file) => /^[^_].*\.yaml$/.test(file))
      .map((file) => `catalog/${name}/${file}`),
  );
const slugOf = (path: string) => path.slice(path.lastIndexOf("/") + 1, -5);

const anything = fc.anything({ maxDepth: 3, withNullPrototype: false });
const number = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(0, -0, 1e308, -1e308, 5e-324, 1e-9, 2 ** 53));
const value = fc.oneof(
  { weight: 4, arbitrary: number },
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    null,
    true,
    "",
    "x",
    "x^2",
    "2026-02-30",
    "23:59",
    [1, 2, 3],
    [
      [1, 2],
      [3, 4],
    ],
    { value: 1, unit: "kg" },
    { value: 5, unit: "°F" },
  ),
  fc.record({ value: number, unit: fc.oneof(fc.constantFrom("kg", "m/s", "lb", "in"), fc.string()) }),
  fc.array(number, { maxLength: 50 }),
  anything,
);
const definitions = files.map((path) => readDocument(path, readFileSync(path, "utf8")).document!.data as Definition);
/** A calculator with the inputs of its first example, some of them replaced, and sometimes an unknown input. */
const changedInputs = fc
  .tuple(
    fc.nat({ max: files.length - 1 }),
    fc.array(fc.tuple(fc.nat({ max: 20 }), value), { maxLength: 3 }),
    fc.option(fc.string(), { freq: 5 }),
  )
  .map(([index, changes, unknownName]) => {
    const { examples = [], inputs: declared } = definitions[index]!;
    const names = Object.keys(declared?.properties ?? {});
    const changed = changes.map(([position, each]) => [names[position % Math.max(1, names.length)] ?? "x", each]);
    const inputs = { ...examples[0]?.inputs, ...Object.fromEntries(changed), ...(unknownName !== null && { [unknownName]: 1 }) };
    return { calculator: slugOf(files[index]!), inputs };
  });
const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.string(),
  fc.constantFrom("__proto__", "..", "%00", "compound-interest", "loan intrest"),
);

interface Kind {
  name: string;
  arbitrary: fc.Arbitrary<unknown>;
  request: (value: never, target: Target) => Promise<Answer>;
}
interface Target {
  port: number;
  key: string;
}
/** JSON of any value; JSON.stringify refuses a bigint. */
const toJson = (any: unknown): string | undefined => JSON.stringify(any, (_, each) => (typeof each === "bigint" ? String(each) : each));
const post = (body: string, { port, key }: Target) => send(port, { method: "POST", path: "/api/v1/calculate", key, body });
const kinds: Kind[] = [
  {
    name: "bodies",
    arbitrary: fc.oneof(
      fc.json({ maxDepth: 6 }),
      fc.string({ unit: "binary" }),
      fc.record({ calculator: anything, inputs: anything }).map((body) => toJson(body) ?? ""),
    ),
    request: post as Kind["request"],
  },
  {
    name: "inputs",
    arbitrary: changedInputs,
    request: ((body: unknown, target: Target) => post(toJson(body)!, target)) as Kind["request"],
  },
  {
    name: "slugs",
    arbitrary: text,
    request: ((slug: string, { port }: Target) => send(port, { path: `/api/v1/calculators/${escaped(slug)}` })) as Kind["request"],
  },
  {
    name: "queries",
    arbitrary: fc.dictionary(fc.constantFrom("q", "category", "limit", "offset", "x"), text),
    request: ((query: Record<string, string>, { port }: Target) =>
      send(port, {
        path: `/api/v1/calculators?${Object.entries(query)
          .map(([name, each]) => `${name}=${escaped(each)}`)
          .join("&")}`,
      })) as Kind["request"],
  },
];
/** How an answer differs from the documentation; undefined where it does not. */
function differenceOf(answer: Answer): string | undefined {
  const { status, body } = answer;
  const [fault] = status === 500 ? ["is a 500"] : checkAnswer(documentation, answer).faults;
  return fault && `${status} ${fault}: ${body.toString().slice(0, 200)}`;
}
/** Escapes what may not be in the first line of a request. Unlike encodeURIComponent it takes lone surrogates too. */
const escaped = (text: string) =>
  Buffer.from(text).reduce(
    (all, byte) =>
      all + (/[\w./%-]/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : `%${byte.toString(16).padStart(2, "0")}`),
    "",
  );

/** Checks random values for some time, and waits for the last check, which fast-check does not at its time limit. */
function checkFor<T>(arbitrary: fc.Arbitrary<T>, check: (value: T) => Promise<void>) {
  return async ({ milliseconds, seed }: { milliseconds: number; seed: number }) => {
    let last: Promise<unknown> = Promise.resolve();
    const property = fc.asyncProperty(arbitrary, async (random) => {
      last = check(random);
      await last;
    });
    await fc.assert(property, { seed, numRuns: 10_000_000, interruptAfterTimeLimit: milliseconds });
    await last;
  };
}

/** Reads, compiles and runs YAML files with random changes, as a server does. */
async function checkChangedFiles(milliseconds: number, seed: number, failures: string[]): Promise<{ files: number; valid: number }> {
  const folder = await mkdtemp(join(tmpdir(), "formulary-"));
  await mkdir(join(folder, "c"));
  for (const name of readdirSync("catalog").filter((each) => each.startsWith("_")))
    await writeFile(join(folder, name), readFileSync(`catalog/${name}`));
  await writeFile(join(folder, "c/_category.yaml"), "title: C\ndescription: C.\ngroup: g\nsubcategories: { test: T }\n");
  const tokens = [
    "title: ",
    "[",
    "]",
    "{",
    "}",
    '"',
    ": ",
    "1e999",
    "-",
    "__proto__",
    "inputs: ",
    " #",
    "!x ",
    "*a",
    "&a ",
    "%",
    "\t",
    "\u0000",
    "range(1, 1e9)",
    "formulas: ",
    "null",
    "{{ ",
    "? ",
    "|",
    ".nan",
  ];
  const change = fc.record({
    at: fc.nat(),
    length: fc.nat({ max: 60 }),
    token: fc.oneof(fc.constantFrom(...tokens), fc.string({ maxLength: 20 }), fc.constant("")),
  });
  const counts = { files: 0, valid: 0 };
  const catalog = await createCatalog({ functions, define: language.define, folders: [folder] });
  const property = checkFor(
    fc.tuple(fc.constantFrom(...files), fc.array(change, { minLength: 1, maxLength: 4 })),
    async ([path, changes]) => {
      let source = readFileSync(path, "utf8");
      const inputs = definitions[files.indexOf(path)]?.examples?.[0]?.inputs ?? {};
      for (const { at, length, token } of changes) {
        const from = at % source.length;
        source = source.slice(0, from) + token + source.slice(from + length);
      }
      counts.files++;
      try {
        // a new name each time: under the same name the last good version would stay in use
        await rm(join(folder, `c/x${counts.files - 1}.yaml`), { force: true });
        await writeFile(join(folder, `c/x${counts.files}.yaml`), source);
        await catalog.refresh();
        const calculator = catalog.get(`x${counts.files}`);
        if (!calculator) {
          if (catalog.findings().length === 0) failures.push(`${path}: refused without a finding after ${JSON.stringify(changes)}`);
          return;
        }
        counts.valid++;
        calculator.detail();
        calculator.run(calculator.validate(inputs, "2026-11-21"));
      } catch (error) {
        if (!(error instanceof CalcError))
          failures.push(`${path} after ${JSON.stringify(changes)}: ${(error as Error).stack?.slice(0, 400)}`);
      }
    },
  );
  await property({ milliseconds, seed });
  return counts;
}

async function checkRequests(server: Process, { milliseconds, seed }: { milliseconds: number; seed: number }, failures: string[]) {
  const target = { port: server.port, key: newKey(server.environment) };
  const counts: Record<string, number> = {};
  for (const { name, arbitrary, request: sendRequest } of kinds) {
    const property = checkFor(arbitrary, async (random) => {
      counts[name] = (counts[name] ?? 0) + 1;
      const difference = await sendRequest(random as never, target).then(differenceOf, (error: Error) => `no answer (${error.message})`);
      if (difference) failures.push(`${name} ${toJson(random)?.slice(0, 400)} → ${difference}`);
      if (server.child.exitCode !== null) throw new Error(`The server exited: ${server.output().slice(-500)}`);
    });
    await property({ milliseconds: milliseconds / kinds.length, seed });
  }
  return counts;
}

export const properties: Part = {
  name: "properties",
  promise: "any body, inputs, slug, query or YAML file: a documented answer, never a 500",
  weight: 2,
  run: async ({ milliseconds, seed }) => {
    const failures: string[] = [];
    const server = await startServer();
    const counts = await checkRequests(server, { milliseconds: milliseconds * 0.7, seed }, failures);
    if (/unhandled| error /i.test(server.output())) failures.push(server.output().slice(-800));
    agent.destroy();
    if ((await server.stop()) !== 0) failures.push("The server did not stop with 0.");
    const { files: fileCount, valid } = await checkChangedFiles(milliseconds * 0.3, seed, failures);
    return { numbers: { ...counts, "YAML files": fileCount, "of them valid": valid }, failures: firstFailures(failures, 20) };
  },
};

// Anything at all as bodies, inputs, slugs, queries and YAML files: answered or refused in a documented shape, never a 500.
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
import { few, type Part } from "./part.ts";

const reading = readOpenapi(apiDescription);
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
interface Sent {
  method?: string;
  path: string;
  key?: string;
  body?: string;
}
function ask(port: number, { method = "GET", path, key, body }: Sent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { ...(key && { "x-api-key": key }), ...(body !== undefined && { "content-type": "application/json" }) };
    const sent = request({ host: "127.0.0.1", port, agent, method, path, headers }, (response) => {
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
    sent.on("error", reject);
    sent.end(body);
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
/** A calculator with the inputs of its example, some of them replaced by something else, and now and then one more. */
const inputsOfFile = fc
  .tuple(
    fc.nat({ max: files.length - 1 }),
    fc.array(fc.tuple(fc.nat({ max: 20 }), value), { maxLength: 3 }),
    fc.option(fc.string(), { freq: 5 }),
  )
  .map(([at, changes, stray]) => {
    const { examples = [], inputs } = definitions[at]!;
    const names = Object.keys(inputs?.properties ?? {});
    const changed = changes.map(([which, each]) => [names[which % Math.max(1, names.length)] ?? "x", each]);
    const given = { ...examples[0]?.inputs, ...Object.fromEntries(changed), ...(stray !== null && { [stray]: 1 }) };
    return { calculator: slugOf(files[at]!), inputs: given };
  });
const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.string(),
  fc.constantFrom("__proto__", "..", "%00", "compound-interest", "loan intrest"),
);

interface Kind {
  name: string;
  arbitrary: fc.Arbitrary<unknown>;
  send: (given: never, tools: { port: number; key: string }) => Promise<Answer>;
}
const post = (body: string, { port, key }: { port: number; key: string }) =>
  ask(port, { method: "POST", path: "/api/v1/calculate", key, body });
const kinds: Kind[] = [
  {
    name: "bodies",
    arbitrary: fc.oneof(
      fc.json({ maxDepth: 6 }),
      fc.string({ unit: "binary" }),
      fc
        .record({ calculator: anything, inputs: anything })
        .map((body) => JSON.stringify(body, (_, each) => (typeof each === "bigint" ? String(each) : each)) ?? ""),
    ),
    send: post as Kind["send"],
  },
  {
    name: "inputs",
    arbitrary: inputsOfFile,
    send: ((given: unknown, tools: { port: number; key: string }) =>
      post(
        JSON.stringify(given, (_, each) => (typeof each === "bigint" ? String(each) : each)),
        tools,
      )) as Kind["send"],
  },
  {
    name: "slugs",
    arbitrary: text,
    send: ((slug: string, { port }: { port: number }) => ask(port, { path: `/api/v1/calculators/${escaped(slug)}` })) as Kind["send"],
  },
  {
    name: "queries",
    arbitrary: fc.dictionary(fc.constantFrom("q", "category", "limit", "offset", "x"), text),
    send: ((query: Record<string, string>, { port }: { port: number }) =>
      ask(port, {
        path: `/api/v1/calculators?${Object.entries(query)
          .map(([name, each]) => `${name}=${escaped(each)}`)
          .join("&")}`,
      })) as Kind["send"],
  },
];
/** Why an answer is not a documented one; nothing when it is. */
function undocumented(answer: Answer): string | undefined {
  const { status, body } = answer;
  const [fault] = status === 500 ? ["is a 500"] : checkAnswer(reading, answer).faults;
  return fault && `${status} ${fault}: ${body.toString().slice(0, 200)}`;
}
/** Percent signs for what may not stand in a request's first line; half a letter too, which encodeURIComponent refuses. */
const escaped = (given: string) =>
  Buffer.from(given).reduce(
    (all, byte) =>
      all + (/[\w./%-]/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : `%${byte.toString(16).padStart(2, "0")}`),
    "",
  );

/** Runs a property for some time; the last run, which fast-check leaves to itself, is waited for. */
function whole<T>(arbitrary: fc.Arbitrary<T>, check: (given: T) => Promise<void>) {
  return async ({ milliseconds, seed }: { milliseconds: number; seed: number }) => {
    let last: Promise<unknown> = Promise.resolve();
    const property = fc.asyncProperty(arbitrary, async (given) => {
      last = check(given);
      await last;
    });
    await fc.assert(property, { seed, numRuns: 10_000_000, interruptAfterTimeLimit: milliseconds });
    await last;
  };
}

/** YAML files with lines changed, dropped and swapped: read, compiled and run as a server does. */
async function changedFiles(milliseconds: number, seed: number, broken: string[]): Promise<{ files: number; served: number }> {
  const folder = await mkdtemp(join(tmpdir(), "formulary-"));
  await mkdir(join(folder, "c"));
  for (const name of readdirSync("catalog").filter((each) => each.startsWith("_")))
    await writeFile(join(folder, name), readFileSync(`catalog/${name}`));
  await writeFile(join(folder, "c/_category.yaml"), "title: C\ndescription: C.\ngroup: g\nsubcategories: { test: T }\n");
  const words = [
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
    word: fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 20 }), fc.constant("")),
  });
  const counts = { files: 0, served: 0 };
  const catalog = await createCatalog({ functions, define: language.define, folders: [folder] });
  const property = whole(fc.tuple(fc.constantFrom(...files), fc.array(change, { minLength: 1, maxLength: 4 })), async ([path, changes]) => {
    let source = readFileSync(path, "utf8");
    const given = definitions[files.indexOf(path)]?.examples?.[0]?.inputs ?? {};
    for (const { at, length, word } of changes) {
      const from = at % source.length;
      source = source.slice(0, from) + word + source.slice(from + length);
    }
    counts.files++;
    try {
      // a new name each time: under the old one its last good version would answer
      await rm(join(folder, `c/x${counts.files - 1}.yaml`), { force: true });
      await writeFile(join(folder, `c/x${counts.files}.yaml`), source);
      await catalog.refresh();
      const calculator = catalog.get(`x${counts.files}`);
      if (!calculator) {
        if (catalog.findings().length === 0) broken.push(`${path}: refused without a word after ${JSON.stringify(changes)}`);
        return;
      }
      counts.served++;
      calculator.detail();
      calculator.run(calculator.validate(given, "2026-11-21"));
    } catch (error) {
      if (!(error instanceof CalcError)) broken.push(`${path} after ${JSON.stringify(changes)}: ${(error as Error).stack?.slice(0, 400)}`);
    }
  });
  await property({ milliseconds, seed });
  return counts;
}

async function requests(server: Process, { milliseconds, seed }: { milliseconds: number; seed: number }, broken: string[]) {
  const tools = { port: server.port, key: newKey(server.environment) };
  const counts: Record<string, number> = {};
  for (const { name, arbitrary, send } of kinds) {
    const property = whole(arbitrary, async (given) => {
      counts[name] = (counts[name] ?? 0) + 1;
      const why = await send(given as never, tools).then(undocumented, (error: Error) => `no answer (${error.message})`);
      if (why)
        broken.push(
          `${name} ${JSON.stringify(given, (_, each) => (typeof each === "bigint" ? String(each) : each))?.slice(0, 400)} → ${why}`,
        );
      if (server.child.exitCode !== null) throw new Error(`The server ended: ${server.output().slice(-500)}`);
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
    const broken: string[] = [];
    const server = await startServer();
    const counts = await requests(server, { milliseconds: milliseconds * 0.7, seed }, broken);
    if (/unhandled| error /i.test(server.output())) broken.push(server.output().slice(-800));
    agent.destroy();
    if ((await server.stop()) !== 0) broken.push("The server did not stop with 0.");
    const { files: read, served } = await changedFiles(milliseconds * 0.3, seed, broken);
    return { numbers: { ...counts, "YAML files": read, "of them served": served }, broken: few(broken, 20) };
  },
};

// A catalogue whose files are edited, broken, renamed and checked out by git under load: no failed request, every
// answer from one version of the catalogue, and every change in use soon.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Definition } from "formulary";
import { readDocument } from "formulary/compiler";
import { newKey, startServer } from "../http/process.ts";
import { calculateRequest, type Reply, startLoad } from "./load.ts";
import { createRandom, measureDelays, type Part, percentile } from "./part.ts";

/** A calculator file that shows which version of it answers: y is ten times x in every version. */
const probeFile = (version: number) => `title: Probe
description: Says which version of its file answers.
subcategory: probing
inputs: { type: object, properties: { a: { type: number, title: A, minimum: 0, maximum: 1.0e+9, default: 1 } } }
formulas: { x: ${version} + 0 * a, y: ${version * 10} + 0 * a }
outputs: { x: { label: X }, y: { label: Y } }
explanation: "{{ x }}, {{ y }}"
`;
const categories = readdirSync("catalog", { withFileTypes: true })
  .filter((each) => each.isDirectory())
  .map(({ name }) => name);
const categoryFile = "title: Probes\ndescription: Probes.\ngroup: science\nsubcategories: { probing: Probing }\n";
const mostMilliseconds = 1000;
/** A checkout of hundreds of files may also take so many times the time of reading and parsing them. */
const parsingFactor = 4;

async function createCatalogue() {
  const folder = mkdtempSync(join(tmpdir(), "formulary-"));
  const catalog = join(folder, "catalog");
  await cp("catalog", catalog, { recursive: true });
  for (const category of ["first", "second"]) {
    mkdirSync(join(catalog, category));
    writeFileSync(join(catalog, category, "_category.yaml"), categoryFile);
  }
  writeFileSync(join(catalog, "first/probe.yaml"), probeFile(1));
  const git = (...parameters: string[]) =>
    execFileSync(
      "git",
      ["-C", catalog, "-c", "user.name=soak", "-c", "user.email=soak@example.org", "-c", "commit.gpgsign=false", ...parameters],
      { stdio: "pipe" },
    );
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-qm", "Add the catalogue");
  // a branch on which a third of all files differ
  git("checkout", "-qb", "other");
  const differing = categories.flatMap((name) =>
    readdirSync(join(catalog, name))
      .filter((each, at) => !each.startsWith("_") && at % 3 === 0)
      .map((file) => join(catalog, name, file)),
  );
  for (const path of differing) writeFileSync(path, `${readFileSync(path, "utf8")}# on the other branch\n`);
  git("commit", "-qam", "Change a third");
  git("checkout", "-q", "main");
  return { folder, catalog, git, differing };
}

/** The milliseconds that only reading and parsing these files takes now, on a machine that may be busy. */
function measureParsing(paths: string[]): number {
  const start = performance.now();
  for (const path of paths) readDocument(path, readFileSync(path, "utf8"));
  return performance.now() - start;
}

/** The bodies of requests to calculators that every version has, from their examples. */
function requestBodies(catalog: string): string[] {
  return categories.flatMap((name) =>
    readdirSync(join(catalog, name))
      .filter((file) => !file.startsWith("_"))
      .flatMap((file) => {
        const { examples = [], formulas } = readDocument(file, readFileSync(join(catalog, name, file), "utf8")).document!
          .data as Definition;
        return formulas && examples[0] ? [JSON.stringify({ calculator: file.slice(0, -5), inputs: examples[0].inputs })] : [];
      }),
  );
}

/** What is wrong with the answers: refused, truncated, or from two versions at once. */
function failuresOf(replies: Reply[], versions: Set<number>): string[] {
  const byRevision = new Map<string, string>();
  return replies.flatMap(({ status, text, truncated }) => {
    if (truncated) return [`An answer was truncated: ${text.slice(0, 100)}`];
    if (status !== 200) return [`A request was answered ${status}: ${text.slice(0, 300)}`];
    const body = JSON.parse(text) as { calculator: string; revision: string; result: { results: Record<string, { value: number }> } };
    if (body.calculator !== "probe") return [];
    const [x, y] = [body.result.results.x?.value ?? 0, body.result.results.y?.value ?? 0];
    const earlier = byRevision.get(body.revision) ?? `${x} ${y}`;
    byRevision.set(body.revision, earlier);
    return y === 10 * x && versions.has(x) && earlier === `${x} ${y}`
      ? []
      : [`An answer from two versions: ${x} and ${y} in revision ${body.revision}`];
  });
}

/** A change of files, and the milliseconds until the server used it. */
interface Change {
  milliseconds: number;
  /** Without the time that the machine took for other programs, and that a checkout needs for parsing. */
  ownMilliseconds: number;
  /** What the server's log says about changes in that time. */
  log: string[];
}

const percentiles = (name: string, changes: Change[]) => {
  const times = changes.map(({ milliseconds }) => milliseconds);
  return { [`${name}, median`]: percentile(times, 50), [`${name}, 99th percentile`]: percentile(times, 99) };
};

const changesInLog = (log: string) =>
  [...log.matchAll(/took (\d+) changes? in ([\d.]+) s/g)].map(([, count, seconds]) => `${count} in ${seconds} s`);

/** The slowest changes, each with what the server did in that time. */
const slowest = (changes: Change[]) =>
  changes
    .toSorted((a, b) => b.milliseconds - a.milliseconds)
    .slice(0, 3)
    .map(({ milliseconds, log }) => `${Math.round(milliseconds)} (${log.join(", ") || "no change in the log"})`)
    .join("; ");

export const files: Part = {
  name: "files",
  promise:
    "files edited, broken, renamed and checked out under load: no failed request, every answer from one version, every change in use within 1 s (hundreds at once: 1 s and four times the time of parsing them; 30 s after a lost event)",
  weight: 2,
  run: async ({ milliseconds, minutes, seed }) => {
    const random = createRandom(seed);
    const { folder, catalog, git, differing } = await createCatalogue();
    const server = await startServer({ CATALOG: catalog, DATA_DIR: join(folder, "data") });
    const key = newKey(server.environment);
    const bodies = requestBodies(catalog);
    let version = 1;
    let category = "first";
    const versions = new Set([1]);
    const changes: Change[] = [];
    const delays = measureDelays();
    const checkouts: Change[] = [];
    let lostEvents = 0;
    const failures: string[] = [];
    const load = startLoad(
      server.port,
      (index) => calculateRequest(key, index % 3 === 0 ? '{"calculator":"probe","inputs":{}}' : bodies[index % bodies.length]!),
      { connections: 4, pauseMilliseconds: 2 },
    );
    const currentVersion = async () => {
      const response = await fetch(`${server.url}/api/v1/calculate`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-api-key": key },
        body: `{"calculator":"probe","inputs":{"a":${Math.floor(performance.now())}}}`,
      });
      return (JSON.parse(await response.text()) as { result?: { results: { x: { value: number } } } }).result?.results.x.value;
    };
    /** Writes a new version of the probe and gives the milliseconds until the server answers with it. */
    const writeProbe = async (limit: number) => {
      versions.add(++version);
      writeFileSync(join(catalog, category, "probe.yaml"), probeFile(version));
      const since = performance.now();
      while ((await currentVersion()) !== version) {
        if (performance.now() - since > limit) return void failures.push(`Version ${version} was not in use after ${limit} ms.`);
        await pause(10);
      }
      return performance.now() - since;
    };
    /** Replaces the folder by another: the watcher watches the old one, and only the regular scan sees the change. */
    const writeUnwatched = async () => {
      await cp(catalog, `${catalog}-new`, { recursive: true });
      renameSync(catalog, `${catalog}-old`);
      renameSync(`${catalog}-new`, catalog);
      await pause(2000);
      return writeProbe(40_000);
    };
    let branchChanges = 0;
    const checkOut = async () => {
      git("checkout", "-q", "-f", branchChanges++ % 2 === 0 ? "other" : "main");
      if (category === "second") rmSync(join(catalog, "first/probe.yaml"), { force: true });
      await pause(random() * 300);
    };
    const operations = [
      async () => {},
      async () => {
        writeFileSync(join(catalog, category, "probe.yaml"), probeFile(version).slice(0, 20 + Math.floor(random() * 300)));
        await pause(random() * 300);
      },
      async () => {
        const other = category === "first" ? "second" : "first";
        renameSync(join(catalog, category, "probe.yaml"), join(catalog, other, "probe.yaml"));
        category = other;
        await pause(random() * 200);
      },
      checkOut,
    ];
    await pause(500);
    const until = performance.now() + milliseconds;
    while (performance.now() < until) {
      const operation = operations[Math.floor(random() * operations.length)]!;
      await operation();
      const since = performance.now();
      const logLength = server.output().length;
      const took = await writeProbe(35_000);
      const delay = delays.since(since);
      const parsing = operation === checkOut ? measureParsing(differing) : 0;
      if (took === undefined) continue;
      const ownMilliseconds = took - delay - parsingFactor * parsing;
      const log = changesInLog(server.output().slice(logLength));
      // where the watcher lost an event, the next regular scan sees the change, within 30 s
      if (ownMilliseconds > 10 * mostMilliseconds) lostEvents++;
      else (operation === checkOut ? checkouts : changes).push({ milliseconds: took, ownMilliseconds, log });
    }
    const unwatched = minutes >= 3 ? await writeUnwatched() : undefined;
    await pause(200);
    const replies = await load.stop();
    failures.push(...failuresOf(replies, versions));
    delays.stop();
    const late = [...changes, ...checkouts].filter((each) => each.ownMilliseconds > mostMilliseconds);
    // a few may be late: delays that only the server's process had are not measured
    if (late.length > 0.02 * (changes.length + checkouts.length))
      failures.push(
        `Late, in ms (of the server itself): ${late.map((each) => `${Math.round(each.milliseconds)} (${Math.round(each.ownMilliseconds)})`).join(", ")}.`,
      );
    if (lostEvents > 1) failures.push(`${lostEvents} events were lost.`);
    if ((await server.stop()) !== 0) failures.push("The server did not stop with 0.");
    rmSync(folder, { recursive: true, force: true });
    return {
      numbers: {
        answers: replies.length,
        failed: replies.filter(({ status }) => status !== 200).length,
        changes: changes.length,
        "lost events": lostEvents,
        ...percentiles("ms until a change is in use", changes),
        checkouts: `${checkouts.length} of ${differing.length} files`,
        ...percentiles("ms until a checkout is in use", checkouts),
        "the slowest, in ms": slowest([...changes, ...checkouts]),
        ...(unwatched !== undefined && { "ms after a lost event": unwatched }),
        "ms until an answer, 99th percentile": percentile(
          replies.map(({ milliseconds: each }) => each),
          99,
        ),
      },
      failures,
    };
  },
};

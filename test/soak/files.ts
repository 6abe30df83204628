// A catalogue that is edited, broken, renamed and checked out by git while it is asked: no failed request, every answer of one
// version, and every change taken soon.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Definition } from "formulary";
import { readDocument } from "formulary/compiler";
import { newKey, startServer } from "../http/process.ts";
import { loadOn, questionOf, type Reply } from "./load.ts";
import { lateness, type Part, pause, percentile, randomOf } from "./part.ts";

/** Two formulas that always belong together: y is ten times x in every version. */
const probe = (version: number) => `title: Probe
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
/** What a checkout of hundreds of files may take beside, in times of what only reading and parsing them takes at that moment. */
const mostTimes = 4;

async function catalogue() {
  const folder = mkdtempSync(join(tmpdir(), "formulary-"));
  const catalog = join(folder, "catalog");
  await cp("catalog", catalog, { recursive: true });
  for (const place of ["here", "there"]) {
    mkdirSync(join(catalog, place));
    writeFileSync(join(catalog, place, "_category.yaml"), categoryFile);
  }
  writeFileSync(join(catalog, "here/probe.yaml"), probe(1));
  const git = (...words: string[]) =>
    execFileSync(
      "git",
      ["-C", catalog, "-c", "user.name=soak", "-c", "user.email=soak@example.org", "-c", "commit.gpgsign=false", ...words],
      { stdio: "pipe" },
    );
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-qm", "Begin");
  // a branch in which a third of all files differ
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

/** How long nothing but reading and parsing these files takes now, on this machine with all that it does beside. */
function bare(paths: string[]): number {
  const since = performance.now();
  for (const path of paths) readDocument(path, readFileSync(path, "utf8"));
  return performance.now() - since;
}

/** Questions to calculators that are there in every version, by their examples. */
function questions(catalog: string): string[] {
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

/** What is wrong with the answers: refused, cut, or of two versions at once. */
function complaintsOf(replies: Reply[], written: Set<number>): string[] {
  const byRevision = new Map<string, string>();
  return replies.flatMap(({ status, text, cut }) => {
    if (cut) return [`An answer was cut: ${text.slice(0, 100)}`];
    if (status !== 200) return [`A question was answered ${status}: ${text.slice(0, 300)}`];
    const body = JSON.parse(text) as { calculator: string; revision: string; result: { results: Record<string, { value: number }> } };
    if (body.calculator !== "probe") return [];
    const [x, y] = [body.result.results.x?.value ?? 0, body.result.results.y?.value ?? 0];
    const known = byRevision.get(body.revision) ?? `${x} ${y}`;
    byRevision.set(body.revision, known);
    return y === 10 * x && written.has(x) && known === `${x} ${y}`
      ? []
      : [`An answer of two versions: ${x} and ${y} in revision ${body.revision}`];
  });
}

interface Taken {
  took: number;
  /** Without what the machine took from all alike, and a checkout's parsing. */
  own: number;
  /** What the server said meanwhile of the changes it took. */
  said: string[];
}

const times = (what: string, all: Taken[]) => {
  const each = all.map(({ took }) => took);
  return { [`${what}, half of them`]: percentile(each, 50), [`${what}, 99 of 100`]: percentile(each, 99) };
};

const takings = (log: string) =>
  [...log.matchAll(/took (\d+) changes? in ([\d.]+) s/g)].map(([, count, seconds]) => `${count} in ${seconds} s`);

/** The slowest, each with what the server was busy with. */
const slowest = (all: Taken[]) =>
  all
    .toSorted((a, b) => b.took - a.took)
    .slice(0, 3)
    .map(({ took, said }) => `${Math.round(took)} (${said.join(", ") || "nothing taken"})`)
    .join("; ");

export const files: Part = {
  name: "files",
  promise:
    "files edited, broken, renamed and checked out under load: no failed request, one version an answer, current within 1 s (hundreds at once: and four times what parsing them takes; 30 s after a lost event)",
  weight: 2,
  run: async ({ milliseconds, minutes, seed }) => {
    const random = randomOf(seed);
    const { folder, catalog, git, differing } = await catalogue();
    const server = await startServer({ CATALOG: catalog, DATA_DIR: join(folder, "data") });
    const key = newKey(server.environment);
    const all = questions(catalog);
    const asked = (body: string) => questionOf(key, body);
    let version = 1;
    let place = "here";
    const written = new Set([1]);
    const taken: Taken[] = [];
    const machine = lateness();
    const checkedOut: Taken[] = [];
    const missed: number[] = [];
    const broken: string[] = [];
    const load = loadOn(server.port, (at) => asked(at % 3 === 0 ? '{"calculator":"probe","inputs":{}}' : all[at % all.length]!), {
      connections: 4,
      pauseMilliseconds: 2,
    });
    const answers = async () => {
      const response = await fetch(`${server.url}/api/v1/calculate`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-api-key": key },
        body: `{"calculator":"probe","inputs":{"a":${Math.floor(performance.now())}}}`,
      });
      return (JSON.parse(await response.text()) as { result?: { results: { x: { value: number } } } }).result?.results.x.value;
    };
    /** Writes the probe and waits until it answers; how long that took. */
    const write = async (limit: number, change: () => void = () => writeFileSync(join(catalog, place, "probe.yaml"), probe(version))) => {
      written.add(++version);
      change();
      const since = performance.now();
      while ((await answers()) !== version) {
        if (performance.now() - since > limit) return void broken.push(`Version ${version} was not there after ${limit} ms.`);
        await pause(10);
      }
      return performance.now() - since;
    };
    /** Another folder takes the catalogue's place: the watcher stays with the old one, and only the sweep sees the change. */
    const writeUnseen = async () => {
      await cp(catalog, `${catalog}-new`, { recursive: true });
      renameSync(catalog, `${catalog}-old`);
      renameSync(`${catalog}-new`, catalog);
      await pause(2000);
      return write(40_000);
    };
    let checkouts = 0;
    const checkOut = async () => {
      git("checkout", "-q", "-f", checkouts++ % 2 === 0 ? "other" : "main");
      if (place === "there") rmSync(join(catalog, "here/probe.yaml"), { force: true });
      await pause(random() * 300);
    };
    const operations = [
      async () => {},
      async () => {
        writeFileSync(join(catalog, place, "probe.yaml"), probe(version).slice(0, 20 + Math.floor(random() * 300)));
        await pause(random() * 300);
      },
      async () => {
        const other = place === "here" ? "there" : "here";
        renameSync(join(catalog, place, "probe.yaml"), join(catalog, other, "probe.yaml"));
        place = other;
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
      const output = server.output().length;
      const took = await write(35_000);
      const stolen = machine.since(since);
      const least = operation === checkOut ? bare(differing) : 0;
      if (took === undefined) continue;
      const own = took - stolen - mostTimes * least;
      const said = takings(server.output().slice(output));
      // an event that the watcher lost is made good by the next sweep, within 30 s
      if (own > 10 * mostMilliseconds) missed.push(took);
      else (operation === checkOut ? checkedOut : taken).push({ took, own, said });
    }
    const lost = minutes >= 3 ? await writeUnseen() : undefined;
    await pause(200);
    const replies = await load.stop();
    broken.push(...complaintsOf(replies, written));
    machine.stop();
    const late = [...taken, ...checkedOut].filter(({ own }) => own > mostMilliseconds);
    // what a busy machine takes from all alike is left out; what it takes from one process alone is not seen
    if (late.length > 0.02 * (taken.length + checkedOut.length))
      broken.push(`Too late, in ms: ${late.map(({ took, own }) => `${Math.round(took)} (own ${Math.round(own)})`).join(", ")}.`);
    if (missed.length > 1) broken.push(`${missed.length} events were lost.`);
    if ((await server.stop()) !== 0) broken.push("The server did not stop with 0.");
    rmSync(folder, { recursive: true, force: true });
    return {
      numbers: {
        answers: replies.length,
        failed: replies.filter(({ status }) => status !== 200).length,
        changes: taken.length,
        "events lost": missed.length,
        ...times("ms until current", taken),
        checkouts: `${checkedOut.length} of ${differing.length} files`,
        ...times("ms until current after one", checkedOut),
        "the slowest, in ms": slowest([...taken, ...checkedOut]),
        ...(lost !== undefined && { "ms after a lost event": lost }),
        "answer ms, 99 of 100": percentile(
          replies.map(({ milliseconds: each }) => each),
          99,
        ),
      },
      broken,
    };
  },
};

// npm run mutate: plants mistakes in calculator files one at a time, and prints the share of each kind that is noticed.
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { openFile } from "./validation/file.ts";
import { addCounts, type Mutations, mutate, type Sampling, shareTable } from "./validation/mutations/mutate.ts";
import { calculatorFiles, readProject, readProjectCatalogue } from "./validation/project.ts";

const usage = `Usage: npm run -s mutate -- [paths…] [options]

  paths         files or folders of the catalogue; without any, all of it
  --sample <n>  every n-th change only
  --seed <n>    with --sample: where to begin, so that another sample is taken (0)
  --survivors   list the changes that nothing notices
`;

const options = {
  sample: { type: "string", default: "1" },
  seed: { type: "string", default: "0" },
  survivors: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

/** The files of one thread. */
interface Work {
  paths: string[];
  sampling: Sampling;
}

async function mutateFiles({ paths, sampling }: Work): Promise<Mutations> {
  const catalogue = readProjectCatalogue(await readProject());
  const sum: Mutations = { counts: {}, survivors: [] };
  for (const path of paths) {
    const { file } = openFile(path, catalogue);
    if (!file) continue;
    const { counts, survivors } = mutate(file, sampling);
    addCounts(sum.counts, counts);
    sum.survivors.push(...survivors);
  }
  return sum;
}

const onThread = (work: Work): Promise<Mutations> =>
  new Promise((resolve, reject) => {
    new Worker(process.argv[1]!, { workerData: work }).once("message", resolve).once("error", reject);
  });

async function run(words: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args: words, allowPositionals: true, options });
  if (values.help) return void process.stdout.write(usage);
  const sampling = { every: wholeNumber(values.sample, 1), seed: wholeNumber(values.seed, 0) };
  const all = positionals.length > 0 ? calculatorFiles(positionals) : readProjectCatalogue(await readProject()).paths;
  const threads = Math.max(1, Math.min(availableParallelism(), Math.floor(all.length / 10)));
  const shares = Array.from({ length: threads }, (_, thread) => ({ paths: all.filter((_, at) => at % threads === thread), sampling }));
  const results = await Promise.all(threads === 1 ? [mutateFiles(shares[0]!)] : shares.map(onThread));
  const counts: Mutations["counts"] = {};
  for (const result of results) addCounts(counts, result.counts);
  if (values.survivors)
    for (const { file, line, column, message } of results.flatMap(({ survivors }) => survivors).sort((a, b) => (a.file < b.file ? -1 : 1)))
      process.stdout.write(`${file}:${line}:${column} ${message}\n`);
  process.stdout.write(`${shareTable(counts)}\n`);
}

function wholeNumber(text: string, least: number): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < least) throw new Error(`"${text}" must be a whole number, ${least} or more.`);
  return number;
}

if (isMainThread)
  await run(process.argv.slice(2)).catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  });
else parentPort!.postMessage(await mutateFiles(workerData as Work));

// Divides many files among threads; each thread runs this same program.
import { availableParallelism } from "node:os";
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import { composePlugins } from "formulary/compiler";
import { readConfiguration } from "../configuration.ts";
import { filePlugins } from "../plugins.ts";
import { openCache } from "./cache.ts";
import { type Catalogue, toCatalogue } from "./file.ts";
import type { CatalogueFiles } from "./shared-files.ts";
import { type Checked, checkFile } from "./validate.ts";

/** The files that all threads check. */
interface Work {
  files: CatalogueFiles;
  paths: string[];
  /** Position of the next path, shared between the threads. */
  next: Int32Array;
}
type Results = [at: number, checked: Checked][];
/** With fewer files for each thread, a thread costs more than it saves. */
const filesPerThread = 30;

interface Options {
  files: CatalogueFiles;
  catalogue: Catalogue;
  /** Names of further plugins. */
  plugins?: string[];
  /** Threads that were started earlier. */
  started?: Worker[];
}

/** Starts the threads for a number of files; they load while this one reads the catalogue. */
export function startThreads(files: number): Worker[] {
  const threads = Math.min(availableParallelism(), 8, Math.floor(files / filesPerThread));
  // Most objects of a check are garbage before the next one: a larger young generation saves collections.
  const limits = { maxYoungGenerationSizeMb: 96 };
  return Array.from({ length: Math.max(0, threads - 1) }, () => {
    const worker = new Worker(process.argv[1]!, { resourceLimits: limits });
    // An idle thread must not keep the process alive.
    worker.unref();
    return worker;
  });
}

/** Checks files in this thread and others, which end then; outcomes of unchanged files come from the cache. */
export async function checkFiles(paths: string[], { files, catalogue, plugins, started }: Options): Promise<Checked[]> {
  const cache = openCache(files, plugins);
  const outcomes = new Map(paths.map((path) => [path, cache.get(path)]));
  const changed = paths.filter((path) => outcomes.get(path) === undefined);
  const work = { files, paths: changed, next: new Int32Array(new SharedArrayBuffer(4)) };
  const threads = started ?? startThreads(changed.length);
  const count = Math.max(0, Math.floor(changed.length / filesPerThread) - 1);
  for (const worker of threads.slice(count)) void worker.terminate();
  for (const [at, checked] of await checkOnThreads(work, catalogue, threads.slice(0, count))) {
    outcomes.set(changed[at]!, checked);
    cache.set(changed[at]!, checked);
  }
  // The cache only holds the files of one run: a run over some files must not remove the others.
  if (changed.length > 0 && paths.length >= catalogue.paths.length) cache.save();
  return paths.map((path) => outcomes.get(path)!);
}

async function checkOnThreads(work: Work, catalogue: Catalogue, threads: Worker[]): Promise<Results> {
  const others = threads.map((worker) => checkOnThread(worker, work));
  return [...checkNextPaths(work, catalogue), ...(await Promise.all(others)).flat()];
}

function checkOnThread(worker: Worker, work: Work): Promise<Results> {
  return new Promise((resolve, reject) => {
    worker.ref();
    worker.once("message", resolve).once("error", reject).postMessage(work);
  });
}

/** Checks the next path until none is left. */
function checkNextPaths({ paths, next }: Work, catalogue: Catalogue): Results {
  const results: Results = [];
  for (let at = Atomics.add(next, 0, 1); at < paths.length; at = Atomics.add(next, 0, 1))
    results.push([at, checkFile(catalogue, paths[at]!)]);
  return results;
}

if (!isMainThread && parentPort) {
  const port = parentPort;
  const language = composePlugins(await filePlugins(readConfiguration(process.env).plugins));
  // A further listener would keep the thread alive.
  port.once("message", (work: Work) => port.postMessage(checkNextPaths(work, toCatalogue(work.files, language))));
}

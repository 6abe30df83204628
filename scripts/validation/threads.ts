// Many files are shared out among threads; the program itself is also what each further thread runs.
import { availableParallelism } from "node:os";
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import { composePlugins } from "formulary/compiler";
import { readConfiguration } from "../configuration.ts";
import { filePlugins } from "../plugins.ts";
import { openCache } from "./cache.ts";
import { type Catalogue, toCatalogue } from "./file.ts";
import type { CatalogueFiles } from "./shared-files.ts";
import { type Checked, checkFile } from "./validate.ts";

/** What all threads work on. */
interface Work {
  files: CatalogueFiles;
  paths: string[];
  /** Position of the next path that no thread has taken. */
  next: Int32Array;
}
type Found = [at: number, checked: Checked][];
/** Below this many files for each thread, starting one costs more than it saves. */
const worthAThread = 30;

interface Options {
  files: CatalogueFiles;
  catalogue: Catalogue;
  /** Names of further plugins. */
  plugins?: string[];
  /** Threads that were started for this already. */
  started?: Worker[];
}

/** Starts the threads that so many files are worth; they load while this one reads what they will work on. */
export function startThreads(files: number): Worker[] {
  const threads = Math.min(availableParallelism(), 8, Math.floor(files / worthAThread));
  // most of what a check makes is gone before the next one: a larger nursery saves collecting it often
  const limits = { maxYoungGenerationSizeMb: 96 };
  return Array.from({ length: Math.max(0, threads - 1) }, () => {
    const worker = new Worker(process.argv[1]!, { resourceLimits: limits });
    // one that is never asked must not keep the program from its end
    worker.unref();
    return worker;
  });
}

/** Checks files one by one, in this thread and as many of the others as are worth it, which end then; what earlier runs found in unchanged files is taken from them. */
export async function checkFiles(paths: string[], { files, catalogue, plugins, started }: Options): Promise<Checked[]> {
  const cache = openCache(files, plugins);
  const known = new Map(paths.map((path) => [path, cache.get(path)]));
  const unknown = paths.filter((path) => known.get(path) === undefined);
  const work = { files, paths: unknown, next: new Int32Array(new SharedArrayBuffer(4)) };
  const others = started ?? startThreads(unknown.length);
  const worth = Math.max(0, Math.floor(unknown.length / worthAThread) - 1);
  for (const worker of others.slice(worth)) void worker.terminate();
  for (const [at, checked] of await checkOnThreads(work, catalogue, others.slice(0, worth))) {
    known.set(unknown[at]!, checked);
    cache.set(unknown[at]!, checked);
  }
  // a run over some files must not make the next run over all of them forget the others
  if (unknown.length > 0 && paths.length >= catalogue.paths.length) cache.save();
  return paths.map((path) => known.get(path)!);
}

async function checkOnThreads(work: Work, catalogue: Catalogue, others: Worker[]): Promise<Found> {
  const theirs = others.map((worker) => askThread(worker, work));
  return [...takeAndCheck(work, catalogue), ...(await Promise.all(theirs)).flat()];
}

function askThread(worker: Worker, work: Work): Promise<Found> {
  return new Promise((resolve, reject) => {
    worker.ref();
    worker.once("message", resolve).once("error", reject).postMessage(work);
  });
}

/** Takes one path after the other, until none is left. */
function takeAndCheck({ paths, next }: Work, catalogue: Catalogue): Found {
  const found: Found = [];
  for (let at = Atomics.add(next, 0, 1); at < paths.length; at = Atomics.add(next, 0, 1))
    found.push([at, checkFile(catalogue, paths[at]!)]);
  return found;
}

if (!isMainThread && parentPort) {
  const port = parentPort;
  const language = composePlugins(await filePlugins(readConfiguration(process.env).plugins));
  // once, since listening keeps a thread alive
  port.once("message", (work: Work) => port.postMessage(takeAndCheck(work, toCatalogue(work.files, language))));
}

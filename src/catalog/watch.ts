import type { Stats } from "node:fs";
import { watch as watchFiles } from "chokidar";

interface WatchOptions {
  /** Wait for the end of a burst of events. */
  debounceMilliseconds?: number;
  /** Interval of scans without any event: under load, events get lost. */
  sweepMilliseconds?: number;
  log?: (level: "info" | "warn" | "error", message: string) => void;
}

/** Calls `refresh` soon after something under the folders changed, and at intervals anyway; returns a function that stops it. */
export function watchFolders(
  folders: string[],
  refresh: () => Promise<void>,
  { debounceMilliseconds = 60, sweepMilliseconds = 30_000, log = () => {} }: WatchOptions = {},
): () => Promise<void> {
  let soon: NodeJS.Timeout | undefined;
  const run = () => {
    soon = undefined;
    refresh().catch((error: Error) => log("error", `The catalogue could not be refreshed: ${error.message}`));
  };
  const schedule = () => {
    soon ??= setTimeout(run, debounceMilliseconds);
  };
  let watcher = open(false);
  function open(usePolling: boolean) {
    // watching the folders is enough: watching thousands of files as well takes a third of a second and as many handles
    const ignored = (_: string, stats?: Stats) => !usePolling && stats?.isFile() === true;
    const opened = watchFiles(folders, { ignored, ignoreInitial: true, followSymlinks: false, depth: 1, usePolling, interval: 1000 });
    opened.on("all", schedule);
    // for changes before the watcher was ready
    opened.on("ready", schedule);
    // the system's own events: under load, chokidar drops some after comparing them with its state
    opened.on("raw", schedule);
    opened.on("error", (error) => {
      const { code = "error" } = error as NodeJS.ErrnoException;
      log("warn", `Watching the catalogue failed (${code}); it is polled instead.`);
      if (usePolling || opened !== watcher) return;
      void opened.close();
      watcher = open(true);
    });
    return opened;
  }
  const sweeping = setInterval(run, sweepMilliseconds);
  sweeping.unref();
  return async () => {
    clearInterval(sweeping);
    if (soon) clearTimeout(soon);
    await watcher.close();
  };
}

import { setImmediate as nextTurn } from "node:timers/promises";

/** Makes a function to await inside long work: it gives the event loop a turn once every so many milliseconds. */
export function yieldEvery(milliseconds: number): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < milliseconds) return;
    await nextTurn();
    since = performance.now();
  };
}

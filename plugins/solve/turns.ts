// Who works when: few searches at a time for one client, and between their slices everybody else is served.
import { CalcError } from "formulary";

/** Runs work when its turn comes. */
export type TakeTurn = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;

/** At most so many works of one name at a time; so many more wait in their order, and beyond that they are refused. No name, no limit. */
export function createQueues({ atOnce, waiting }: { atOnce: number; waiting: number }): TakeTurn {
  const queues = new Map<string, { running: number; next: (() => void)[] }>();
  return async (name, work) => {
    if (name === "") return work();
    const queue = queues.get(name) ?? { running: 0, next: [] };
    queues.set(name, queue);
    if (queue.running >= atOnce && queue.next.length >= waiting)
      throw new CalcError("too_many_requests", {
        message: `${atOnce} searches run and ${waiting} wait already for this ${/^[\d.:]/.test(name) ? "address" : "key"}: send the next when one is answered.`,
        headers: { "retry-after": "1" },
      });
    if (queue.running >= atOnce) await new Promise<void>((resolve) => queue.next.push(resolve));
    else queue.running++;
    try {
      return await work();
    } finally {
      const next = queue.next.shift();
      if (next) next();
      else if (--queue.running === 0) queues.delete(name);
    }
  };
}

/** Waits for a turn of the event loop of its own: however many wait, everybody else is served between two of them. */
export function createAlternation(): () => Promise<void> {
  const waiting: (() => void)[] = [];
  const serve = () => {
    waiting.shift()!();
    if (waiting.length > 0) setImmediate(serve);
  };
  return () =>
    new Promise((resolve) => {
      if (waiting.push(resolve) === 1) setImmediate(serve);
    });
}

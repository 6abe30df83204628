// One deadline for all that is asked of a storage, with one timer: a timer for every command costs as much as the command.

/** What a work is given up with. */
export class Late extends Error {
  constructor(milliseconds: number) {
    super(`no answer within ${milliseconds} ms`);
  }
}
interface Waiting {
  since: number;
  giveUp: (error: Late) => void;
}

/** Makes what waits for a work so many milliseconds at most. */
export function createDeadline(milliseconds: number): <T>(work: Promise<T>) => Promise<T> {
  // in the order in which they began, and so of their ends
  const waiting = new Set<Waiting>();
  let timer: NodeJS.Timeout | undefined;
  const arm = (since: number) => {
    timer = setTimeout(due, Math.max(0, since + milliseconds - performance.now())).unref();
  };
  const due = () => {
    const now = performance.now();
    // after a long turn of our own the answer may already wait on the socket: it is read before the time is called
    setImmediate(() => {
      timer = undefined;
      for (const each of waiting) {
        if (each.since + milliseconds > now) return arm(each.since);
        waiting.delete(each);
        each.giveUp(new Late(milliseconds));
      }
    });
  };
  return (work) =>
    new Promise((resolve, reject) => {
      const each: Waiting = { since: performance.now(), giveUp: reject };
      waiting.add(each);
      if (!timer) arm(each.since);
      work.then(
        (value) => {
          waiting.delete(each);
          resolve(value);
        },
        (error) => {
          waiting.delete(each);
          reject(error);
        },
      );
    });
}

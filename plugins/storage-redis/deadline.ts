// A deadline for every command with one timer for all: a timer for each command would cost as much as the command.

/** The error of a command that took too long. */
export class DeadlineError extends Error {
  constructor(milliseconds: number) {
    super(`no answer within ${milliseconds} ms`);
  }
}
interface RunningWork {
  since: number;
  reject: (error: DeadlineError) => void;
}

/** Makes a function that waits for work, but rejects after so many milliseconds. */
export function createDeadline(milliseconds: number): <T>(work: Promise<T>) => Promise<T> {
  // in the order of their starts, which is the order of their deadlines
  const running = new Set<RunningWork>();
  let timer: NodeJS.Timeout | undefined;
  const arm = (since: number) => {
    timer = setTimeout(due, Math.max(0, since + milliseconds - performance.now())).unref();
  };
  const due = () => {
    const now = performance.now();
    // After a long turn of the event loop the answer may be on the socket already: it is read before this callback runs.
    setImmediate(() => {
      timer = undefined;
      for (const each of running) {
        if (each.since + milliseconds > now) return arm(each.since);
        running.delete(each);
        each.reject(new DeadlineError(milliseconds));
      }
    });
  };
  return (work) =>
    new Promise((resolve, reject) => {
      const each: RunningWork = { since: performance.now(), reject };
      running.add(each);
      if (!timer) arm(each.since);
      work.then(
        (value) => {
          running.delete(each);
          resolve(value);
        },
        (error) => {
          running.delete(each);
          reject(error);
        },
      );
    });
}

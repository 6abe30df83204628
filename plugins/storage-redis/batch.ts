// Questions of many requests asked as one: what a command costs is mostly what every command costs.

interface Waiting<Asked, Given> {
  asked: Asked;
  resolve: (given: Given) => void;
  reject: (error: unknown) => void;
}

/** Makes what asks everything that comes within a turn of the event loop at once, so many at most; an answer that is an error is one question's own. */
export function createBatch<Asked, Given>(
  ask: (all: Asked[]) => Promise<(Given | Error)[]>,
  most: number,
): (asked: Asked) => Promise<Given> {
  let waiting: Waiting<Asked, Given>[] = [];
  const flush = async () => {
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return;
    try {
      const given = await ask(batch.map(({ asked }) => asked));
      for (const [at, { resolve, reject }] of batch.entries()) {
        const own = given[at]!;
        if (own instanceof Error) reject(own);
        else resolve(own);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };
  return (asked) =>
    new Promise((resolve, reject) => {
      waiting.push({ asked, resolve, reject });
      if (waiting.length >= most) void flush();
      else if (waiting.length === 1) setImmediate(flush);
    });
}

// Joins the calls of one turn of the event loop into one command: most of what a command costs is the same for every command.

interface WaitingCall<Input, Output> {
  input: Input;
  resolve: (output: Output) => void;
  reject: (error: unknown) => void;
}

/**
 * Makes a function that collects its inputs for one turn of the event loop, at most `maxSize` of them, and runs them together.
 * An output that is an Error rejects only its own call.
 */
export function createBatch<Input, Output>(
  runAll: (inputs: Input[]) => Promise<(Output | Error)[]>,
  maxSize: number,
): (input: Input) => Promise<Output> {
  let waiting: WaitingCall<Input, Output>[] = [];
  const flush = async () => {
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return;
    try {
      const outputs = await runAll(batch.map(({ input }) => input));
      for (const [index, { resolve, reject }] of batch.entries()) {
        const output = outputs[index]!;
        if (output instanceof Error) reject(output);
        else resolve(output);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };
  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject });
      if (waiting.length >= maxSize) void flush();
      else if (waiting.length === 1) setImmediate(flush);
    });
}

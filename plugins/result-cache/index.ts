// Answers are kept ten minutes: the same question to the same revision of a calculator is computed once, here and by every
// server on the same storage. When the storage fails the answer is computed.
import { hash } from "node:crypto";
import { type Answer, type Call, definePlugin, type Kernel, type Outcome } from "formulary";
import { LRUCache } from "lru-cache";

type Computed = Omit<Answer, "call">;
interface Kept extends Pick<Computed, "outcome" | "timestamp"> {
  form: number;
}
/** An answer that was asked for again, at hand as it is given; `since` is its timestamp in milliseconds. */
interface Hot extends Pick<Computed, "outcome" | "timestamp" | "written"> {
  since: number;
}
/** One question while it is being answered: everybody who asks it meanwhile waits for the same look and the same run. */
interface Question {
  found: Promise<Kept | undefined>;
  computed?: Promise<Computed>;
  asking: number;
}

const seconds = 600;
/** Raised when the shape of what is kept changes: older records are then passed over. */
const form = 2;
const largest = 256 * 1024;
/** Letters of hot answers, with their questions. */
const mostHot = 4_000_000;

// Defaults are filled and keys in the calculator's order when this is called, and -0 is written as 0. What was sent in another
// unit, what is asked for and what today's date filled in belong to the question, since the answer shows them.
const textOf = ({ calculator: { slug, revision }, values, sent, assumed, units, unknown }: Call): string => {
  const { solveFor, output, target, unit } = unknown ?? {};
  return `${slug}\n${revision}\n${JSON.stringify([values, sent, assumed, units, solveFor, output, target, unit])}`;
};

function read(text: string | null, now: number): Kept | undefined {
  if (text === null) return undefined;
  try {
    const kept = JSON.parse(text) as Kept;
    const age = now - Date.parse(kept.timestamp);
    return kept.form === form && kept.outcome && age < seconds * 1000 ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps results of calculators with formulas for ten minutes. */
export default ({ now = Date.now }: { now?: () => number } = {}) => {
  let kernel: Kernel;
  const questions = new Map<string, Question>();
  // the kernel hands on the same values where the same words are sent again
  const texts = new WeakMap<Call["values"], string>();
  const hot = new LRUCache<string, Hot>({ maxSize: mostHot });

  function ask(key: string): Question {
    const known = questions.get(key);
    if (known) return known;
    const question: Question = {
      found: kernel.storage.cache.get(key).then(
        (text) => read(text, now()),
        () => undefined,
      ),
      asking: 0,
    };
    questions.set(key, question);
    return question;
  }

  async function keep(key: string, { written, timestamp }: Computed): Promise<void> {
    const text = `{"form":${form},"timestamp":"${timestamp}","outcome":${written!.json}}`;
    // a storage that is full or away costs the next caller a computation, and nobody an answer
    if (text.length <= largest) await kernel.storage.cache.set(key, text, { ttl: seconds }).catch(() => {});
  }

  // only what is asked for again: every first question would throw out one that is
  function heat(text: string, { outcome, timestamp }: Kept): Hot {
    const written = write(outcome, timestamp);
    const heated = { outcome, timestamp, written, since: Date.parse(timestamp) };
    hot.set(text, heated, { size: text.length + written.json.length });
    return heated;
  }

  const again = ({ outcome, timestamp, written }: Hot): Computed => ({ outcome, timestamp, written, cached: true });

  return definePlugin({
    name: "result-cache",
    hooks: {
      open: (started) => {
        kernel = started;
      },
      calculate: async (call, next) => {
        if (!call.calculator.hasFormula) return next(call);
        const text = texts.get(call.values) ?? textOf(call);
        const known = hot.get(text);
        if (known && now() < known.since + seconds * 1000) {
          await call.admitted;
          return again(known);
        }
        const key = hash("sha256", text);
        const question = ask(key);
        question.asking++;
        try {
          await call.admitted;
          const found = await question.found;
          if (found) {
            texts.set(call.values, text);
            return again(heat(text, found));
          }
          if (question.computed) return { ...(await question.computed), cached: true };
          question.computed = next(call).then(({ outcome, timestamp, headers }) => ({
            outcome,
            timestamp,
            headers,
            cached: false,
            written: write(outcome, timestamp),
          }));
          const computed = await question.computed;
          question.asking++;
          void keep(key, computed).finally(() => leave(key, question));
          return computed;
        } finally {
          leave(key, question);
        }
      },
    },
  });

  function leave(key: string, question: Question): void {
    if (--question.asking === 0 && questions.get(key) === question) questions.delete(key);
  }
};

/** Once: for the answer, and for the record of it. */
const write = (outcome: Outcome, timestamp: string) => ({ outcome, timestamp, json: JSON.stringify(outcome) });

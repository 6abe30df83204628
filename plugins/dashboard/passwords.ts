// Passwords, hashed by scrypt. A run keeps a core busy and takes 32 MiB, so at most two run at a time; a few more wait in a
// queue, and the rest are answered with 429.
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { CalcError } from "formulary";

interface Options {
  /** Runs at a time: two, or one where two would leave no core for calculations. */
  running?: number;
  /** Maximum length of the queue. */
  waiting?: number;
}
export interface Passwords {
  /** The hash of a new password; throws 422 for one that is too short or too long, before any work. */
  hash: (password: string) => Promise<string>;
  /** Whether a password has this hash. Without a hash it takes as long, and the answer is false. */
  verify: (password: string, stored: string | undefined) => Promise<boolean>;
  load: () => { running: number; waiting: number };
}

const [minLength, maxLength] = [8, 256];
const cost = { ln: 15, r: 8, p: 3 };
const bytes = 32;
/** Compared with where there is no password, so that the answer takes as long as with one. */
const dummyHash = `$scrypt$ln=${cost.ln},r=${cost.r},p=${cost.p}$${"A".repeat(22)}$${"A".repeat(43)}`;
const pattern = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w+/]{22})\$([\w+/]{43})$/;

// Code points are counted, and only where the text is short enough to be a password at all.
const hasValidLength = (password: string) => {
  if (password.length > 2 * maxLength) return false;
  const { length } = [...password];
  return length >= minLength && length <= maxLength;
};

/** Creates what hashes and verifies passwords. */
export function createPasswords(options: Options = {}): Passwords {
  const queue = createQueue(options);
  return {
    hash: async (password) => {
      if (!hasValidLength(password))
        throw new CalcError(
          "dashboard/bad_password",
          { message: `A password must have ${minLength} to ${maxLength} characters. A few words are easy to remember.` },
          { status: 422, title: "The password cannot be used" },
        );
      const salt = randomBytes(16);
      const derived = await queue.run(() => derive(password, salt, cost));
      return `$scrypt$ln=${cost.ln},r=${cost.r},p=${cost.p}$${base64(salt)}$${base64(derived)}`;
    },
    verify: async (password, stored) => {
      if (!hasValidLength(password)) return false;
      const [, ln, r, p, salt, hash] = pattern.exec(stored ?? dummyHash) ?? pattern.exec(dummyHash)!;
      const storedCost = { ln: Number(ln), r: Number(r), p: Number(p) };
      const derived = await queue.run(() => derive(password, Buffer.from(salt!, "base64"), storedCost));
      return timingSafeEqual(derived, Buffer.from(hash!, "base64")) && stored !== undefined;
    },
    load: queue.load,
  };
}

function createQueue({ running: maxRunning = availableParallelism() > 2 ? 2 : 1, waiting: maxWaiting = 16 }: Options) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    run: async <T>(work: () => Promise<T>): Promise<T> => {
      if (running >= maxRunning) {
        if (waiting.length >= maxWaiting)
          throw new CalcError("too_many_requests", {
            message: "Too many people are signing in at the moment: try again in a few seconds.",
            headers: { "retry-after": "5" },
          });
        await new Promise<void>((resolve) => waiting.push(resolve));
      } else running++;
      try {
        return await work();
      } finally {
        // `running` stays the same when the next one starts: nobody who comes now can take its place
        const next = waiting.shift();
        if (next) next();
        else running--;
      }
    },
    load: () => ({ running, waiting: waiting.length }),
  };
}

const base64 = (data: Buffer) => data.toString("base64").replace(/=+$/, "");

function derive(password: string, salt: Buffer, { ln, r, p }: typeof cost): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** ln, r, p, maxmem: 2 ** ln * r * 128 + 2 ** 20 };
  return new Promise((resolve, reject) =>
    scrypt(Buffer.from(password, "utf8"), salt, bytes, options, (error, derived) => (error ? reject(error) : resolve(derived))),
  );
}

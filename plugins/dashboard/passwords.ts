// Passwords: scrypt, at most two runs at a time (each keeps a core busy and takes 32 MiB), a short queue, and then 429.
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { CalcError } from "formulary";

interface Options {
  /** Runs at a time: two, and one where two would leave no core for calculations. */
  running?: number;
  /** How many may wait for their turn. */
  waiting?: number;
}
export interface Passwords {
  /** A new password as it is stored; throws 422 for one of a wrong length, before any work. */
  hash: (password: string) => Promise<string>;
  /** Whether a password is the stored one; without a stored one it takes as long, and says no. */
  verify: (password: string, stored: string | undefined) => Promise<boolean>;
  load: () => { running: number; waiting: number };
}

export const [shortest, longest] = [8, 256];
const cost = { ln: 15, r: 8, p: 3 };
const bytes = 32;
/** Where nobody's password stands, the same work is done on this. */
const nobody = `$scrypt$ln=${cost.ln},r=${cost.r},p=${cost.p}$${"A".repeat(22)}$${"A".repeat(43)}`;
const form = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w+/]{22})\$([\w+/]{43})$/;

// counted as people count, and never over more than could pass
const isPossible = (password: string) => {
  if (password.length > 2 * longest) return false;
  const { length } = [...password];
  return length >= shortest && length <= longest;
};

/** Opens a desk where passwords are hashed and verified. */
export function createPasswords({
  running: most = availableParallelism() > 2 ? 2 : 1,
  waiting: longestQueue = 16,
}: Options = {}): Passwords {
  let running = 0;
  const queue: (() => void)[] = [];
  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= most) {
      if (queue.length >= longestQueue)
        throw new CalcError("too_many_requests", {
          message: "Too many people are at this door right now: try again in a few seconds.",
          headers: { "retry-after": "5" },
        });
      await new Promise<void>((turn) => queue.push(turn));
    } else running++;
    try {
      return await work();
    } finally {
      // a turn is handed on, so that nobody who comes now can take it first
      const next = queue.shift();
      if (next) next();
      else running--;
    }
  }

  return {
    hash: async (password) => {
      if (!isPossible(password))
        throw new CalcError(
          "dashboard/bad_password",
          { message: `A password has ${shortest} to ${longest} characters: a few words are easy to remember.` },
          { status: 422, title: "The password cannot be used" },
        );
      const salt = randomBytes(16);
      const derived = await inTurn(() => derive(password, salt, cost));
      return `$scrypt$ln=${cost.ln},r=${cost.r},p=${cost.p}$${base64(salt)}$${base64(derived)}`;
    },
    verify: async (password, stored) => {
      if (!isPossible(password)) return false;
      const [, ln, r, p, salt, hash] = form.exec(stored ?? nobody) ?? form.exec(nobody)!;
      const given = { ln: Number(ln), r: Number(r), p: Number(p) };
      const derived = await inTurn(() => derive(password, Buffer.from(salt!, "base64"), given));
      return timingSafeEqual(derived, Buffer.from(hash!, "base64")) && stored !== undefined;
    },
    load: () => ({ running, waiting: queue.length }),
  };
}

const base64 = (data: Buffer) => data.toString("base64").replace(/=+$/, "");

function derive(password: string, salt: Buffer, { ln, r, p }: typeof cost): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** ln, r, p, maxmem: 2 ** ln * r * 128 + 2 ** 20 };
  return new Promise((done, fail) =>
    scrypt(Buffer.from(password, "utf8"), salt, bytes, options, (error, derived) => (error ? fail(error) : done(derived))),
  );
}

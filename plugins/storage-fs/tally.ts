// The lines of a ledger, and the count that they come to.
import { randomBytes } from "node:crypto";
import { count, type Usage, unitsOf } from "formulary";

interface Line {
  sign: "+" | "-";
  by: string;
  number: number;
  limit?: number;
}
/** "+ who process number limit." takes a unit, "- who process number ." gives one back. A torn line has no full stop. */
const linePattern = /^([+-]) ([\w-]+) (\w+) (\d+) (\d*)\.$/;
/** Names this process in its lines. */
export const processId = randomBytes(6).toString("hex");
let lastNumber = 0;

/** A number that no other line of this process has. */
export const nextNumber = (): number => ++lastNumber;

/** A line of this process. */
export const lineOf = ({ sign, by, number, limit = Number.POSITIVE_INFINITY }: Line): string =>
  `${sign} ${by} ${processId} ${number} ${Number.isFinite(limit) ? limit : ""}.\n`;

/** Whether a unit could be taken, and how many are in use. */
export interface Decision {
  taken: boolean;
  used: number;
}
export interface Tally {
  usage: Usage;
  /** Counts the lines of a text that continues the text before. */
  read: (text: string) => void;
  used: () => number;
  /** What the lines decided about a line of this process. */
  decision: (number: number) => Decision | undefined;
}

/** Counts one account's units of one day, line by line. */
export function createTally(day: number): Tally {
  const usage: Usage = {};
  const decisions = new Map<number, Decision>();
  const since = lastNumber;
  let rest = "";
  const readLine = (line: string) => {
    const [, sign, by, writer, number, limit] = linePattern.exec(line) ?? [];
    if (!by) return;
    const used = unitsOf(usage, day);
    const taken = sign === "+" && used < (limit === "" ? Number.POSITIVE_INFINITY : Number(limit));
    if (sign === "-" ? used > 0 : taken) count(usage, { day, by }, sign === "+" ? 1 : -1);
    if (sign === "+" && writer === processId && Number(number) > since)
      decisions.set(Number(number), { taken, used: used + (taken ? 1 : 0) });
  };
  return {
    usage,
    read: (text) => {
      const lines = (rest + text).split("\n");
      rest = lines.pop()!;
      for (const line of lines) readLine(line);
    },
    used: () => unitsOf(usage, day),
    decision: (number) => {
      const decision = decisions.get(number);
      decisions.delete(number);
      return decision;
    },
  };
}

// The lines of a ledger, and the count that they come to.
import { randomBytes } from "node:crypto";
import { count, type Usage } from "formulary";

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
  /** The units in use. */
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
  // the sum of what is in `usage`, which one line changes by one at most
  let used = 0;
  const add = (by: string, units: 1 | -1) => {
    count(usage, { day, by }, units);
    used += units;
  };
  const readLine = (line: string) => {
    const [, sign, by, writer, number, limit] = linePattern.exec(line) ?? [];
    if (!by) return;
    if (sign === "-") {
      if (usage[day]?.[by]) add(by, -1);
      return;
    }
    const taken = used < (limit === "" ? Number.POSITIVE_INFINITY : Number(limit));
    if (taken) add(by, 1);
    if (writer === processId && Number(number) > since) decisions.set(Number(number), { taken, used });
  };
  return {
    usage,
    read: (text) => {
      const lines = (rest + text).split("\n");
      rest = lines.pop()!;
      for (const line of lines) readLine(line);
    },
    used: () => used,
    decision: (number) => {
      const decision = decisions.get(number);
      decisions.delete(number);
      return decision;
    },
  };
}

// The lines of a ledger, and the count that they come to.
import { randomBytes } from "node:crypto";
import { count, type Usage } from "formulary";

interface Line {
  sign: "+" | "-";
  by: string;
  /** The number of the first unit. */
  number: number;
  limit?: number;
  units?: number;
}
/** "+ who process number limit." takes a unit, "… limit*3." the units of three numbers, "- who process number ." gives one back. A torn line has no full stop. */
const linePattern = /^([+-]) ([\w-]+) (\w+) (\d+) (\d*)(?:\*(\d+))?\.$/;
/** Names this process in its lines. */
export const processId = randomBytes(6).toString("hex");
let lastNumber = 0;

/** A number that no other line of this process has. */
export const nextNumber = (): number => ++lastNumber;

/** A line of this process. */
export const lineOf = ({ sign, by, number, limit = Number.POSITIVE_INFINITY, units = 1 }: Line): string =>
  `${sign} ${by} ${processId} ${number} ${Number.isFinite(limit) ? limit : ""}${units > 1 ? `*${units}` : ""}.\n`;

/** Whether a unit could be taken, and how many are in use. */
export interface Decision {
  taken: boolean;
  used: number;
}
export interface Tally {
  usage: Usage;
  /** Counts the lines of a text that continues the text before. */
  read: (text: string) => void;
  /** Takes a unit whose line is known to follow the text before. */
  take: (unit: { by: string; limit: number }) => Decision;
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
  const take: Tally["take"] = ({ by, limit }) => {
    const taken = used < limit;
    if (taken) add(by, 1);
    return { taken, used };
  };
  const readLine = (line: string) => {
    const [, sign, by, writer, number, limit, units = "1"] = linePattern.exec(line) ?? [];
    if (!by) return;
    if (sign === "-") {
      if (usage[day]?.[by]) add(by, -1);
      return;
    }
    const isOwn = writer === processId && Number(number) > since;
    for (let at = 0; at < Number(units); at++) {
      const decision = take({ by, limit: limit === "" ? Number.POSITIVE_INFINITY : Number(limit) });
      if (isOwn) decisions.set(Number(number) + at, decision);
    }
  };
  return {
    usage,
    take: (unit) => {
      // the line break before the new lines ends what was left
      if (rest !== "") readLine(rest);
      rest = "";
      return take(unit);
    },
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

// What a question of the bench gives back, and how it is written down.
import type { Spread } from "./numbers.ts";
import { spreadText } from "./numbers.ts";

/** A line of the table of promises. */
export interface Promised {
  what: string;
  bound: "≥" | "≤";
  limit: number;
  unit?: string;
  reached: Spread;
  /** What is behind it, in absolute figures. */
  figures: string;
}
/** What one question found: lines for the table of promises, and tables of its own. */
export interface Section {
  promised: Promised[];
  tables: Table[];
}
export interface Table {
  title: string;
  head: string[];
  rows: (string | number)[][];
  /** How to read it. */
  note?: string;
}
/** How the bench was asked to run. */
export interface Settings {
  quick: boolean;
  /** Other sizes of the catalogue than the usual ones. */
  sizes?: number[] | undefined;
  /** A folder that is removed afterwards. */
  folder: string;
  say: (message: string) => void;
}

const holds = ({ bound, limit, reached }: Promised) => (bound === "≥" ? reached.median >= limit : reached.median <= limit);
const unitOf = ({ unit }: Promised) => (unit ? ` ${unit}` : "");
const limitOf = (each: Promised) => `${each.bound} ${each.limit}${unitOf(each) || " ×"}`;

/** The table of promises: each with its limit, what was reached, and the figures behind it. */
export function promisedTable(promised: Promised[]): Table {
  return {
    title: "What was promised",
    head: ["what", "promised", "reached", "", "figures"],
    rows: promised.map((each) => [
      each.what,
      limitOf(each),
      `${spreadText(each.reached)}${unitOf(each)}`,
      holds(each) ? "yes" : "**no**",
      each.figures,
    ]),
    note: "Medians of several rounds in turn, lowest and highest in brackets.",
  };
}

/** A table in Markdown. */
export function toMarkdown({ title, head, rows, note }: Table): string {
  const line = (cells: (string | number)[]) => `| ${cells.join(" | ")} |`;
  return [`## ${title}`, ...(note ? [note] : []), [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n")].join("\n\n");
}

// The results of a measurement, and how they are written.
import type { Spread } from "./numbers.ts";
import { spreadText } from "./numbers.ts";

/** A promise: its limit, and what was measured. */
export interface PromiseResult {
  what: string;
  bound: "≥" | "≤";
  limit: number;
  unit?: string;
  reached: Spread;
  /** The absolute figures behind the ratio. */
  figures: string;
}
/** The results of one measurement: lines for the table of promises, and its own tables. */
export interface Section {
  promised: PromiseResult[];
  tables: Table[];
}
export interface Table {
  title: string;
  head: string[];
  rows: (string | number)[][];
  /** How to read it. */
  note?: string;
}
/** The options of a run. */
export interface Settings {
  quick: boolean;
  /** Sizes of the catalogue, instead of the usual ones. */
  sizes?: number[] | undefined;
  /** A folder that is removed afterwards. */
  folder: string;
  log: (message: string) => void;
}

const isMet = ({ bound, limit, reached }: PromiseResult) => (bound === "≥" ? reached.median >= limit : reached.median <= limit);
const unitOf = ({ unit }: PromiseResult) => (unit ? ` ${unit}` : "");
const limitOf = (each: PromiseResult) => `${each.bound} ${each.limit}${unitOf(each) || " ×"}`;

/** The table of promises: limit, measured value, and the figures behind it. */
export function promisedTable(promised: PromiseResult[]): Table {
  return {
    title: "Promises",
    head: ["what", "promised", "reached", "", "figures"],
    rows: promised.map((each) => [
      each.what,
      limitOf(each),
      `${spreadText(each.reached)}${unitOf(each)}`,
      isMet(each) ? "yes" : "**no**",
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

// What the charts of a page draw, before it is drawn: axes, series and bars.
import { attempt, type Environment } from "formulary/compiler";
import type { Durations } from "./durations.ts";

/** An axis of a chart. */
export interface Axis {
  /** With its unit. */
  title: string;
  scale: "linear" | "log" | "date";
  /** Whether there is nothing between whole numbers. */
  whole?: boolean;
  /** Whether thousands are grouped; years are not. */
  grouping?: boolean;
  durations?: Durations | undefined;
}

/** One value for each place on the x axis; NaN where there is none. */
export interface Series {
  title: string;
  values: number[];
}

/** Series over numbers or dates. */
export interface Plot {
  kind: "line" | "steps" | "area" | "stacked" | "scatter" | "columns";
  title: string;
  x: Axis;
  y: Axis;
  /** Numbers; for dates milliseconds since 1970. */
  xs: number[];
  series: Series[];
  /** The place of the present calculation, on both axes. */
  current?: [x: number, y: number];
  /** A straight line through the points of a scatter. */
  fit?: boolean;
  /** The part of the x axis whose area is filled; the other is not. */
  filled?: [from: number, to: number];
  /** The input on the x axis. */
  input?: string;
}

/** Bars with names. */
export interface Bars {
  kind: "bars";
  title: string;
  labels: string[];
  series: Series[];
  /** The bar of the present calculation. */
  chosen?: number;
}

/** The bands of a scale, and a place among them. */
export interface Bands {
  kind: "bands";
  title: string;
  /** One more than there are names; they rise. */
  edges: number[];
  names: string[];
  at: number;
}

export type Chart = Plot | Bars | Bands;

/** A title with its unit, as an axis shows it. */
export const withUnit = (title: string, unit: string): string => (unit && unit !== "1" ? `${title} (${unit})` : title);

/** A title inside a sentence; a word in capitals is not changed. */
export const inSentence = (text: string): string => (/^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text);

/** Titles in a row: "Interest, principal and balance". */
export function listed([first = "", ...others]: string[]): string {
  const rest = others.map(inSentence);
  return rest.length === 0 ? first : `${[first, ...rest.slice(0, -1)].join(", ")} and ${rest.at(-1)}`;
}

/** A unit as it is printed: "kg/m^2" as kg/m², and `currency` as the visitor's own; a counted noun stays as it is. */
export function printedUnit(unit: string, declared: string, { currency, units }: Environment): string {
  if (unit === "" || unit.includes(currency) || unit.includes("currency")) return unit.replace(/\bcurrency\b/g, currency);
  return attempt(() => units.parse(unit, units.parse(declared)).plural) ?? unit;
}

// Scales of a chart, and the texts of their ticks.
import { scaleLinear, scaleLog, scaleUtc } from "d3-scale";
import { significant } from "formulary/functions";
import type { Axis, Plot } from "./chart.ts";
import type { Durations } from "./durations.ts";

/** The size of a chart in its own units, and the room around its plot. */
export const [width, height] = [640, 280];
/** For the texts of the axes, which are larger on a phone. */
export const margin = { top: 26, right: 24, bottom: 42, left: 120 };

/** An axis that is ready to draw. */
export interface Scale {
  /** A value's place on the axis. */
  at: (value: number) => number;
  ticks: { at: number; text: string }[];
  /** A value as it is written beside a point. */
  text: (value: number) => string;
}

/** The x axis; beside columns it has half a slot more on both sides. */
export function xScale({ x, xs, kind }: Plot): Scale {
  const half = kind === "columns" ? narrowest(xs) / 2 : 0;
  return createScale(x, [Math.min(...xs) - half, Math.max(...xs) + half], [margin.left, width - margin.right], 6);
}

/** The y axis, with round ends. */
export function yScale(plot: Plot): Scale {
  const values = plot.series.flatMap((each) => each.values).filter(Number.isFinite);
  const sums = plot.kind === "stacked" ? plot.xs.map((_, at) => plot.series.reduce((sum, each) => sum + (each.values[at] || 0), 0)) : [];
  const [low, high] = [Math.min(...values, ...sums), Math.max(...values, ...sums)];
  return createScale(plot.y, rangeOf(plot, low, high), [height - margin.bottom, margin.top], 5, true);
}

/** From zero, unless the values are far from it, where their change would not be visible. */
function rangeOf({ kind }: Plot, low: number, high: number): [number, number] {
  const isFilled = kind === "columns" || kind === "area" || kind === "stacked";
  const fromZero = isFilled || (low >= 0 ? low < 0.6 * high : high <= 0 && high > 0.6 * low);
  if (fromZero && (low !== 0 || high !== 0)) return [Math.min(0, low), Math.max(0, high)];
  return low === high ? [low - 1, high + 1] : [low, high];
}

/** The least distance of two places. */
export function narrowest(xs: number[]): number {
  const sorted = [...xs].sort((a, b) => a - b);
  const gaps = sorted.slice(1).flatMap((x, at) => (x > sorted[at]! ? [x - sorted[at]!] : []));
  return gaps.length > 0 ? Math.min(...gaps) : 1;
}

function createScale(axis: Axis, domain: [number, number], range: [number, number], count: number, nice = false): Scale {
  if (axis.scale === "date") {
    const scale = scaleUtc(domain, range);
    const write = scale.tickFormat(count);
    return { at: (value) => scale(value), ticks: scale.ticks(count).map((tick) => ({ at: scale(tick), text: write(tick) })), text: dayOf };
  }
  if (axis.durations) return durationScale(axis.durations, domain, { range, count, nice });
  const isLog = axis.scale === "log" && domain[0] > 0;
  const scale = isLog ? scaleLog(domain, range) : scaleLinear(domain, range);
  if (nice) scale.nice(count);
  const grouping = axis.grouping ?? true;
  const text = (value: number) => significant(value, 5, { grouping });
  // a logarithmic scale has ticks at 1, 2, 3, …; only powers of ten have room
  const even = isLog ? powersOfTen(scale.domain() as [number, number]) : scale.ticks(count);
  const ticks = axis.whole ? even.filter(Number.isInteger) : even;
  return {
    at: (value) => scale(value),
    ticks: ticks.map((tick) => ({ at: scale(tick), text: grouping ? compact(tick) : text(tick) })),
    text,
  };
}

interface Layout {
  range: [number, number];
  count: number;
  nice: boolean;
}
/** A scale of time has ticks at 5, 15 or 30 minutes; a duration counts from the beginning of time. */
function durationScale({ milliseconds, text }: Durations, domain: [number, number], { range, count, nice }: Layout): Scale {
  const scale = scaleUtc(
    domain.map((value) => value * milliseconds),
    range,
  );
  if (nice) scale.nice(count);
  const even = scale.ticks(count);
  const every = Math.ceil(even.length / (count + 2));
  return {
    at: (value) => scale(value * milliseconds),
    ticks: even.filter((_, at) => at % every === 0).map((tick) => ({ at: scale(tick), text: text(tick.getTime() / milliseconds) })),
    text,
  };
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
function powersOfTen([low, high]: [number, number]): number[] {
  const [first, last] = [Math.ceil(Math.log10(low) - 1e-9), Math.floor(Math.log10(high) + 1e-9)];
  if (last - first < 1)
    return scaleLinear([low, high], [0, 1])
      .ticks(5)
      .filter((tick) => tick > 0);
  const every = Math.ceil((last - first + 1) / 7);
  return Array.from({ length: last - first + 1 }, (_, at) => 10 ** (first + at)).filter((_, at) => at % every === 0);
}

const abbreviated = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 4 });
/** A tick in few characters: 10K, 2.5M; small and huge numbers with an exponent. */
function compact(tick: number): string {
  const size = Math.abs(tick);
  if (size !== 0 && (size < 1e-3 || size >= 1e15)) return tick.toExponential().replace("e+", "e").replace("-", "−").replace("e-", "e−");
  return size < 10_000 ? significant(tick, 5) : abbreviated.format(tick).replace("-", "−");
}

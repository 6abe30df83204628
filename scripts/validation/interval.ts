// The values that an expression may have, found without running it: intervals of numbers, rounded outwards, answers of
// conditions and texts; and how operators and functions map them.
import type { Value } from "formulary";

/** All values from low to high, both within what a double can hold with room to spare. */
export interface Interval {
  is: "number";
  low: number;
  high: number;
}
/** The answers that a condition may have. */
interface Truth {
  is: "truth";
  yes: boolean;
  no: boolean;
}
interface Text {
  is: "text";
  /** All that it may be; absent where any text may come. */
  texts?: string[];
}
interface Data {
  is: "data";
  value: Value;
}
/** The values that an expression may have; undefined where any may come. */
export type ValueSet = Interval | Truth | Text | Data | undefined;
const room = 1e290;
/** All numbers from low to high. */
export const exactly = (low: number, high = low): ValueSet => (low >= -room && high <= room ? { is: "number", low, high } : undefined);
/** The interval around some results of an operation. */
export function interval(...ends: number[]): ValueSet {
  // Slightly wider than computed, since every operation rounds.
  const wider = (x: number, side: number) => x + side * Math.abs(x) * 4e-16;
  return exactly(wider(Math.min(...ends), -1), wider(Math.max(...ends), 1));
}
/** A condition with the answers that it may have. */
export const truth = (yes: boolean, no: boolean): Truth => ({ is: "truth", yes, no });
const either = truth(true, true);

/** The set of one value. */
export function onlyValue(value: Value): ValueSet {
  if (typeof value === "number") return exactly(value);
  if (typeof value === "boolean") return truth(value, !value);
  return typeof value === "string" ? { is: "text", texts: [value] } : { is: "data", value };
}

/** The union of some sets. */
export function union(all: ValueSet[]): ValueSet {
  const [first, ...rest] = all;
  return rest.reduce((a, b): ValueSet => {
    if (a?.is === "number" && b?.is === "number") return exactly(Math.min(a.low, b.low), Math.max(a.high, b.high));
    if (a?.is === "truth" && b?.is === "truth") return truth(a.yes || b.yes, a.no || b.no);
    if (a?.is === "text" && b?.is === "text") return { is: "text", ...(a.texts && b.texts && { texts: [...a.texts, ...b.texts] }) };
    return undefined;
  }, first);
}

/** The interval of a set of numbers or conditions: in calculations true counts as 1 and false as 0. */
export function toInterval(values: ValueSet): Interval | undefined {
  if (values?.is === "truth") return { is: "number", low: values.no ? 0 : 1, high: values.yes ? 1 : 0 };
  return values?.is === "number" ? values : undefined;
}

/** The results of an operator. */
export function operate(operator: string, left: ValueSet, right: ValueSet): ValueSet {
  if (/^[=!<>]/.test(operator)) return compare(operator, left, right);
  const [a, b] = [toInterval(left), toInterval(right)];
  if (!a || !b) return undefined;
  if (operator === "+") return interval(a.low + b.low, a.high + b.high);
  if (operator === "-") return interval(a.low - b.high, a.high - b.low);
  if (operator === "*") return interval(a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high);
  if (operator === "/") {
    if (b.low <= 0 && b.high >= 0) return undefined;
    return interval(a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high);
  }
  return operator === "^" ? powerOf(a, b) : undefined;
}

function compare(operator: string, a: ValueSet, b: ValueSet): ValueSet {
  const isEquality = operator === "==" || operator === "!=";
  if (a?.is === "text" && b?.is === "text" && isEquality) {
    const same = a.texts && b.texts && a.texts.some((each) => b.texts!.includes(each));
    const equal = same === undefined ? either : truth(same, a.texts!.length > 1 || b.texts!.length > 1 || !same);
    return operator === "==" ? equal : truth(equal.no, equal.yes);
  }
  if (a?.is === "truth" && b?.is === "truth" && isEquality) return either;
  if (a?.is !== "number" || b?.is !== "number") return undefined;
  const [less, more] = [isBelow(a, b), isBelow(b, a)];
  const same = a.low === a.high && b.low === b.high && a.low === b.low;
  switch (operator) {
    case "==":
      return truth(!less && !more, !same);
    case "!=":
      return truth(!same, !less && !more);
    case "<":
      return truth(a.low < b.high, !less);
    case ">=":
      return truth(!less, a.low < b.high);
    case ">":
      return truth(a.high > b.low, !more);
    default:
      return truth(!more, a.high > b.low);
  }
}
/** Whether all of one are less than all of another, by more than the tolerance of comparisons. */
const isBelow = (a: Interval, b: Interval) => b.low - a.high > 2e-12 * Math.max(Math.abs(a.high), Math.abs(b.low));

function powerOf(a: Interval, b: Interval): ValueSet {
  const whole = b.low === b.high && Number.isInteger(b.low) ? b.low : undefined;
  if (whole !== undefined && (whole >= 0 || a.low > 0 || a.high < 0))
    return interval(a.low ** whole, a.high ** whole, ...(a.low < 0 && a.high > 0 ? [0] : []));
  const ends = [a.low ** b.low, a.low ** b.high, a.high ** b.low, a.high ** b.high];
  // A power is monotone in base and exponent for positive bases, and for 0 with exponents above 0.
  return a.low > 0 || (a.low >= 0 && b.low > 0) ? interval(...ends) : undefined;
}

/** Monotone functions with the interval on which they are defined. */
const monotone: Record<string, [least: number, most: number, call: (x: number) => number]> = {
  sqrt: [0, room, Math.sqrt],
  cbrt: [-room, room, Math.cbrt],
  exp: [-600, 600, Math.exp],
  expm1: [-600, 600, Math.expm1],
  ln: [1e-290, room, Math.log],
  ln1p: [-0.999999, room, Math.log1p],
  log10: [1e-290, room, Math.log10],
  log2: [1e-290, room, Math.log2],
  asin: [-1, 1, Math.asin],
  acos: [-1, 1, Math.acos],
  atan: [-room, room, Math.atan],
  tanh: [-room, room, Math.tanh],
  ramp: [-room, room, (x) => Math.max(x, 0)],
};

/** The results of a function of numbers. */
export function functionOf(name: string, all: Interval[]): ValueSet {
  const [x, low, high] = all as [Interval, Interval, Interval];
  const rule = Object.hasOwn(monotone, name) ? monotone[name] : undefined;
  if (rule && all.length === 1) return x.low >= rule[0] && x.high <= rule[1] ? interval(rule[2](x.low), rule[2](x.high)) : undefined;
  switch (name) {
    case "abs":
      return interval(Math.abs(x.low), Math.abs(x.high), ...(x.low < 0 && x.high > 0 ? [0] : []));
    case "sin":
    case "cos":
      return interval(-1, 1);
    case "min":
      return exactly(Math.min(...all.map((each) => each.low)), Math.min(...all.map((each) => each.high)));
    case "max":
      return exactly(Math.max(...all.map((each) => each.low)), Math.max(...all.map((each) => each.high)));
    case "clamp":
      return exactly(Math.min(Math.max(x.low, low.low), high.low), Math.min(Math.max(x.high, low.high), high.high));
    case "isZero":
      return either;
    case "floor":
    case "ceil":
    case "round":
      // Rounding to digits after the point changes a number by less than 1.
      return all.length === 1 ? interval(x.low - 1, x.high + 1) : undefined;
    default:
      return undefined;
  }
}

// Values as people write them: "$1,628.89", "10 years", "7 October 2024", "1:45:30".
import { CalcError } from "../errors.ts";
import { fixed, significant } from "../language/numerals.ts";
import { isList, isRow } from "../language/values.ts";
import type { InputSchema, OutputDefinition, UnitChoice, Value } from "../types.ts";
import { convert } from "../units/convert.ts";
import { type Shared, unitText } from "./names.ts";

/** What decides how a value is written: an input's schema or an output's definition. */
export type Field = Pick<InputSchema, "oneOf" | "format"> &
  Pick<OutputDefinition, "unit" | "as" | "decimals" | "significant" | "grouping"> & { type?: string };
export type Writer = (value: Value, values: Record<string, unknown>) => string;

/** Digits of a number that was searched for, as people want to read it: six, and two behind the point of large ones. */
export const digitsOf = (x: number): number => Math.min(15, Math.max(6, Math.ceil(Math.log10(Math.abs(x) + 1)) + 2));

interface Options {
  /** Digits of numbers for which neither decimals nor significant is said. */
  digits: number;
}

/** A writer for one field, prepared once; `values` are the inputs, which may choose its unit. */
export function createWriter(field: Field, shared: Shared, { digits }: Options): Writer {
  const number = numberWriter(field, digits);
  const titles = new Map(field.oneOf?.map((choice) => [choice.const, choice.title]));
  const write: Writer = (value, values) => {
    if (typeof value === "number") return titles.get(value) ?? withUnit(number(value), field.unit, values);
    if (typeof value === "string") return titles.get(value) ?? (field.type === "date" || field.format === "date" ? longDate(value) : value);
    if (typeof value === "boolean") return value ? "yes" : "no";
    if (isRow(value))
      return Object.entries(value)
        .map(([key, each]) => `${key} ${bareText(each)}`)
        .join(", ");
    return listText(value, values);
  };
  const listText = (list: Value[], values: Record<string, unknown>): string => {
    if (list.some(isList)) return list.map((row) => (isList(row) ? row.map(bareText).join(", ") : bareText(row))).join("; ");
    if (list.length === 0 || !list.every((each) => typeof each === "number")) return list.map(bareText).join(", ");
    const numbers = list.map(number);
    // a sign that stands before a number stands before each, a unit behind the last alone
    const leads = !withUnit("0", field.unit, values).startsWith("0");
    return leads ? numbers.map((text) => withUnit(text, field.unit, values)).join(", ") : withUnit(numbers.join(", "), field.unit, values);
  };
  const bareText = (value: Value): string => (typeof value === "number" ? number(value) : write(value, {}));
  const withUnit = unitWriter(shared);
  if (field.as) return durationWriter(field.as, shared, field.unit, write);
  return write;
}

function numberWriter({ decimals, significant: digits, grouping = true }: Field, otherwise: number): (x: number) => string {
  if (decimals !== undefined) return (x) => fixed(x, decimals, { grouping });
  return (x) => significant(x, digits ?? otherwise, { grouping });
}

interface Shown {
  before: string;
  one: string;
  many: string;
}
/** Puts a unit to a written number; a unit choice is looked up in the inputs. */
function unitWriter(shared: Shared): (text: string, unit: UnitChoice | undefined, values: Record<string, unknown>) => string {
  const kept = new Map<string, Shown>();
  return (text, unit, values) => {
    if (unit === undefined) return text;
    const name = unitText(unit, values);
    let shown = kept.get(name);
    if (!shown) kept.set(name, (shown = shownUnit(name, shared)));
    const { before, one, many } = shown;
    const after = text === "1" || text === "-1" ? one : many;
    return before && text.startsWith("-") ? `-${before}${text.slice(1)}${after}` : `${before}${text}${after}`;
  };
}

function shownUnit(name: string, shared: Shared): Shown {
  if (name === "" || name === "1") return { before: "", one: "", many: "" };
  const leader = /^([A-Za-z]+)(?=$|[*/ ])/.exec(name)?.[1];
  const leading =
    leader === "currency" ? shared.currency : leader && shared.units.parse(leader).leading ? shared.units.parse(leader).symbol : undefined;
  if (leading) {
    const rest = name.slice(leader!.length);
    const after = rest && shared.units.parse(`1${rest}`).symbol.slice(1);
    return { before: leading, one: after, many: after };
  }
  const { symbol, plural, glued } = shared.units.parse(name);
  const money = (text: string) => text.replace(/\bcurrency\b/g, shared.currency);
  // counts per volume are said as 3 × 10⁹/L
  const space = glued || /^[%‰°](?![CFR])/.test(symbol) ? "" : /^10[⁰¹²³⁴-⁹]/.test(symbol) ? " × " : " ";
  return { before: "", one: `${space}${money(symbol)}`, many: `${space}${money(plural)}` };
}

/** The unit of an answer: as declared, with the deployment's sign for `currency`. */
export function publishedUnit(unit: UnitChoice | undefined, values: Record<string, unknown>, shared: Shared): string {
  const text = unitText(unit, values);
  if (text === "currency") return shared.currency;
  return text.includes("currency") ? text.replace(/\bcurrency\b/g, shared.currency) : text;
}

const months = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
/** "2024-10-07" → "7 October 2024". */
function longDate(text: string): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  return year ? `${Number(day)} ${months[Number(month) - 1]} ${Number(year)}` : text;
}

function durationWriter(form: string, shared: Shared, unit: UnitChoice | undefined, otherwise: Writer): Writer {
  const second = shared.units.parse("s");
  return (value, values) => {
    if (typeof value !== "number") return otherwise(value, values);
    const { time, per } = splitDuration(unitText(unit, values));
    const total = Math.round(Math.abs(convert(value, shared.units.parse(time), second)));
    const sign = value < 0 && total > 0 ? "-" : "";
    return `${sign}${clockText(total, form)}${per && ` /${shared.units.parse(per).symbol}`}`;
  };
}

/** A duration's unit and what it is per: "min/km" → min, km. */
export function splitDuration(unit: string): { time: string; per: string } {
  const [time = "", ...rest] = unit.split("/");
  return { time: time || "s", per: rest.join("/") };
}

function clockText(total: number, form: string): string {
  const two = (n: number) => String(n).padStart(2, "0");
  if (form === "m:ss") return `${Math.floor(total / 60)}:${two(total % 60)}`;
  if (form === "h:mm:ss") return `${Math.floor(total / 3600)}:${two(Math.floor(total / 60) % 60)}:${two(total % 60)}`;
  const minutes = Math.round(total / 60);
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}`;
}

/** "1:45:30" in a form as a number of seconds; undefined for another text. */
export function readDuration(text: string, form: string): number | undefined {
  const parts = /^(\d{1,6})(?::([0-5]?\d))?(?::([0-5]?\d(?:\.\d+)?))?$/.exec(text.trim());
  if (!parts || parts[2] === undefined) return undefined;
  const [first, second, third] = [Number(parts[1]), Number(parts[2]), parts[3] === undefined ? undefined : Number(parts[3])];
  if (form === "h:mm") return third === undefined ? first * 3600 + second * 60 : undefined;
  if (third !== undefined) return first * 3600 + second * 60 + third;
  // "48:30" where hours are expected too may be minutes or hours: it is not guessed
  return form === "m:ss" ? first * 60 + second : undefined;
}

/** The error that a value is not there: an output whose `when` is false, an input that was not sent. */
export const absent = (name: string): CalcError => new CalcError("absent", { message: `"${name}" does not apply here.` });

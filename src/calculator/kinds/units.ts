// The unit of a field: fixed, or chosen by another input; and how it is written beside a number.
import { CalcError } from "../../errors.ts";
import type { InputSchema, UnitChoice } from "../../types.ts";
import { inWords, isOwnLength } from "../../units/notation.ts";
import type { Environment } from "./kind.ts";

/** The unit of a field for the inputs of a call. */
export function unitText(unit: UnitChoice | undefined, values: Record<string, unknown>): string {
  if (unit === undefined) return "";
  return typeof unit === "string" ? unit : (unit[String(values[unit.by])] ?? firstUnit(unit));
}
/** The unit that ranges and formulas of a field are in. */
export const firstUnit = (unit: UnitChoice | undefined): string =>
  unit === undefined ? "" : typeof unit === "string" ? unit : (Object.entries(unit).find(([key]) => key !== "by")?.[1] ?? "");

/** Throws for a unit that files declare and nobody sends: a length in the reader's own unit. */
export function mustBeSendable(unit: string): void {
  if (isOwnLength(unit)) throw new CalcError("unreadable_text", { message: `"${unit.slice(0, 40)}" is no unit that can be sent.` });
}

/** The unit of an input in a message; the reader knows the currency. */
export const unitInMessage = (schema: InputSchema): string =>
  isOwnLength(firstUnit(schema.unit)) ? "" : inWords(firstUnit(schema.unit)).replace(/^currency(?=$|[/*])/, "");

/** A declared unit as clients see it: count nouns as words. */
export const unitInWords = (unit: UnitChoice): UnitChoice =>
  typeof unit === "string"
    ? inWords(unit)
    : { ...Object.fromEntries(Object.entries(unit).map(([key, text]) => [key, inWords(text)])), by: unit.by };

/** What to send or to ask for in place of a unit that does not fit: "mg, or in another unit of mass". */
export function unitHint(declared: string, { units }: Environment): string {
  const unit = units.parse(declared);
  const title = units.titleOf(unit);
  if (title) return `${declared}, or in another unit of ${title.toLowerCase()}`;
  return unit.plain ? inWords(declared) : `${declared}, or in another unit that converts to it`;
}

/** The unit of an answer: as declared, a count noun as a word, with the deployment's sign for `currency`. */
export function publishedUnit(unit: UnitChoice | undefined, values: Record<string, unknown>, environment: Environment): string {
  const text = inWords(unitText(unit, values));
  if (isOwnLength(text)) return "";
  if (text === "currency") return environment.currency;
  return text.includes("currency") ? text.replace(/\bcurrency\b/g, environment.currency) : text;
}

interface UnitSigns {
  before: string;
  one: string;
  many: string;
}
/** Puts a unit to a written number; a unit choice is looked up in the inputs. */
export function createUnitWriter(
  environment: Environment,
): (text: string, unit: UnitChoice | undefined, values: Record<string, unknown>) => string {
  const signs = new Map<string, UnitSigns>();
  return (text, unit, values) => {
    if (unit === undefined) return text;
    const name = unitText(unit, values);
    let sign = signs.get(name);
    if (!sign) signs.set(name, (sign = signsOf(name, environment)));
    const { before, one, many } = sign;
    const after = text === "1" || text === "-1" ? one : many;
    return before && text.startsWith("-") ? `-${before}${text.slice(1)}${after}` : `${before}${text}${after}`;
  };
}

function signsOf(name: string, { units, currency }: Environment): UnitSigns {
  if (name === "" || name === "1" || isOwnLength(name)) return { before: "", one: "", many: "" };
  const leader = /^([A-Za-z]+)(?=$|[*/ ])/.exec(name)?.[1];
  const leading = leader === "currency" ? currency : leader && units.parse(leader).leading ? units.parse(leader).symbol : undefined;
  if (leading) {
    const rest = name.slice(leader!.length);
    const after = rest && units.parse(`1${rest}`).symbol.slice(1);
    return { before: leading, one: after, many: after };
  }
  const { symbol, plural, glued } = units.parse(name);
  const money = (text: string) => text.replace(/\bcurrency\b/g, currency);
  // counts per volume are written as 3 × 10⁹/L
  const space = glued || /^[%‰°](?![CFR])/.test(symbol) ? "" : /^10[⁰¹²³⁴-⁹]/.test(symbol) ? " × " : " ";
  return { before: "", one: `${space}${money(symbol)}`, many: `${space}${money(plural)}` };
}

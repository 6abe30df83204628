// The unit of a field: its only one, or the one that another input chooses; and how it stands beside a number.
import type { InputSchema, UnitChoice } from "../../types.ts";
import type { Shared } from "./kind.ts";

/** The unit of a field for the inputs of a call. */
export function unitText(unit: UnitChoice | undefined, values: Record<string, unknown>): string {
  if (unit === undefined) return "";
  return typeof unit === "string" ? unit : (unit[String(values[unit.by])] ?? firstUnit(unit));
}
/** The unit that ranges and formulas of a field are in. */
export const firstUnit = (unit: UnitChoice | undefined): string =>
  unit === undefined ? "" : typeof unit === "string" ? unit : (Object.entries(unit).find(([key]) => key !== "by")?.[1] ?? "");

/** The unit of an input in a message; the reader knows the currency. */
export const unitInMessage = (schema: InputSchema): string => firstUnit(schema.unit).replace(/^currency(?=$|[/*])/, "");

/** The unit of an answer: as declared, with the deployment's sign for `currency`. */
export function publishedUnit(unit: UnitChoice | undefined, values: Record<string, unknown>, shared: Shared): string {
  const text = unitText(unit, values);
  if (text === "currency") return shared.currency;
  return text.includes("currency") ? text.replace(/\bcurrency\b/g, shared.currency) : text;
}

interface UnitSigns {
  before: string;
  one: string;
  many: string;
}
/** Puts a unit to a written number; a unit choice is looked up in the inputs. */
export function createUnitWriter(shared: Shared): (text: string, unit: UnitChoice | undefined, values: Record<string, unknown>) => string {
  const signs = new Map<string, UnitSigns>();
  return (text, unit, values) => {
    if (unit === undefined) return text;
    const name = unitText(unit, values);
    let sign = signs.get(name);
    if (!sign) signs.set(name, (sign = signsOf(name, shared)));
    const { before, one, many } = sign;
    const after = text === "1" || text === "-1" ? one : many;
    return before && text.startsWith("-") ? `-${before}${text.slice(1)}${after}` : `${before}${text}${after}`;
  };
}

function signsOf(name: string, { units, currency }: Shared): UnitSigns {
  if (name === "" || name === "1") return { before: "", one: "", many: "" };
  const leader = /^([A-Za-z]+)(?=$|[*/ ])/.exec(name)?.[1];
  const leading = leader === "currency" ? currency : leader && units.parse(leader).leading ? units.parse(leader).symbol : undefined;
  if (leading) {
    const rest = name.slice(leader!.length);
    const after = rest && units.parse(`1${rest}`).symbol.slice(1);
    return { before: leading, one: after, many: after };
  }
  const { symbol, plural, glued } = units.parse(name);
  const money = (text: string) => text.replace(/\bcurrency\b/g, currency);
  // counts per volume are said as 3 × 10⁹/L
  const space = glued || /^[%‰°](?![CFR])/.test(symbol) ? "" : /^10[⁰¹²³⁴-⁹]/.test(symbol) ? " × " : " ";
  return { before: "", one: `${space}${money(symbol)}`, many: `${space}${money(plural)}` };
}

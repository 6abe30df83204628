// The registry of units: catalog/_units.yaml as look-up tables. Whole texts are looked up before products are parsed,
// so `N*m` may be torque while `J` stays energy.
import { CalcError } from "../errors.ts";
import type { Unit } from "../types.ts";
import { normalize, pretty } from "./notation.ts";
import { createParser } from "./parser.ts";
import { type Dimension, parseProduct, plainUnit } from "./product.ts";
import { createSpellings, type Named, type Spellings } from "./spellings.ts";

interface UnitEntry extends Named {
  factor: number | string;
  /** Its own SI unit where that is the reciprocal of its quantity's: mpg among L/100km. */
  si?: string;
  offset?: number;
  plain?: boolean;
  inverse?: boolean;
  difference?: boolean;
  glued?: boolean;
  own?: boolean;
  source: string;
}
interface Quantity {
  title: string;
  si: string;
  distinct?: boolean;
  units: Record<string, UnitEntry>;
}
/** The shape of catalog/_units.yaml. */
export interface UnitsFile {
  prefixes: Record<string, { name: string; factor: number; aliases?: string[] }>;
  quantities: Record<string, Quantity>;
}

/** The units of one quantity, as converters list them. */
export interface QuantityUnits {
  title: string;
  units: { symbol: string; name: string }[];
}

/** All units: by text, and by quantity. */
export interface Units {
  /**
   * The unit of a text ("kg/m^2", "Kilometers per hour"); throws a CalcError for an unknown one. A name of several units is the
   * one that converts to `wanted`, and words of `wanted` itself ("bundles") are that unit.
   */
  parse: (text: string, wanted?: Unit) => Unit;
  /** What a listed unit measures ("Mass"), where others measure it too. */
  titleOf: (unit: Unit) => string | undefined;
  quantities: Map<string, QuantityUnits>;
  size: number;
}

/** Marks that stand in for currency, bits and radians beside the seven base units. */
export const baseUnits = ["kg", "m", "s", "A", "K", "mol", "cd", "currency", "bit", "rad"];

/** The unit of lengths that are bare numbers in the reader's own unit. */
const ownLength = "length";

/** Makes the registry from the parsed file; throws for clashing names and unreadable factors. */
export function createUnits(file: UnitsFile): Units {
  const exact = new Map<string, Unit>();
  const prefixable = new Map<string, { unit: Unit; name: string; binary: boolean }>();
  const quantities = new Map<string, QuantityUnits>();
  const entries: [Unit, Named][] = [];
  const claim = (text: string, unit: Unit) => {
    const key = normalize(text);
    if (exact.has(key)) throw new CalcError("definition", { message: `_units.yaml: the unit "${text}" is defined twice.` });
    exact.set(key, unit);
  };
  for (const [key, quantity] of Object.entries(file.quantities)) {
    const base = parseProduct(quantity.si, baseAtom);
    const list: QuantityUnits = { title: quantity.title, units: [] };
    quantities.set(key, list);
    for (const [text, entry] of Object.entries(quantity.units)) {
      const { dimension } = entry.si === undefined ? base : parseProduct(entry.si, baseAtom);
      const unit = toUnit(text, entry, marked(dimension, { key, text, quantity, entry }));
      for (const name of [text, ...(entry.aliases ?? [])]) claim(name, unit);
      if (entry.prefixes)
        for (const name of [text, ...(entry.aliases ?? [])])
          prefixable.set(normalize(name), { unit, name: entry.name, binary: entry.prefixes === "binary" });
      list.units.push({ symbol: text, name: entry.name });
      entries.push([unit, entry]);
    }
  }
  exact.set(ownLength, { ...plainUnit({ m: 1 }), text: ownLength });
  const prefixes = prefixTable(file.prefixes);
  const atom = (word: string) => exact.get(word) ?? prefixed(word, prefixes, prefixable);
  let names: Spellings | undefined;
  const spellings = () => (names ??= createSpellings(entries, file.prefixes, { exact, atom }));
  const titleOf = ({ text, dimension }: Unit) =>
    [...quantities.values()].find(
      ({ units }) => units.length > 1 && units.some(({ symbol }) => symbol === text && !dimension[`only ${text}`]),
    )?.title;
  return { parse: createParser({ exact, atom, spellings }), titleOf, quantities, size: exact.size };
}

function baseAtom(word: string): Unit | undefined {
  return baseUnits.includes(word) ? plainUnit({ [word]: 1 }) : undefined;
}

// Torque and energy have one SI unit and must never convert: a mark beside the dimension keeps them apart.
function marked(
  dimension: Dimension,
  { key, text, quantity, entry }: { key: string; text: string; quantity: Quantity; entry: UnitEntry },
): Dimension {
  if (entry.own) return { ...dimension, [`only ${text}`]: 1 };
  return quantity.distinct ? { ...dimension, [`only ${key}`]: 1 } : dimension;
}

const leadingSymbols = /^[$€£¥₹₩₽₺]$/;

function toUnit(text: string, entry: UnitEntry, dimension: Dimension): Unit {
  const symbol = entry.word ? entry.name : (entry.symbol ?? pretty(text));
  const factor = ratio(entry.factor, text);
  return {
    ...plainUnit(dimension),
    text,
    factor,
    formulaFactor: entry.plain ? 1 : factor,
    offset: entry.offset ?? 0,
    inverse: entry.inverse === true,
    difference: entry.difference === true,
    plain: entry.plain === true,
    symbol,
    plural: entry.word ? (entry.plural ?? `${entry.name}s`) : symbol,
    glued: entry.glued === true,
    leading: leadingSymbols.test(symbol),
  };
}

/** "5/9", "2*3.5/7" or a number; exact where a decimal would not be. */
function ratio(factor: number | string, text: string): number {
  const parts = String(factor).split(/(?=[*/])/);
  const value = parts.reduce(
    (product, part) => (part[0] === "/" ? product / Number(part.slice(1)) : product * Number(part.replace("*", ""))),
    1,
  );
  if (!(value > 0 && Number.isFinite(value)))
    throw new CalcError("definition", { message: `_units.yaml: "${text}" has no usable factor (${factor}).` });
  return value;
}

type Prefixes = Map<string, { name: string; factor: number; binary: boolean }>;
function prefixTable(file: UnitsFile["prefixes"]): Prefixes {
  const table: Prefixes = new Map();
  for (const [text, { name, factor, aliases = [] }] of Object.entries(file))
    for (const each of [text, ...aliases]) table.set(normalize(each), { name, factor: Number(factor), binary: text.endsWith("i") });
  return table;
}

function prefixed(word: string, prefixes: Prefixes, prefixable: Map<string, { unit: Unit; binary: boolean }>): Unit | undefined {
  for (const length of [2, 1]) {
    const prefix = prefixes.get(word.slice(0, length));
    const found = prefixable.get(word.slice(length));
    if (!prefix || !found || (prefix.binary && !found.binary)) continue;
    const { unit } = found;
    const symbol = word.slice(0, length) + unit.symbol;
    return {
      ...unit,
      text: word,
      factor: unit.factor * prefix.factor,
      formulaFactor: unit.plain ? 1 : unit.factor * prefix.factor,
      symbol,
      plural: symbol,
    };
  }
  return undefined;
}

// Names of units as people write them: "Micrograms", "watt-hours per litre", "mpg (US)". They come in any case, in British or
// American spelling, with spaces or hyphens; symbols are looked up before, and keep their case.
import { distance } from "../language/nearest.ts";
import type { Unit } from "../types.ts";
import { sameDimension } from "./convert.ts";
import { normalize } from "./notation.ts";

/** What a unit is called. */
export interface Named {
  name: string;
  plural?: string;
  symbol?: string;
  /** Further symbols, as they are written here; they take prefixes. */
  aliases?: string[];
  /** Further names. One that several units share is refused, but for a field that takes only one of them. */
  spellings?: string[];
  prefixes?: boolean | "binary";
  word?: boolean;
}
/** The names of all units. */
export interface Spellings {
  /** The units of a name: none, one, or all that share it. */
  of: (name: string) => Unit[];
  /** The name that a misspelt word is nearest to, where only one unit that fits is. */
  near: (word: string, fits: (name: string) => boolean) => string | undefined;
}

/** One form for all spellings of a text, but for its case: "watt-hours per litre" → "watt hours per liter". */
export const spoken = (text: string): string =>
  normalize(text)
    .replace(/\.(?=\s|$)/g, "")
    .replace(/(?<=\p{L})-(?=\p{L})/gu, " ")
    .replace(/\s+/g, " ")
    .replace(/(me|li|op)tre/gi, "$1ter")
    .replace(/gramme/gi, "gram")
    .replace(/\bper (?=\d+(?:\.\d+)? )(\S+) /gi, "per $1");

/** Collects the names of units; each has an `s` as its plural where the file says no other. */
function collect(entries: [Unit, Named][], exact: Map<string, Unit>): Map<string, Unit[]> {
  const names = new Map<string, Unit[]>();
  const add = (name: string, unit: Unit) => {
    const units = names.get(name) ?? [];
    if (!units.includes(unit)) names.set(name, [...units, unit]);
  };
  for (const [unit, { name, plural = `${name}s`, symbol = "", word, aliases = [], spellings = [] }] of entries) {
    const words = aliases.filter((alias) => /^[a-z]{4,}$/.test(alias));
    const all = [name, plural, ...words, ...spellings.flatMap((each) => [each, `${each}s`]), ...(word ? [unit.text] : [])];
    for (const each of symbol.includes(" ") ? [...all, symbol] : all) add(spoken(each).toLowerCase(), unit);
  }
  // "Gal" and "gal" are two units, so "GAL" may be either
  for (const [text, unit] of exact) if (names.has(text.toLowerCase())) add(text.toLowerCase(), unit);
  return names;
}

type Prefix = { name: string; factor: number };
type Lookup = { exact: Map<string, Unit>; atom: (word: string) => Unit | undefined };
/** Makes the look-up of names from the units and what they are called. */
export function createSpellings(entries: [Unit, Named][], prefixes: Record<string, Prefix>, { exact, atom }: Lookup): Spellings {
  const names = collect(entries, exact);
  const prefixable = new Set(entries.flatMap(([unit, { prefixes }]) => (prefixes ? [unit] : [])));
  const byName = new Map(Object.entries(prefixes).map(([symbol, { name, factor }]) => [name, { symbol, factor: Number(factor) }]));
  const prefixOf = (key: string) => [3, 4, 5, 6].map((length) => key.slice(0, length)).find((start) => byName.has(start)) ?? "";
  const withPrefix = (key: string): Unit[] => {
    const prefix = byName.get(prefixOf(key));
    const [base, ...others] = (prefix && names.get(key.slice(prefixOf(key).length))) ?? [];
    const unit = prefix && base && others.length === 0 && prefixable.has(base) ? atom(prefix.symbol + base.text) : undefined;
    // "pt" is a pint, so a picotonne is nothing
    const isOf = unit && sameDimension(unit.dimension, base!.dimension) && Math.abs(unit.factor / base!.factor / prefix!.factor - 1) < 1e-9;
    return isOf ? [unit] : [];
  };
  const of = (name: string): Unit[] => names.get(name) ?? withPrefix(name);
  const words = [...names.keys()].filter((name) => /^\p{L}{3,}$/u.test(name));
  const bases = words.filter((name) => prefixable.has(names.get(name)![0]!)).sort((a, b) => b.length - a.length);
  const others = words.filter((name) => !bases.some((base) => name.endsWith(base) && byName.has(name.slice(0, -base.length))));
  const nearTo = (key: string): string[] => {
    const prefix = prefixOf(key);
    const known = prefix === "" ? [] : closest(key.slice(prefix.length), bases).map((base) => prefix + base);
    const base = bases.find((each) => key.endsWith(each));
    if (known.length > 0 || base === undefined) return known.length > 0 ? known : closest(key, others);
    // a prefix is guessed at where one letter is wrong, and no other prefix is as near: "egagram" may be mega or exa
    const start = key.slice(0, -base.length);
    const [guess, ...more] = [...byName.keys()].filter((each) => distance(start, each) <= 1);
    return guess?.[0] === start[0] && more.length === 0 ? [guess + base] : [];
  };
  const near: Spellings["near"] = (word, fits) => {
    const key = spoken(word).toLowerCase();
    // symbols are too short to guess at
    const fitting = /^\p{L}{5,30}$/u.test(key) ? nearTo(key).filter((name) => of(name).length === 1 && fits(name)) : [];
    return new Set(fitting.map((name) => of(name)[0])).size === 1 ? fitting[0] : undefined;
  };
  return { of, near };
}

/** The words that are the fewest edits from one, among those with its first letter. */
function closest(word: string, candidates: string[], most = word.length < 7 ? 1 : 2): string[] {
  const alike = candidates.filter((each) => each[0] === word[0] && Math.abs(each.length - word.length) <= most);
  const edits = alike.map((each) => distance(word, each));
  const least = Math.min(most, ...edits);
  return alike.filter((_, at) => edits[at] === least);
}

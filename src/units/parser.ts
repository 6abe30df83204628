// The unit of a text. Whole texts are looked up first, then symbols, names at last: no name changes what a symbol means.
import { attempt, failFormula } from "../errors.ts";
import type { Unit } from "../types.ts";
import { converts } from "./convert.ts";
import { normalize, noun, pretty } from "./notation.ts";
import { combine, parseProduct, plainUnit } from "./product.ts";
import { type Spellings, spoken } from "./spellings.ts";

interface Tables {
  exact: Map<string, Unit>;
  atom: (word: string) => Unit | undefined;
  /** Made when the first text needs them. */
  spellings: () => Spellings;
}
type Parse = (text: string, wanted?: Unit) => Unit;
type Cure = (word: string) => string;

/** Makes the parser of units; `wanted` is the unit of the field that a text is for. */
export function createParser(tables: Tables): Parse {
  const bySymbol = remembered((text) => attempt(() => unitOfSymbols(text, tables)));
  const byName = remembered((text, cure) => unitsOfNames(text, tables, cure));
  const parse = (text: string, wanted?: Unit): Unit => {
    if (wanted && noun.test(wanted.text) && isWordOf(wanted, text)) return wanted;
    const unit = bySymbol(text);
    // "fl oz" is a femtolitre times an ounce, but not in a field of volume
    if (unit && (!wanted || !/[\s·*/(-]/.test(text) || converts(unit, wanted))) return unit;
    const named = unit ? (attempt(() => byName(text)) ?? []) : byName(text, (word) => cureOf(word, text, { tables, wanted }));
    const fitting = wanted && (unit || named.length > 1) ? named.filter((each) => converts(each, wanted)) : named;
    return fitting.length === 1 ? fitting[0]! : (unit ?? ambiguous(text, named));
  };
  return (text, wanted) => parse(String(text), wanted);
}

const isWordOf = ({ symbol, plural }: Unit, text: string) =>
  [symbol, plural].some((word) => word.toLowerCase() === text.trim().toLowerCase());

function remembered<T>(make: (text: string, cure?: Cure) => T): typeof make {
  const cache = new Map<string, T>();
  return (text, cure) => {
    const known = cache.get(text) ?? make(text, cure);
    // clients name units too: invented names must not fill the memory
    if (known !== undefined && cache.size < 5000) cache.set(text, known);
    return known;
  };
}

function unitOfSymbols(text: string, { exact, atom }: Tables): Unit {
  const key = checked(text);
  if (key === "" || key === "1") return plainUnit({});
  const whole = exact.get(key);
  if (whole) return whole;
  const [, one, many = `${one}s`] = noun.exec(text.trim()) ?? [];
  if (one) return { ...plainUnit({ [`only ${one}`]: 1 }), text, plain: true, symbol: one, plural: many };
  return combine(parseProduct(key, atom), text, pretty(text));
}

/** The units that a text with names may mean: one, or all that share its name. */
function unitsOfNames(text: string, tables: Tables, cureOf: Cure = () => ""): Unit[] {
  const key = checked(text);
  const named = tables.spellings().of(spoken(text).toLowerCase());
  if (named.length > 0) return named;
  const phrase = parseProduct(key, tables.atom, { spoken, leading: (rest) => leadingUnit(rest, tables), cureOf });
  return [tables.exact.get(phrase.text) ?? combine(phrase, phrase.text, pretty(phrase.text))];
}

function checked(text: string): string {
  return text.length > 100 ? failFormula("A unit is at most 100 characters long.", { code: "unknown-unit" }) : normalize(text);
}

const fewWords = /^[^\s\d*/^().+-][^\s*/^()]*(?: [^\s*/^()]+){0,3}/;
/** The unit that most of the first words name, or that the first is the symbol of. */
function leadingUnit(rest: string, { atom, spellings }: Tables): { unit: Unit; length: number } | undefined {
  const words = fewWords.exec(rest)?.[0].split(" ") ?? [];
  for (let count = words.length; count > 0; count--) {
    const text = words.slice(0, count).join(" ");
    const symbol = count === 1 ? atom(text) : undefined;
    const [unit, ...others] = symbol ? [symbol] : spellings().of(text.toLowerCase());
    if (unit) return others.length > 0 ? ambiguous(text, [unit, ...others]) : { unit, length: text.length };
  }
  return undefined;
}

function ambiguous(text: string, units: Unit[]): never {
  return failFormula(`"${text}" may be more than one unit: write ${units.map((unit) => `"${unit.text}"`).join(" or ")}.`, {
    code: "unknown-unit",
  });
}

/** What may cure an unknown word: the sign of a power, or the one name that is near and fits the field. */
function cureOf(word: string, text: string, { tables, wanted }: { tables: Tables; wanted: Unit | undefined }): string {
  const [, base = "", exponent] = /^(\D+)(\d)$/.exec(word) ?? [];
  if (base && tables.atom(base)) return ` A power is written ${base}^${exponent}.`;
  const corrected = (name: string) =>
    attempt(() =>
      unitsOfNames(
        spoken(text).replace(word, () => name),
        tables,
      ),
    ) ?? [];
  const name = tables.spellings().near(word, (each) => !wanted || corrected(each).some((unit) => converts(unit, wanted)));
  return name === undefined ? "" : ` Did you mean "${name}"?`;
}

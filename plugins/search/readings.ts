// What stands in a query is used, where it can mean one thing only: "5 ft in cm" is a conversion, "MMXXVI" a Roman numeral, and
// "bmi 70kg 1.75m" fills the inputs of what the words find.
import type { Calculator, InputSchema, Reading, Unit } from "formulary";
import { attempt, firstUnit, sameDimension, type Units } from "formulary/compiler";
import { type Quantity, readQuantities, unitOf } from "./quantities.ts";

const longest = 200;
/** "3 in in cm" has two words that may stand between units. */
const mostSplits = 4;
/** So many of the best hits are filled. */
const mostFilled = 3;

/** The calculators that a query opens with its own inputs: found by these, or of `hits`, which its words found. */
export function readingsOf(query: string, hits: Calculator[], { all, units }: { all: Calculator[]; units: Units }): Reading[] {
  if (query.length > longest) return [];
  const text = query
    .trim()
    .replace(/[\s?=.!]+$/, "")
    .replace(/^(?:what(?:'s| is| are)|how much (?:is|are)|convert|calculate)\s+/i, "");
  const conversion = conversionOf(text, all, units);
  if (conversion) return [conversion];
  const byText = (hits.length === 0 ? all : hits.slice(0, mostFilled)).flatMap((calculator) =>
    recognized(text, calculator, calculator === hits[0]),
  );
  if (byText.length > 0 || !/\d/.test(text)) return byText;
  const { quantities } = readQuantities(text, units);
  return hits.slice(0, mostFilled).flatMap((calculator, at) => filled(quantities, calculator, { units, isFirst: at === 0 }));
}

const today = () => new Date().toISOString().slice(0, 10);
/** A reading with inputs that the calculator accepts. */
function accepted(calculator: Calculator, inputs: Record<string, unknown>): Reading[] {
  return attempt(() => calculator.run(calculator.validate(inputs, today()))) ? [{ calculator, inputs }] : [];
}

const manyIn = /^how many (.+?) (?:are there in|are in|is in|make up|make|in|is|are) (.+)$/i;
/** "5 ft 6 in to m", "kg in lbs" (of one), "how many cups are in 2 liters". */
function conversionOf(text: string, all: Calculator[], units: Units): Reading | undefined {
  const [, wanted, given] = manyIn.exec(text) ?? [];
  const splits = [...text.matchAll(/\s+(?:to|in|into|as|=)(?=\s)/gi)]
    .slice(0, mostSplits)
    .map(({ index, 0: word }): [string, string] => [text.slice(0, index), text.slice(index + word.length)]);
  if (wanted && given) splits.unshift([given, wanted]);
  const converters = splits.length > 0 ? all.filter((each) => each.converts) : [];
  for (const [amount, target] of splits) {
    const [from, name] = [amountOf(amount, units), target.trim()];
    const to = { unit: unitOf(name, units, from.unit), name };
    if (from.name) from.unit = unitOf(from.name, units, to.unit);
    for (const choiceOf of [choiceByUnit, choiceByLetters])
      for (const converter of converters) {
        const [source, result] = [choiceOf(converter, from), choiceOf(converter, to)];
        if (source && result && source !== result) return accepted(converter, { value: from.value, from: source, to: result })[0];
      }
  }
  return undefined;
}

const article = /^(?:an?|one)\s+/i;
interface NamedUnit {
  unit?: Unit | undefined;
  /** As it was written, where it is known only beside another one, or not at all. */
  name?: string;
}
/** A number with its unit; without a number one of it. */
function amountOf(text: string, units: Units): NamedUnit & { value: number } {
  const { quantities, rest } = readQuantities(text, units);
  const [only, ...others] = quantities;
  if (!only) return { value: 1, name: text.trim().replace(article, "") };
  if (others.length > 0) return { value: only.value };
  return only.unit && rest.length === 0 ? { value: only.value, unit: only.unit } : { value: only.value, name: rest.join(" ") };
}

const choiceByUnit = ({ converts = [] }: Calculator, { unit }: NamedUnit) => unit && converts.find((symbol) => symbol === unit.text);
const letters = (text: string) => text.toLowerCase().replace(/[^a-z]/g, "");
/** "f" among temperatures is °F, though it is no unit by itself, and "F" the farad. */
const choiceByLetters = ({ converts = [] }: Calculator, { unit, name = unit?.text ?? "" }: NamedUnit) =>
  symbolLike.test(name)
    ? converts.find((symbol) => symbol.length <= name.length + 2 && !/[\^²³]/.test(symbol) && letters(symbol) === letters(name))
    : undefined;
const symbolLike = /^[^\s\d]{1,12}(\d+[^\s\d]{1,4})?$/;

// letters with digits, several points, capitals: no ordinary word
const code = /\d\p{L}|\p{L}\d|\d\.\d+\.\d|\p{Lu}{2}/u;
/** A text that a calculator recognizes: the one code of a query, or all of it where it has several; for the best hit also the one number. */
function recognized(text: string, calculator: Calculator, isFirst: boolean): Reading[] {
  const { recognizes } = calculator;
  if (!recognizes) return [];
  const words = text.split(/\s+/);
  const codes = words.filter((word) => code.test(word));
  const [number, ...others] = isFirst && codes.length === 0 ? words.filter((word) => /^\d+$/.test(word)) : [];
  const meant = number && others.length === 0 && words.length > 1 ? number : codes.length === 1 ? codes[0] : text;
  return number || codes.length > 0 ? accepted(calculator, { [recognizes]: meant }) : [];
}

/** Every number in the one input that it can be, and no required input left. */
function filled(quantities: Quantity[], calculator: Calculator, { units, isFirst }: { units: Units; isFirst: boolean }): Reading[] {
  const { properties = {}, required = [] }: Partial<InputSchema> = calculator.definition.inputs ?? {};
  if (calculator.converts || quantities.length === 0) return [];
  const numbers = Object.entries(properties).filter(([, { type }]) => type === "number" || type === "integer");
  const inputs: Record<string, unknown> = {};
  const bare = quantities.filter(({ unit }) => !unit);
  for (const { value, unit } of quantities) {
    if (!unit) continue;
    const fitting = numbers.filter(([, schema]) => fits(unit, schema, units)).map(([name]) => name);
    const needed = fitting.filter((name) => required.includes(name));
    const [name, ...others] = needed.length > 0 ? needed : fitting;
    if (!name || others.length > 0 || Object.hasOwn(inputs, name)) return [];
    const declared = properties[name]!.unit;
    inputs[name] = unit.text === declared || unit.leading ? value : { value, unit: unit.text };
  }
  const left = numbers.filter(([name]) => required.includes(name) && !Object.hasOwn(inputs, name));
  if (bare.length > 0) {
    const [only] = left;
    if (!isFirst || bare.length > 1 || left.length !== 1 || !isBare(only![1])) return [];
    inputs[only![0]] = bare[0]!.value;
  }
  return required.every((name) => Object.hasOwn(inputs, name)) ? accepted(calculator, inputs) : [];
}

const isBare = ({ unit }: InputSchema): boolean => unit === undefined || unit === "currency";
function fits(unit: Unit, { unit: declared }: InputSchema, units: Units): boolean {
  if (declared === undefined) return false;
  const own = unitOf(firstUnit(declared), units);
  if (!own) return false;
  // shares, counts and decibels are all numbers of dimension 1: only the same unit is surely meant
  return Object.keys(own.dimension).length === 0 ? own.text === unit.text : sameDimension(own.dimension, unit.dimension);
}

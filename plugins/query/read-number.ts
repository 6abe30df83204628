// Reads numbers as people type them. Text that could mean two numbers is refused; where it was not plain, the form says
// how it was read.
import { CalcError, type Unit } from "formulary";
import { converts, type Environment, unitInWords } from "formulary/compiler";
import { readQuantities } from "../search/index.ts";

/** The field that a number is typed into: its declared unit, and the substance by which units may convert. */
export interface NumberField {
  unit: string;
  substance?: string | undefined;
  environment: Environment;
}
/** The number that a text means, with a sentence about it where the text was not plain; or the error to show. */
export type NumberReading =
  | { value: number | { value: number; unit: string }; interpretation?: string; error?: undefined }
  | { error: string };

const plain = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const currencySign = /^([+-]?)\s*(?:[$€£¥₹]|USD|EUR|GBP)\s*/;
const grouped = /^([+-]?)(\d{1,3}(?:([, '’_])\d{3})(?:\3\d{3})*)(\.\d+)?/;
const ungrouped = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/i;
const fraction = /^([+-]?)(?:(\d{1,9})\s+)?(\d{1,9})\s*[/⁄]\s*(\d{1,9})/;
const powers: Record<string, number> = { k: 1e3, K: 1e3, thousand: 1e3, M: 1e6, million: 1e6, bn: 1e9, B: 1e9, billion: 1e9 };

const sum = /^\d+(?:\.\d+)?(?:\s*\+\s*\d+(?:\.\d+)?|\s+-\s+\d+(?:\.\d+)?)+$/;

/** Reads "1,000", "1 000", "$5", "5%", "2.5k", "1 1/2", "100 + 50", "154 lb", "5'9\"", "1 h 30 min"; the error of an ambiguous text says what to write. */
export function readNumber(text: string, field: NumberField): NumberReading {
  const typed = text
    .trim()
    .replace(/[\u2212\u2013]/g, "-")
    .replace(/[\u00a0\u2007\u2009\u202f]/g, " ");
  if (plain.test(typed)) return { value: Number(typed) };
  if (sum.test(typed)) return interpreted(sumOf(typed), isMoneyUnit(field.unit) ? "" : field.unit);
  const isMoney = isMoneyUnit(field.unit);
  const withoutSign = isMoney ? typed.replace(currencySign, "$1") : typed;
  const number = leadingNumber(withoutSign);
  if (!number) return { error: `“${shortened(text)}” is not a number.` };
  const suffix = withoutSign.slice(number.length).trim();
  if (/^[.,]\d/.test(suffix)) return { error: decimalPointError(typed) };
  return suffix === "" ? interpreted(number.value, isMoney ? "" : field.unit) : withSuffix(number.value, { suffix, text: typed }, field);
}

/** Whether a unit is money, or money per something. */
export const isMoneyUnit = (unit: string): boolean => /^(currency|[A-Z]{3}|[$€£¥₹])(?=$|[*/ ])/.test(unit);

/** The number at the start of a text, and how many characters it takes. */
function leadingNumber(text: string): { value: number; length: number } | undefined {
  const parts = fraction.exec(text);
  if (parts) {
    const [whole, sign = "", units = "0", over = "0", under = "1"] = parts;
    const value = Number(units) + Number(over) / Number(under);
    return Number.isFinite(value) ? { value: sign === "-" ? -value : value, length: whole.length } : undefined;
  }
  const groups = grouped.exec(text);
  // "1,0000" has a group of four digits: not a thousands separator
  if (groups && !/^\d/.test(text.slice(groups[0].length)))
    return { value: Number(groups[0].replace(/[, '’_]/g, "")), length: groups[0].length };
  const [digits] = ungrouped.exec(text) ?? [];
  return digits ? { value: Number(digits), length: digits.length } : undefined;
}

const sumOf = (text: string): number =>
  (text.replace(/\s/g, "").match(/[+-]?[\d.]+/g) ?? []).reduce((total, each) => total + Number(each), 0);

/** A quantity in two units, in the smaller one: "5'9\"", "5 ft 9 in", "12 stone 4 lb", "1h 30m". */
function inTwoUnits({ unit, substance, environment }: NumberField, text: string): { value: number; unit: string } | undefined {
  const { units, substances } = environment;
  const declared = units.parse(unit);
  const isTime = converts(declared, units.parse("s"), undefined);
  const { quantities, rest } = readQuantities(
    isTime ? text.replace(/(\d)\s*h(?:ours?)?\s*(\d+)\s*m?(?:in)?$/i, "$1 h $2 min") : text,
    units,
  );
  const [only, more] = quantities;
  if (!only?.unit || more || rest.length > 0) return undefined;
  return converts(only.unit, declared, substance === undefined ? undefined : substances[substance])
    ? { value: only.value, unit: only.unit.text }
    : undefined;
}

function withSuffix(value: number, { suffix, text: typedText }: { suffix: string; text: string }, field: NumberField): NumberReading {
  const { unit } = field;
  if (suffix === "%") {
    if (unit === "%") return { value };
    if (unit === "") return { value: value / 100, interpretation: `Read as ${format(value / 100)}` };
    return { error: `This field takes ${unitName(unit)}, not a percentage.` };
  }
  const whole = unit === "" || !/\d/.test(suffix) ? undefined : inTwoUnits(field, typedText);
  if (whole) return { value: whole, interpretation: `Read as ${format(whole.value)} ${unitInWords(whole.unit)}` };
  const typed = unit === "" ? undefined : fittingUnit(suffix, field);
  if (typed) return { value: { value, unit: typed.text }, interpretation: `Read as ${format(value)} ${suffix}` };
  const power = Object.hasOwn(powers, suffix) ? powers[suffix] : undefined;
  if (power) return interpreted(value * power, /^currency/.test(unit) ? "" : unit);
  return { error: `“${shortened(suffix)}” is no unit that fits here: write the number alone${unit ? ` (${unitName(unit)})` : ""}.` };
}

/** The unit that a text names, where it converts to the one of the field. */
function fittingUnit(text: string, { unit, substance, environment }: NumberField): Unit | undefined {
  const declared = environment.units.parse(unit);
  try {
    const typed = environment.units.parse(text, declared);
    return converts(typed, declared, substance === undefined ? undefined : environment.substances[substance]) ? typed : undefined;
  } catch (error) {
    if (error instanceof CalcError) return undefined;
    throw error;
  }
}

const interpreted = (value: number, unit: string): NumberReading => ({
  value: Number(value.toPrecision(15)),
  interpretation: `Read as ${format(value)}${unit ? ` ${unitInWords(unit)}` : ""}`,
});
const format = (value: number): string => value.toLocaleString("en", { maximumSignificantDigits: 12 });
const unitName = (unit: string) => (/^currency$/.test(unit) ? "an amount of money" : String(unitInWords(unit)));
const shortened = (text: string) => (text.length > 30 ? `${text.slice(0, 30)}…` : text);

/** "12,5" may be a decimal or a wrong thousands separator, so the error shows the number with a point. */
function decimalPointError(typed: string): string {
  const point = typed.replaceAll(/[. ]/g, "").replace(",", ".");
  return `Write ${plain.test(point) ? point : "decimals"} with a point; commas and spaces separate thousands only (1,000).`;
}

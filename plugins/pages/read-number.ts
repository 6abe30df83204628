// A number as people type it: read where it can mean one thing only, and said back where it was not plain.
import { CalcError } from "formulary";
import { convert, type Shared } from "formulary/compiler";

/** What a typed number must fit: the declared unit of its field, and the substance by which it may convert. */
export interface Wanted {
  unit: string;
  substance?: string | undefined;
  shared: Shared;
}
export type Heard = { value: number | { value: number; unit: string }; heard?: string; error?: undefined } | { error: string };

const plain = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const leading = /^([+-]?)\s*(?:[$€£¥₹]|USD|EUR|GBP)\s*/;
const grouped = /^([+-]?)(\d{1,3}(?:([, '’_])\d{3})(?:\3\d{3})*)(\.\d+)?/;
const single = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/i;
const fraction = /^([+-]?)(?:(\d{1,9})\s+)?(\d{1,9})\s*[/⁄]\s*(\d{1,9})/;
const powers: Record<string, number> = { k: 1e3, K: 1e3, thousand: 1e3, M: 1e6, million: 1e6, bn: 1e9, B: 1e9, billion: 1e9 };

/** Reads "1,000", "1 000", "$5", "5%", "2.5k", "1 1/2", "154 lb"; what may mean two things is refused with both. */
export function readNumber(text: string, wanted: Wanted): Heard {
  const typed = text
    .trim()
    .replace(/[\u2212\u2013]/g, "-")
    .replace(/[\u00a0\u2007\u2009\u202f]/g, " ");
  if (plain.test(typed)) return { value: Number(typed) };
  const money = /^(currency|[A-Z]{3}|[$€£¥₹])(?=$|[*/ ])/.test(wanted.unit);
  const bare = money ? typed.replace(leading, "$1") : typed;
  const head = headOf(bare);
  if (!head) return { error: `“${shortened(text)}” is not a number.` };
  const rest = bare.slice(head.length).trim();
  if (/^[.,]\d/.test(rest)) return { error: ambiguous(typed) };
  return rest === "" ? said(head.value, wanted.unit, money) : withSuffix(head.value, rest, wanted);
}

interface Head {
  value: number;
  length: number;
}
function headOf(text: string): Head | undefined {
  const parts = fraction.exec(text);
  if (parts) {
    const [whole, sign = "", units = "0", over = "0", under = "1"] = parts;
    const value = Number(units) + Number(over) / Number(under);
    return Number.isFinite(value) ? { value: sign === "-" ? -value : value, length: whole.length } : undefined;
  }
  const groups = grouped.exec(text);
  // "1,0000" has a group of four: it is read by nobody
  if (groups && !/^\d/.test(text.slice(groups[0].length)))
    return { value: Number(groups[0].replace(/[, '’_]/g, "")), length: groups[0].length };
  const [digits] = single.exec(text) ?? [];
  return digits ? { value: Number(digits), length: digits.length } : undefined;
}

function withSuffix(value: number, rest: string, wanted: Wanted): Heard {
  if (rest === "%") {
    if (wanted.unit === "%") return { value };
    if (wanted.unit === "") return { value: value / 100, heard: `Read as ${shown(value / 100)}` };
    return { error: `This field takes ${unitName(wanted.unit)}, not a percentage.` };
  }
  if (wanted.unit !== "" && converts(rest, wanted)) return { value: { value, unit: rest }, heard: `Read as ${shown(value)} ${rest}` };
  const power = Object.hasOwn(powers, rest) ? powers[rest] : undefined;
  if (power) return said(value * power, wanted.unit, /^currency/.test(wanted.unit));
  return {
    error: `“${shortened(rest)}” is no unit that fits here: write the number alone${wanted.unit ? ` (${unitName(wanted.unit)})` : ""}.`,
  };
}

function converts(unit: string, { unit: declared, substance, shared }: Wanted): boolean {
  try {
    convert(1, shared.units.parse(unit), shared.units.parse(declared), substance === undefined ? undefined : shared.substances[substance]);
    return true;
  } catch (error) {
    if (error instanceof CalcError) return false;
    throw error;
  }
}

const said = (value: number, unit: string, money: boolean): Heard => ({
  value: Number(value.toPrecision(15)),
  heard: `Read as ${shown(value)}${unit && !money ? ` ${unit}` : ""}`,
});
const shown = (value: number): string => value.toLocaleString("en", { maximumSignificantDigits: 12 });
const unitName = (unit: string) => (/^currency$/.test(unit) ? "an amount of money" : unit);
const shortened = (text: string) => (text.length > 30 ? `${text.slice(0, 30)}…` : text);

/** "12,5" may be twelve and a half or a slip: both readings are offered. */
function ambiguous(typed: string): string {
  const point = typed.replaceAll(/[. ]/g, "").replace(",", ".");
  return `Write ${plain.test(point) ? point : "decimals"} with a point; commas and spaces separate thousands only (1,000).`;
}

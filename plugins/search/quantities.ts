// The numbers of a query, with their units: "5 ft 10 in", "70kg", "15 percent", "$80".
import type { Unit } from "formulary";
import { attempt, sameDimension, type Units } from "formulary/compiler";

/** A number of a query; `unit` where one follows it that is known. */
export interface Quantity {
  value: number;
  unit?: Unit;
}
/** The numbers of a query in their order, and the words that are no part of them. */
export interface ReadQuery {
  quantities: Quantity[];
  rest: string[];
}

const number = /^([$€£]?)([+-]?)(\d{1,3}(?:,\d{3})+(?!\d)|\d+)(\.\d+)?(?:\s+(\d{1,3})\/(\d{1,3})|\/(\d{1,3}))?/;
// words that are units too, and after a number mostly something else ("80 in three parts")
const ambiguous = /(?:^|\s)(a|an|at|as|be|by|in|is|of|on|or|to|and|for|x)(?=\s|$)/i;
// "in" is inches before the next number too ("5 ft 10 in 180 lb")
const inchesEnd = /^\s*([\d,;?]|$)/;
const mostUnitWords = 3;
const longestUnit = 60;

/** The unit of a text, where it is one; a name of several units is the one that converts to `wanted`. */
export const unitOf = (text: string, units: Units, wanted?: Unit): Unit | undefined => attempt(() => units.parse(text, wanted));

/** Sorts a query into numbers with units and other words. */
export function readQuantities(query: string, units: Units): ReadQuery {
  const read: ReadQuery = { quantities: [], rest: [] };
  // 5'10" and 6"
  let text = query.replace(/(\d)\s*['′]\s*(\d[\d.]*)\s*(?:"|″|'')?/g, "$1 ft $2 in ").replace(/(\d)\s*["″]/g, "$1 in ");
  let follows = false;
  while ((text = text.replace(/^[\s,;]+/, ""))) {
    const found = number.exec(text);
    if (found) {
      const after = unitAfter(text.slice(found[0].length), units);
      add(
        read.quantities,
        { value: numberOf(found), ...(found[1] ? { unit: units.parse("$") } : after.unit && { unit: after.unit }) },
        follows,
      );
      text = text.slice(found[0].length + after.length);
      follows = true;
      continue;
    }
    const [word] = /^\S+/.exec(text)!;
    if (word !== "and") {
      read.rest.push(word);
      follows = false;
    }
    text = text.slice(word.length);
  }
  return read;
}

function numberOf([, , sign, whole, decimals = "", above, below, over]: RegExpExecArray): number {
  const value = Number(whole!.replaceAll(",", "") + decimals);
  const full = over ? value / Number(over) : value + (above ? Number(above) / Number(below) : 0);
  return sign === "-" ? -full : full;
}

/** The longest unit at the start of a text. */
function unitAfter(text: string, units: Units): { unit?: Unit; length: number } {
  const ends = [...text.slice(0, longestUnit).matchAll(/[^\s,;?]+/g)].map(({ index, 0: word }) => index + word.length);
  for (const end of ends.slice(0, mostUnitWords).reverse()) {
    const name = text.slice(0, end).replace(/^[\s-]/, "");
    const isWord = ambiguous.test(name) && (/\s/.test(name) || !(name === "in" ? inchesEnd : /^\s*$/).test(text.slice(end)));
    if (isWord || /^\d|\s[\d.+-]/.test(name)) continue;
    const unit = unitOf(name, units);
    if (unit) return { unit, length: end };
  }
  return { length: 0 };
}

/** "5 ft 10 in" is one length: the smaller unit takes it whole. */
function add(quantities: Quantity[], next: Quantity, follows: boolean): void {
  const last = quantities.at(-1);
  const [large, small] = [last?.unit, next.unit];
  if (!follows || !large || !small || !sameDimension(large.dimension, small.dimension) || large.factor <= small.factor)
    quantities.push(next);
  else if (large.offset === 0 && small.offset === 0) {
    const times = Number((large.factor / small.factor).toPrecision(12));
    quantities.splice(-1, 1, { value: last!.value * times + next.value, unit: small });
  }
}

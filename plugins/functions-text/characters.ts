// Texts as characters: cutting, finding, replacing, counting. A character is a Unicode code point.
import type { FunctionEntry, Functions, Value } from "formulary";
import { entry, failFormula, failText, toList, toText, wholeNumber } from "formulary/functions";
import { perElement } from "./arguments.ts";
import { lengthMade, lengthOf, longest } from "./costs.ts";

const ofText = (name: string, one: (text: string) => Value) => perElement(name, (value) => one(toText(value, name)));

function split(text: Value, separator?: Value): string[] {
  const source = toText(text, "split");
  if (separator === undefined) return source.split(/[\s,;]+/).filter((part) => part !== "");
  const by = toText(separator, "split");
  return by === "" ? [...source] : source.split(by);
}

function slice(text: Value, from: Value, to?: Value): string {
  const range: [number, number] = [-longest, longest];
  const end = to === undefined ? undefined : wholeNumber(to, "slice", range);
  return [...toText(text, "slice")].slice(wholeNumber(from, "slice", range), end).join("");
}

function replace(text: Value, old: Value, by: Value): string {
  const [source, search, replacement] = [toText(text, "replace"), toText(old, "replace"), toText(by, "replace")];
  if (search === "") failFormula("replace needs a text that is not empty to look for.");
  const parts = source.split(search);
  if (source.length + (parts.length - 1) * (replacement.length - search.length) > longest)
    failFormula(`replace makes a text above ${longest} characters.`);
  return parts.join(replacement);
}

function repeat(text: Value, times: Value): string {
  const [source, n] = [toText(text, "repeat"), wholeNumber(times, "repeat", [0])];
  return source.length * n > longest ? failFormula(`repeat makes a text above ${longest} characters.`) : source.repeat(n);
}

function pad(name: string, join: (text: string, padding: string) => string) {
  return (value: Value, length: Value, filling: Value = " "): string => {
    const text = typeof value === "number" ? String(value) : toText(value, name);
    const fill = [...toText(filling, name)];
    if (fill.length === 0) failFormula(`${name} needs a text to fill with that is not empty.`);
    const missing = Math.max(0, wholeNumber(length, name, [0, longest]) - [...text].length);
    const whole = Math.floor(missing / fill.length);
    return join(text, fill.join("").repeat(whole) + fill.slice(0, missing - whole * fill.length).join(""));
  };
}

const longestOf = (value: Value): number => [value].flat().reduce<number>((most, each) => Math.max(most, lengthOf(each)), 0);

/** The cost of a text that is longer than those it is made of. */
const costOfMade = (size: Value, ...others: Value[]): number =>
  10 + lengthMade(size, ...others) / 10 + 5 * Math.max(0, ...[size, ...others].map((value) => (Array.isArray(value) ? value.length : 0)));

function padding(name: string, place: string, example: [string, Value], join: (text: string, padding: string) => string): FunctionEntry {
  const summary = `A text or number filled at the ${place} to a length, with spaces or with another text.`;
  return {
    ...entry("text length filling?", summary, example, "text", perElement(name, pad(name, join))),
    cost: (text: Value, length: Value, filling: Value = "") =>
      (lengthOf(text) + lengthOf(filling)) / 20 + costOfMade(length, text, filling),
  };
}

function code(value: Value): number {
  const text = toText(value, "code");
  return text === "" ? failText("The code of an empty text does not exist.") : text.codePointAt(0)!;
}
function character(value: Value): string {
  const point = wholeNumber(value, "character", [0, 0x10ffff]);
  return point >= 0xd800 && point <= 0xdfff ? failFormula(`${point} is half of a pair and no character.`) : String.fromCodePoint(point);
}

function textOfBytes(value: Value): string {
  const bytes = toList(value, "textOfBytes").map((byte) => wholeNumber(byte, "textOfBytes", [0, 255]));
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(new Uint8Array(bytes));
  } catch {
    return failText("These bytes are not a text in UTF-8.");
  }
}

function occurrences(text: Value, part: Value): number {
  const search = toText(part, "occurrences");
  return search === ""
    ? failFormula("occurrences needs a text that is not empty to look for.")
    : toText(text, "occurrences").split(search).length - 1;
}
function textPosition(text: Value, part: Value): number {
  const source = toText(text, "textPosition");
  const at = source.indexOf(toText(part, "textPosition"));
  return at < 0 ? -1 : [...source.slice(0, at)].length;
}

/** Functions that cut, find, replace and count characters. */
export const characters: Functions = {
  split: entry(
    "text separator?",
    "The parts of a text as a list; without separator, split at white space, commas and semicolons and without empty parts.",
    ['split("a b,c")', ["a", "b", "c"]],
    "texts",
    split,
  ),
  slice: entry(
    "text from to?",
    "The characters from one position up to another, which is not included; the first is 0, negative positions count from the end.",
    ['slice("abcd", 1, 3)', "bc"],
    "text",
    perElement("slice", slice),
  ),
  trim: entry(
    "text",
    "The text without white space at both ends.",
    ['trim(" a ")', "a"],
    "text",
    ofText("trim", (text) => text.trim()),
  ),
  replace: {
    ...entry(
      "text old new",
      "The text with every occurrence of a text replaced by another.",
      ['replace("a-b-c", "-", "")', "abc"],
      "text",
      perElement("replace", replace),
    ),
    cost: (text: Value, old: Value, by: Value) =>
      lengthOf(text) / 20 + costOfMade(longestOf(text) * Math.max(1, longestOf(by)), text, old, by),
  },
  repeat: {
    ...entry("text times", "A text repeated a number of times.", ['repeat("ab", 2)', "abab"], "text", perElement("repeat", repeat)),
    cost: (text: Value, times: Value) => {
      const size = longestOf(text);
      const sizes = [times].flat().map((each) => Number(each) * size);
      return costOfMade(sizes, text);
    },
  },
  startsWith: entry(
    "text start",
    "Whether a text starts with another; case matters.",
    ['startsWith("abc", "ab")', true],
    "condition",
    perElement("startsWith", (text, start) => toText(text, "startsWith").startsWith(toText(start, "startsWith"))),
  ),
  endsWith: entry(
    "text end",
    "Whether a text ends with another; case matters.",
    ['endsWith("abc", "bc")', true],
    "condition",
    perElement("endsWith", (text, end) => toText(text, "endsWith").endsWith(toText(end, "endsWith"))),
  ),
  padStart: padding("padStart", "front", ['padStart(7, 3, "0")', "007"], (text, more) => more + text),
  padEnd: padding("padEnd", "end", ['padEnd("ab", 4, ".")', "ab.."], (text, more) => text + more),
  reverseText: entry(
    "text",
    "The characters of a text in reverse order.",
    ['reverseText("abc")', "cba"],
    "text",
    ofText("reverseText", (text) => [...text].reverse().join("")),
  ),
  code: entry("text", "The Unicode code point of the first character.", ['code("A")', 65], "plain", perElement("code", code)),
  character: entry(
    "code",
    "The character of a Unicode code point.",
    ["character(65)", "A"],
    "numberText",
    perElement("character", character),
  ),
  bytes: entry(
    "text",
    "The bytes of a text in UTF-8, as a list of numbers from 0 to 255.",
    ['bytes("é")', [195, 169]],
    "countList",
    (text: Value) => [...new TextEncoder().encode(toText(text, "bytes"))],
  ),
  textOfBytes: entry("bytes", "The text of a list of UTF-8 bytes.", ["textOfBytes([195, 169])", "é"], "text", textOfBytes),
  characterCount: entry(
    "text",
    "How many characters (Unicode code points) a text has; an emoji with a modifier counts as several.",
    ['characterCount("naïve")', 5],
    "plain",
    ofText("characterCount", (text) => [...text].length),
  ),
  occurrences: entry(
    "text part",
    "How often a text occurs in another, without overlaps; case matters.",
    ['occurrences("banana", "an")', 2],
    "plain",
    perElement("occurrences", occurrences),
  ),
  textPosition: entry(
    "text part",
    "The position of a text in another (0 for the first character), -1 where it is absent; case matters.",
    ['textPosition("banana", "nan")', 2],
    "plain",
    perElement("textPosition", textPosition),
  ),
};

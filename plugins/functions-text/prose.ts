// Words, sentences and lines of texts, and the distance between two texts.
import type { Functions, Value } from "formulary";
import { entry, toText } from "formulary/functions";
import { perElement } from "./arguments.ts";
import { lengthOf } from "./costs.ts";

/** A word: letters, marks and digits of any script, with inner apostrophes, hyphens, points or commas. */
const word = /[\p{L}\p{M}\p{N}]+(?:(?:['’‐-]|(?<=\p{N})[.,](?=\p{N}))[\p{L}\p{M}\p{N}]+)*/gu;

/** Functions that read a text as words, sentences and lines. */
export const prose: Functions = {
  words: entry(
    "text",
    "The words of a text as a list: letters and digits of any script, with inner apostrophes and hyphens (don't, well-known).",
    ['words("Don\'t stop, well-known 3.5!")', ["Don't", "stop", "well-known", "3.5"]],
    "texts",
    (text: Value) => toText(text, "words").match(word) ?? [],
  ),
  sentences: entry(
    "text",
    "The sentences of a text as a list, each ending with . ! ? or … before white space; an abbreviation also ends a sentence.",
    ['sentences("Is it? Yes. 3.5 of it")', ["Is it?", "Yes.", "3.5 of it"]],
    "texts",
    (text: Value) =>
      toText(text, "sentences")
        .split(/(?<=[.!?…。！？]["'”’)\]]{0,3})\s+|(?<=[。！？])/u)
        .map((sentence) => sentence.trim())
        .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence)),
  ),
  lines: entry(
    "text",
    "The lines of a text as a list, including empty ones.",
    ['lines("one line")', ["one line"]],
    "texts",
    (text: Value) => toText(text, "lines").split(/\r\n|\r|\n/),
  ),
  titleCase: entry(
    "text",
    "Every word with a capital first letter, and small letters after it.",
    ['titleCase("the OLD man")', "The Old Man"],
    "text",
    perElement("titleCase", (value) =>
      toText(value, "titleCase")
        .toLowerCase()
        .replace(/(^|[^\p{L}\p{M}\p{N}'’])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase()),
    ),
  ),
  levenshteinDistance: {
    ...entry(
      "first second",
      "The Levenshtein distance: the least number of characters to insert, delete or replace that turns one text into another.",
      ['levenshteinDistance("kitten", "sitting")', 3],
      "plain",
      (first: Value, second: Value) =>
        levenshteinDistance([...toText(first, "levenshteinDistance")], [...toText(second, "levenshteinDistance")]),
    ),
    cost: (first: Value, second: Value) => (lengthOf(first) * lengthOf(second)) / 10,
  },
};

// Wagner and Fischer, J. ACM 21 (1974) 168, one row at a time.
function levenshteinDistance(first: string[], second: string[]): number {
  let above = Array.from({ length: second.length + 1 }, (_, at) => at);
  first.forEach((letter, row) => {
    const line = [row + 1];
    for (let at = 0; at < second.length; at++)
      line.push(Math.min(line[at]! + 1, above[at + 1]! + 1, above[at]! + (letter === second[at] ? 0 : 1)));
    above = line;
  });
  return above.at(-1)!;
}

// Words as the search compares them: without accents, endings, and differences between British and American spelling.
import { stemmer } from "stemmer";

/** Words that people add and that distinguish nothing here. */
const fillers = new Set(
  (
    "a an and or of to from in into onto on at by with without between per for than then as if is are was were be been am being do does did done " +
    "the this that these those there here it its i me my mine we us our you your yours he she his her they them their " +
    "how what which when where why who whom whose can could should would will shall may might must need needs want wants have has had having " +
    "get gets give gives tell find finding show please just about so much many any some somebody someone anybody anyone something " +
    "calculator calculators calculate calculates calculating calculation calculations compute computing formula formulas online free tool app help vs versus"
  ).split(" "),
);

const american: [RegExp, string][] = [
  [/^(col|flav|lab|hum|behavi|fav|harb|vap|od|neighb|hon|tum)our/, "$1or"],
  [/(met|lit|cent|fib|theat|calib|meag)re(s?)$/, "$1er$2"],
  [/^tyre/, "tire"],
  [/^alumini/, "alumin"],
  [/^grey/, "gray"],
  [/^sulph/, "sulf"],
  [/^(an|leuk|hypervol|hyponatr|septic)aem/, "$1em"],
  [/^haem/, "hem"],
  [/^oe(st|d)/, "e$1"],
  [/^foet/, "fet"],
  [/^paed/, "ped"],
  [/^programme/, "program"],
  [/^cheque/, "check"],
  [/^mould/, "mold"],
  [/^plough/, "plow"],
  [/^instalment/, "installment"],
  [/([a-z]{3})is(e|es|ed|er|ing|ation|ations)$/, "$1iz$2"],
  [/yse(s|d|r)?$/, "yze$1"],
  [/ll(ed|ing|er)$/, "l$1"],
];

/** What words with different endings and spellings have in common. */
export function stemOf(word: string): string {
  // "news" is no plural of "new"
  if (/[^a-z]/.test(word) || word.length < 3 || word === "news") return word;
  return stemmer(american.reduce((text, [from, to]) => text.replace(from, to), word));
}

/** The words of a text in small letters, without accents. */
export function wordsOf(text: string): string[] {
  // most texts have plain letters only, for which the rest takes three times as long
  if (/^[ -~]*$/.test(text))
    return (
      text
        .toLowerCase()
        .replace(/'(?:s\b)?/g, "")
        .match(/[a-z0-9]+/g) ?? []
    );
  return (
    text
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      .replace(/['’](?:s\b)?/g, "")
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

const months =
  "january february march april may june july august september october november december jan feb apr jun jul aug sep sept oct nov dec";
const monthNames = new Set(months.split(" "));
/** Whether a word names a month: part of a date, as a number is. "may" is more often another word. */
export const isMonth = (word: string): boolean => word !== "may" && monthNames.has(word);
const month = `(?:${months.replaceAll(" ", "|")})`;
/** "1 January 2024", "1st of May", "March 3, 2024". */
const datePattern = new RegExp(
  `\\b(?:\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${month}|${month} \\d{1,2}(?:st|nd|rd|th)?)\\b(?:,? \\d{4}\\b)?`,
  "gi",
);

/** A text with the same number in place of each of its own ("00 percent of 00"); nothing where it has none. */
export function patternOf(text: string): string | undefined {
  const pattern = text
    .replace(/%/g, " percent ")
    .replace(datePattern, " 00 ")
    .replace(/\d+(?:[.,]\d+)*/g, " 00 ");
  return pattern.includes(" 00 ") && /\p{L}/u.test(pattern) ? pattern : undefined;
}

/** The words that say something; all where none does. */
export const tellingWords = (text: string): string[] => tellingOf(wordsOf(text));

/** The same of words. */
export function tellingOf(words: string[]): string[] {
  const telling = words.filter((word) => !fillers.has(word));
  return telling.length > 0 ? telling : words;
}

/** Neighbours written as one word, so that "ieee 754" is found as "ieee754" and "cha2ds2-vasc" as "cha2ds2vasc". */
export const joined = (words: string[]): string[] => words.slice(1).map((word, at) => words[at]! + word);

/** A text of a problem with "3 m/s²" as "3 m": what a quantity is measured by does not tell what is asked. Conversions are left as they are. */
export function withoutDenominators(text: string): string {
  if (/\b(?:to|in|into|as)\b/i.test(text)) return text;
  return text.replace(/(\d\s*[\p{L}°]{1,4}[²³]?)\/[\p{L}]{1,3}[²³\d]?(?![\p{L}\p{N}])/gu, "$1");
}

// Ranks calculators by the words of a query: each by its rarity, by where it stands, and by how surely it is meant.
import type { Search, SearchEntry } from "formulary";
import { byQuantity } from "./by-quantity.ts";
import { readingsOf } from "./readings.ts";
import { createVocabulary, type Meaning } from "./vocabulary.ts";
import { isMonth, joined, patternOf, tellingOf, tellingWords, withoutDenominators, wordsOf } from "./words.ts";

/** Weight of a word by the part of an entry it is in, and how many words such a part usually has. */
const parts = { title: [6, 3], aliases: [5, 3], questions: [3.5, 5], place: [1.2, 4], description: [1, 10] } as const;
type Part = keyof typeof parts;
/** An entry that has a whole phrase, and what that adds. */
interface Phrase {
  number: number;
  bonus: number;
}
interface Text {
  text: string;
  words: string[];
  telling: string[];
}
type Texts = Record<Part, Text[]>;
const readAll = (texts: string[]): Text[] =>
  texts.map((text) => {
    const words = wordsOf(text);
    return { text, words, telling: tellingOf(words) };
  });
/** A further part with the same word adds a little. */
const repetition = 0.1;
/** A match must have this share of the weight of the words of a query, of which at most `mostWeighed` count. */
const leastShare = 0.63;
/** Of two words without a quantity the rarer one alone weighs more than that when the other one is common, and is still half of what was meant. */
const leastShareOfTwo = 0.7;
const mostWeighed = 4;
/** How much of a word's weight counts where it is only mentioned, and from which weight in a part all of it. */
const passing = 0.5;
const named = 2.5;
/** A mistyped word weighs so much more than the one that it may mean, and a word without any meaning so much less than the rarest. */
const doubt = 1.3;
const unknown = 0.75;
const shortUnknown = 0.6;
/** What a word weighs in the title of an input or output, and from how many words on a query is a problem that may name some. */
const fieldWeight = 0.8;
const wordsOfProblem = 4;
/** A match this much weaker than the best one is noise. */
const weakest = 0.25;
/** The rarest words of a long query decide. */
const mostWords = 24;
/** What a query that is a whole title, alias or question adds, in units of the query's weight. */
const wholeBonus = { title: 4, aliases: 4, questions: 3 };

interface Entry {
  slug: string;
  popularity: number;
  stems: string[];
  fieldStems: string[];
  /** Title, aliases and questions. */
  phrases: string[];
}

/** Makes an empty search; it follows the catalogue by `update`. */
export function createSearch(): Search {
  const vocabulary = createVocabulary();
  const fieldVocabulary = createVocabulary();
  const entries: (Entry | undefined)[] = [];
  const numbers = new Map<string, number>();
  /** Whole titles, aliases and questions: entry numbers with what each adds. */
  const phrases = new Map<string, Phrase[]>();
  let size = 0;
  // indexed on the first search, or by `settle`: a start need not wait for it; the last change of a slug counts
  const queued = new Map<string, SearchEntry | undefined>();

  const takeIn = ([slug, added]: [string, SearchEntry | undefined]) => {
    queued.delete(slug);
    const number = numbers.get(slug) ?? entries.push(undefined) - 1;
    numbers.set(slug, number);
    const before = entries[number];
    if (before) {
      vocabulary.remove(number, before.stems);
      fieldVocabulary.remove(number, before.fieldStems);
      for (const phrase of before.phrases)
        phrases.set(
          phrase,
          (phrases.get(phrase) ?? []).filter((each) => each.number !== number),
        );
      size--;
    }
    entries[number] = added && put(number, added);
    if (added) size++;
  };
  const put = (number: number, { calculator, place }: SearchEntry): Entry => {
    const { slug, title, description, aliases, questions, popularity, fields } = calculator;
    const texts: Texts = {
      title: readAll([title]),
      aliases: readAll([...aliases, slug.replaceAll("-", " ")]),
      questions: readAll(questions),
      place: readAll([place]),
      description: readAll([description]),
    };
    const stems = vocabulary.put(number, weightsOf(texts));
    const named = new Map(tellingWords(fields.join(" ")).map((word) => [word, fieldWeight]));
    const fieldStems = fieldVocabulary.put(number, named);
    const written = (["questions", "aliases", "title"] as const).flatMap((part) =>
      texts[part].flatMap(({ text, telling }) => {
        const pattern = patternOf(text);
        const own = [telling, ...(pattern ? [tellingWords(pattern)] : [])].map(phraseOf);
        for (const phrase of own) {
          const known = phrases.get(phrase);
          const added = { number, bonus: wholeBonus[part] };
          if (known) known.push(added);
          else phrases.set(phrase, [added]);
        }
        return own;
      }),
    );
    return { slug, popularity, stems, fieldStems, phrases: written };
  };
  /** A title, alias or question without fillers and endings. */
  const phraseOf = (words: string[]): string => words.map(vocabulary.stem).join(" ");
  const rarity = (count: number) => Math.log(1 + (size - count + 0.5) / (count + 0.5));

  /** The words of a query that weigh most, with what they may mean. */
  function understood(words: string[]): Word[] {
    const all = [...new Set(words)].map((word, at, { length, [at - 1]: before = "" }): Word => {
      const meanings = vocabulary.meanings(word, at === length - 1);
      const isKnown = meanings.some(({ certainty }) => certainty === 1);
      // quantities (70 kg) and codes tell apart what other words have found, and no more
      const isQuantity = /^\d+$/.test(word) || isMonth(word) || (!isKnown && /\d/.test(word)) || (/^\d+$/.test(before) && word.length < 4);
      const weight = rarity(meanings[0]?.places.size ?? 0) * (isQuantity ? 0.3 : 1);
      const share = meanings.length === 0 ? (word.length < 4 ? shortUnknown : unknown) : isKnown ? 1 : doubt;
      return { word, meanings, weight, isQuantity, whole: isQuantity ? 0 : weight * share };
    });
    for (const [at, pair] of joined(all.map(({ word }) => word)).entries()) {
      if (!vocabulary.has(pair)) continue;
      const together = vocabulary.meanings(pair, false);
      for (const each of [all[at]!, all[at + 1]!]) each.meanings = [...each.meanings, ...together];
    }
    if (all.filter(({ isQuantity }) => !isQuantity).length >= wordsOfProblem)
      for (const each of all) each.meanings = [...each.meanings, ...fieldVocabulary.meanings(each.word, false).filter(isSame)];
    return all.sort((a, b) => b.whole - a.whole).slice(0, mostWords);
  }

  function rank(words: Word[], telling: string[], pattern = ""): number[] {
    const [scores, shares, best] = [new Float64Array(entries.length), new Float64Array(entries.length), new Float64Array(entries.length)];
    const some = new Set<number>();
    for (const { meanings, weight, isQuantity } of words) {
      const reached: number[] = [];
      for (const { places, certainty } of meanings)
        for (const [number, said] of places) {
          if (best[number] === 0) reached.push(number);
          best[number] = Math.max(best[number]!, said * certainty);
        }
      for (const number of reached) {
        scores[number]! += weight * best[number]!;
        if (!isQuantity) shares[number]! += weight * Math.min(1, passing + ((1 - passing) * best[number]!) / named);
        best[number] = 0;
        some.add(number);
      }
    }
    const least = words.length === 2 && words.every(({ isQuantity }) => !isQuantity) ? leastShareOfTwo : leastShare;
    const whole = words.slice(0, mostWeighed).reduce((sum, word) => sum + word.whole, 0);
    const exact = new Map((phrases.get(phraseOf(telling)) ?? phrases.get(pattern) ?? []).map(({ number, bonus }) => [number, bonus]));
    for (const number of exact.keys()) some.add(number);
    for (const number of some) {
      const share = whole === 0 ? 0 : Math.min(1, shares[number]! / whole);
      const bonus = exact.get(number) ?? 0;
      const { popularity } = entries[number]!;
      scores[number] =
        share < least && bonus === 0 ? 0 : (scores[number]! * share ** 2 + bonus * (whole || 1)) * (1.04 - 0.02 * popularity);
    }
    const found = [...some].filter((number) => scores[number]! > 0);
    const top = found.reduce((most, number) => Math.max(most, scores[number]!), 0);
    return found.filter((number) => scores[number]! >= top * weakest).sort((a, b) => scores[b]! - scores[a]!);
  }

  const settleAll = () => {
    for (const each of queued) takeIn(each);
  };
  const slugsOf = (ranked: number[]) => ranked.map((number) => entries[number]!.slug);
  const found = (telling: string[], pattern?: string) => rank(understood(telling), telling, pattern);
  return {
    find: (text) => {
      settleAll();
      const pattern = patternOf(text);
      return slugsOf(found(tellingWords(withoutDenominators(text)), pattern && phraseOf(tellingWords(pattern))));
    },
    suggest: (text) => {
      settleAll();
      const words = tellingWords(text).slice(0, mostWords);
      const corrected = words.map((word) => (vocabulary.has(word) ? word : (vocabulary.near(word)[0] ?? word)));
      const known = corrected.filter((word) => vocabulary.has(word) && /^\p{L}{3,}/u.test(word));
      const tries = [corrected, known, ...known.map((word) => [word])].filter((each) => each.length > 0 && each.join() !== words.join());
      return [...new Set(tries.filter((each) => found(each).length > 0).map((each) => each.join(" ")))].slice(0, 3);
    },
    read: readingsOf,
    byQuantity,
    update: (removed, added) => {
      for (const slug of removed) queued.set(slug, undefined);
      for (const entry of added) queued.set(entry.calculator.slug, entry);
    },
    settle: async (pause) => {
      for (const each of queued) {
        takeIn(each);
        await pause();
      }
    },
  };
}

const isSame = ({ certainty }: Meaning) => certainty === 1;

interface Word {
  word: string;
  meanings: Meaning[];
  weight: number;
  isQuantity: boolean;
  /** What it would weigh in a perfect match. */
  whole: number;
}

/** How much each word says of an entry. */
function weightsOf(texts: Texts): Map<string, number> {
  const weights = new Map<string, number>();
  for (const [part, [boost, usual]] of Object.entries(parts) as [Part, readonly [number, number]][])
    for (const { words, telling } of texts[part]) {
      const weight = boost / (0.7 + (0.3 * telling.length) / usual);
      const compounds = part === "title" || part === "aliases" ? joined(words) : [];
      for (const word of new Set([...telling, ...compounds])) {
        const before = weights.get(word) ?? 0;
        weights.set(word, Math.max(before, weight) + repetition * Math.min(before, weight, 1));
      }
    }
  return weights;
}

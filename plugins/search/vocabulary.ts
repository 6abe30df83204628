// The words of all entries: which entries have a word, how much it says of each, and which words a typed one may mean.
import { distance } from "formulary/functions";
import SearchableMap from "minisearch/SearchableMap";
import { stemOf } from "./words.ts";

/** Entry numbers with how much a word says of each. */
export type Places = Map<number, number>;
/** Entries that have a word, and how surely the typed word means it (1: the same word). */
export interface Meaning {
  places: Places;
  certainty: number;
}

/** So many words with one beginning are tried. */
const mostBeginnings = 200;

/** Shorter words are rarely mistyped, and have too many neighbours. */
const shortestMistyped = 5;
const mistyped = 0.7;

/** Words by entry, and what typed words mean. */
export interface Vocabulary {
  /** Adds an entry's words; gives their stems, which take it out again. */
  put: (entry: number, weights: Map<string, number>) => string[];
  remove: (entry: number, stems: string[]) => void;
  /** What a typed word may mean; `isLast` where its end may still be missing. */
  meanings: (word: string, isLast: boolean) => Meaning[];
  has: (word: string) => boolean;
  /** What a word has in common with its other endings and spellings. */
  stem: (word: string) => string;
  /** The known words nearest to a mistyped one, all equally near. */
  near: (word: string) => string[];
}

/** A word with each pair of neighbours exchanged. */
const exchanged = (word: string): string[] =>
  [...word].slice(1).map((letter, at) => word.slice(0, at) + letter + word[at] + word.slice(at + 2));

/** Makes an empty vocabulary. */
export function createVocabulary(): Vocabulary {
  // words of removed entries stay: they are few, and no entry has them
  const spellings = new SearchableMap<string>();
  const byStem = new Map<string, Places>();
  const stems = new Map<string, string>();
  const stemFor = (word: string) => stems.get(word) ?? stemOf(word);
  const learn = (word: string): string => {
    const known = stems.get(word);
    if (known !== undefined) return known;
    const stem = stemOf(word);
    stems.set(word, stem);
    spellings.set(word, stem);
    return stem;
  };
  const placesOf = (stem: string): Places | undefined => {
    const places = byStem.get(stem);
    return places && places.size > 0 ? places : undefined;
  };
  const isUsed = (word: string) => placesOf(stemFor(word)) !== undefined;

  function near(word: string): string[] {
    // numbers, units and abbreviations have no neighbours: another one is another thing
    if (word.length < shortestMistyped || /\P{L}/u.test(word)) return [];
    let least = word.length > 9 ? 2 : 1;
    let found: string[] = [];
    // two neighbours exchanged are one change for people, and two for the map, which takes long to look so far for a short word
    const others = [...spellings.fuzzyGet(word, least).keys(), ...exchanged(word).filter((other) => spellings.has(other))];
    for (const other of new Set(others)) {
      if (other[0] !== word[0] || other.length < shortestMistyped || /\P{L}/u.test(other) || !isUsed(other)) continue;
      const changes = distance(word, other);
      if (changes > least) continue;
      if (changes < least) found = [];
      least = changes;
      found.push(other);
    }
    return found;
  }

  function beginningWith(word: string): Meaning[] {
    const stems = new Map<string, number>();
    let left = mostBeginnings;
    for (const [other, stem] of spellings.atPrefix(word)) {
      if (left-- === 0) break;
      const certainty = 0.9 * (word.length / other.length) ** 0.5;
      if (other !== word && certainty > (stems.get(stem) ?? 0)) stems.set(stem, certainty);
    }
    return [...stems].flatMap(([stem, certainty]) => {
      const places = placesOf(stem);
      return places ? [{ places, certainty }] : [];
    });
  }

  return {
    put: (entry, weights) => {
      const own = new Set<string>();
      for (const [word, weight] of weights) {
        const stem = learn(word);
        let places = byStem.get(stem);
        if (!places) byStem.set(stem, (places = new Map<number, number>()));
        // two words of an entry may have one stem
        places.set(entry, own.has(stem) ? Math.max(weight, places.get(entry)!) : weight);
        own.add(stem);
      }
      return [...own];
    },
    remove: (entry, own) => {
      for (const stem of own) byStem.get(stem)?.delete(entry);
    },
    meanings: (word, isLast) => {
      const exact = placesOf(stemFor(word));
      const found: Meaning[] = exact ? [{ places: exact, certainty: 1 }] : [];
      if (word.length > (isLast ? 1 : 2) && (isLast || !exact))
        found.push(...beginningWith(word).map((each) => (exact ? { ...each, certainty: each.certainty / 2 } : each)));
      if (found.length > 0) return found;
      return [...new Set(near(word).map(stemFor))].map((stem) => ({ places: placesOf(stem)!, certainty: mistyped }));
    },
    has: isUsed,
    stem: stemFor,
    near,
  };
}

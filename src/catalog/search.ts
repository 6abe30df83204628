// BM25+ over MiniSearch's tree of words. MiniSearch's own search creates an object for every entry with one of the words;
// sums in typed arrays give the same ranking in a sixth of the time.
import SearchableMap from "minisearch/SearchableMap";
import type { Calculator } from "../types.ts";

/** Ranked, prefix- and typo-tolerant search over titles, aliases, questions and descriptions. */
export interface Search {
  /** Slugs, best first. */
  find: (query: string) => string[];
  /** Queues removals and additions; the next search, or `settle`, applies them to the index. */
  update: (removed: Iterable<string>, added: Iterable<SearchEntry>) => void;
  /** Applies what is queued, with a pause after each entry. */
  settle: (pause: () => Promise<void>) => Promise<void>;
}
/** What the search reads of a calculator. */
export interface SearchEntry {
  calculator: Pick<Calculator, "slug" | "title" | "description" | "aliases" | "questions" | "popularity">;
  /** Titles of its category and subcategory, so that "mortgage" finds what is filed under mortgages. */
  place: string;
}

/** Weight of a word by the field it is in. */
const boosts = { title: 6, aliases: 4, questions: 3, place: 1.5, description: 1 };
type Field = keyof typeof boosts;
const fields = Object.keys(boosts) as Field[];
type Texts = Record<Field, string>;
/** Occurrences of a word: by field, entry numbers with counts. */
type Places = Partial<Record<Field, Map<number, number>>>;

const mostWords = 12;
/** Words that people add and that distinguish nothing here. */
const empty =
  /^(calculators?|calculate|compute|find|formula|online|free|how|what|is|the|of|a|an|and|or|for|to|from|in|into|on|at|by|with|between|per|its)$/i;
/** A match this much weaker than the best one is noise. */
const weakest = 0.25;

/** Makes an empty index; it follows the catalogue by `update`. */
export function createSearch(): Search {
  const { put, rank, setPopularity } = createIndex();
  const indexed = new Map<string, Texts>();
  // indexed on the first search, or by `settle`: a start need not wait for it; the last change of a slug counts
  const queued = new Map<string, SearchEntry | undefined>();
  const takeIn = ([slug, entry]: [string, SearchEntry | undefined]) => {
    queued.delete(slug);
    const before = indexed.get(slug);
    if (before) put(slug, before, -1);
    indexed.delete(slug);
    if (!entry) return;
    const { title, description, aliases, questions, popularity } = entry.calculator;
    const names = [...aliases, slug.replaceAll("-", " ")].join(" · ");
    const texts = { title, aliases: names, questions: questions.join(" · "), place: entry.place, description };
    indexed.set(slug, texts);
    put(slug, texts, 1);
    setPopularity(slug, popularity);
  };
  return {
    find: (text) => {
      for (const each of queued) takeIn(each);
      const typed = text.split(/\s+/).filter(Boolean).slice(0, mostWords);
      const telling = typed.filter((word) => !empty.test(word));
      return rank((telling.length > 0 ? telling : typed).join(" "));
    },
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

function createIndex() {
  // words and slugs of removed entries stay: they are few
  const index = new SearchableMap<Places>();
  const slugs: string[] = [];
  const numbers = new Map<string, number>();
  const popularities: number[] = [];
  const lengths: Record<Field, number[]> = { title: [], aliases: [], questions: [], place: [], description: [] };
  const totals = { entries: 0, title: 0, aliases: 0, questions: 0, place: 0, description: 0 };

  /** Counts an entry in, or out. */
  const put = (slug: string, texts: Texts, by: 1 | -1) => {
    const number = numbers.get(slug) ?? slugs.push(slug) - 1;
    numbers.set(slug, number);
    totals.entries += by;
    for (const field of fields) {
      totals[field] += by * (lengths[field][number] = new Set(texts[field].split(gaps)).size);
      for (const word of wordsOf(texts[field])) {
        const times = (index.fetch(word, () => ({}))[field] ??= new Map());
        if (by > 0) times.set(number, (times.get(number) ?? 0) + 1);
        else times.delete(number);
      }
    }
  };
  const meant = (word: string, isLast: boolean): [Places, weight: number][] => {
    const exact = index.get(word);
    const found: [Places, number][] = exact ? [[exact, 1]] : [];
    const beginning = index.atPrefix(word);
    // only the last word may be incomplete when it is short
    if (word.length > (isLast ? 1 : 3))
      for (const [{ length }, places] of beginning)
        if (length > word.length) found.push([places, (0.6 * length) / (length + 0.3 * (length - word.length))]);
    // fuzzy matches only for a word that nothing begins with: for other words they would be noise
    if (word.length > 3 && beginning.keys().next().done)
      for (const [{ length }, [places, slips]] of index.fuzzyGet(word, word.length > 7 ? 2 : 1))
        found.push([places, (0.3 * length) / (length + slips)]);
    return found;
  };
  const rank = (text: string): string[] => {
    const words = wordsOf(text);
    const [scores, matched, last] = [new Float64Array(slugs.length), new Uint16Array(slugs.length), new Uint16Array(slugs.length)];
    const some: number[] = [];
    for (const [at, word] of words.entries())
      for (const [places, weight] of meant(word, at === words.length - 1))
        for (const field of fields) {
          const times = places[field];
          if (!times) continue;
          const most = weight * boosts[field] * Math.log(1 + (totals.entries - times.size + 0.5) / (times.size + 0.5));
          const [long, usual] = [lengths[field], totals[field] / totals.entries];
          for (const [number, count] of times) {
            const length = 0.3 + (0.7 * long[number]!) / usual;
            scores[number]! += most * (0.5 + (count * 2.2) / (count + 1.2 * length));
            if (last[number] === at + 1) continue;
            last[number] = at + 1;
            if (matched[number]!++ === 0) some.push(number);
          }
        }
    const whole = some.filter((number) => matched[number] === words.length);
    const found = whole.length > 0 ? whole : some;
    for (const number of found) scores[number]! *= matched[number]!;
    const best = found.reduce((most, number) => Math.max(most, scores[number]!), 0);
    const good = found
      .filter((number) => scores[number]! >= best * weakest)
      .sort((a, b) => scores[b]! - scores[a]! || popularities[a]! - popularities[b]!);
    return good.map((number) => slugs[number]!);
  };
  const setPopularity = (slug: string, popularity: number) => (popularities[numbers.get(slug)!] = popularity);
  return { put, rank, setPopularity };
}

const gaps = /[\n\r\p{Z}\p{P}]+/u;
const wordsOf = (text: string): string[] => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().split(gaps).filter(Boolean);

import MiniSearch from "minisearch";
import type { Calculator } from "../types.ts";

/** Ranked, prefix- and typo-tolerant search over titles, aliases and descriptions. */
export interface Search {
  /** Slugs, best first. */
  find: (query: string) => string[];
  /** Notes what went and came; the next search, or `settle`, takes it into the index. */
  update: (removed: Iterable<string>, added: Iterable<Entry>) => void;
  /** Takes in what was noted, with a pause after each entry. */
  settle: (pause: () => Promise<void>) => Promise<void>;
}
interface Entry {
  calculator: Calculator;
  /** Titles of its category and subcategory, so that "mortgage" finds what is filed under mortgages. */
  place: string;
}

const fields = ["title", "aliases", "place", "description"];
const mostWords = 12;
/** Words that people add and that tell nothing apart here; nearly every entry has one of the short ones. */
const empty =
  /^(calculators?|calculate|compute|find|formula|online|free|how|what|is|the|of|a|an|and|or|for|to|from|in|into|on|at|by|with|between|per|its)$/i;
/** A match this much weaker than the best one is noise. */
const weakest = 0.25;

/** Makes an empty index; it follows the catalogue by `update`. */
export function createSearch(): Search {
  const index = new MiniSearch<{ id: string } & Record<string, string>>({
    fields,
    processTerm: (term, field) => {
      const word = term.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
      if (field) words.add(word);
      return word || null;
    },
  });
  // words of entries that are gone stay: they are few
  const words = new Set<string>();
  let inOrder: string[] | undefined;
  const isBeginning = (term: string): boolean => {
    inOrder ??= [...words].sort();
    return inOrder[firstFrom(inOrder, term)]?.startsWith(term) === true;
  };
  const held = new Set<string>();
  // a start of thousands of entries need not wait for what nobody has asked yet; of a slug, what was noted last
  const noted = new Map<string, Entry | undefined>();
  const takeIn = ([slug, entry]: [string, Entry | undefined]) => {
    noted.delete(slug);
    if (held.delete(slug)) index.discard(slug);
    if (!entry) return;
    const { title, description, aliases } = entry.calculator;
    held.add(slug);
    inOrder = undefined;
    index.add({ id: slug, title, aliases: [...aliases, slug.replaceAll("-", " ")].join(" · "), place: entry.place, description });
  };
  const query = (text: string, combineWith: "AND" | "OR") =>
    index.search(text, {
      combineWith,
      boost: { title: 6, aliases: 4, place: 1.5 },
      // a short word is still being written only where it is the last
      prefix: (term, at, terms) => term.length > (at === terms.length - 1 ? 1 : 3),
      fuzzy: slipsOf,
      weights: { fuzzy: 0.3, prefix: 0.6 },
    });
  // what might have been meant by a word that nothing begins with; of the others it would be noise, in ten times the time
  const slipsOf = (term: string) => (isBeginning(term) ? 0 : term.length > 7 ? 2 : term.length > 3 ? 1 : 0);
  return {
    find: (text) => {
      for (const each of noted) takeIn(each);
      const typed = text.split(/\s+/).filter(Boolean).slice(0, mostWords);
      const telling = typed.filter((word) => !empty.test(word));
      const asked = (telling.length > 0 ? telling : typed).join(" ");
      const all = query(asked, "AND");
      const found = all.length > 0 ? all : query(asked, "OR");
      const best = found[0]?.score ?? 0;
      return found.filter(({ score }) => score >= best * weakest).map(({ id }) => String(id));
    },
    update: (removed, added) => {
      for (const slug of removed) noted.set(slug, undefined);
      for (const entry of added) noted.set(entry.calculator.slug, entry);
    },
    settle: async (pause) => {
      for (const each of noted) {
        takeIn(each);
        await pause();
      }
    },
  };
}

/** Position of the first word of an ordered list that is not before a term. */
function firstFrom(ordered: string[], term: string): number {
  let [low, high] = [0, ordered.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ordered[middle]! < term) low = middle + 1;
    else high = middle;
  }
  return low;
}

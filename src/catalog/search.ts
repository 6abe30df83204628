import MiniSearch from "minisearch";
import type { Calculator } from "../types.ts";

/** Ranked, prefix- and typo-tolerant search over titles, aliases and descriptions. */
export interface Search {
  /** Slugs, best first. */
  find: (query: string) => string[];
  update: (removed: Iterable<string>, added: Iterable<Entry>) => void;
}
interface Entry {
  calculator: Calculator;
  /** Titles of its category and subcategory, so that "mortgage" finds what is filed under mortgages. */
  place: string;
}

const fields = ["title", "aliases", "place", "description"];
const mostWords = 12;
/** Words that people add and that tell nothing apart here. */
const empty = /^(calculators?|calculate|compute|formula|online|free|the|of|a|an|for|to|how)$/i;
/** A match this much weaker than the best one is noise. */
const weakest = 0.25;

/** Makes an empty index; it follows the catalogue by `update`. */
export function createSearch(): Search {
  const index = new MiniSearch<{ id: string } & Record<string, string>>({
    fields,
    processTerm: (term) => term.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase() || null,
  });
  const held = new Set<string>();
  const query = (words: string, combineWith: "AND" | "OR") =>
    index.search(words, {
      combineWith,
      boost: { title: 6, aliases: 4, place: 1.5 },
      prefix: (term) => term.length > 1,
      fuzzy: (term) => (term.length > 7 ? 2 : term.length > 3 ? 1 : false),
      weights: { fuzzy: 0.3, prefix: 0.6 },
    });
  return {
    find: (text) => {
      const typed = text.split(/\s+/).filter(Boolean).slice(0, mostWords);
      const telling = typed.filter((word) => !empty.test(word));
      const words = (telling.length > 0 ? telling : typed).join(" ");
      const all = query(words, "AND");
      const found = all.length > 0 ? all : query(words, "OR");
      const best = found[0]?.score ?? 0;
      return found.filter(({ score }) => score >= best * weakest).map(({ id }) => String(id));
    },
    update: (removed, added) => {
      for (const slug of removed) if (held.delete(slug)) index.discard(slug);
      for (const { calculator, place } of added) {
        if (held.has(calculator.slug)) index.discard(calculator.slug);
        held.add(calculator.slug);
        const { slug, title, description, aliases } = calculator;
        index.add({ id: slug, title, aliases: [...aliases, slug.replaceAll("-", " ")].join(" · "), place, description });
      }
    },
  };
}

// Lists of a version's calculators: all of them in order, those of a category, those that a search finds.
import { nearest } from "../language/nearest.ts";
import type { Calculator, Summary } from "../types.ts";
import type { Units } from "../units/registry.ts";
import type { Version } from "./version.ts";

/** What the search reads of a calculator. */
export interface SearchEntry {
  calculator: Pick<Calculator, "slug" | "title" | "description" | "aliases" | "questions" | "popularity" | "fields">;
  /** Titles of its category and subcategory, so that "mortgage" finds what is filed under mortgages. */
  place: string;
}
/** A calculator that a query opens, with the inputs that stand in the query. */
export interface Reading {
  calculator: Calculator;
  inputs: Record<string, unknown>;
}
/** Names of quantities: what is wanted, and what is known. */
export interface Quantities {
  gives?: string[];
  from?: string[];
}
/** Finds calculators by what people type. */
export interface Search {
  /** Slugs, best first; none where nothing is meant. */
  find: (query: string) => string[];
  /** Other queries that find something, for one that finds nothing. */
  suggest: (query: string) => string[];
  /** What the query itself says: calculators with inputs, of the first hits or beside them; only what is certain. */
  read: (query: string, hits: Calculator[], catalogue: { all: Calculator[]; units: Units }) => Reading[];
  /** Those that compute quantities from others, the best fit first; throws for a name that is no quantity. */
  byQuantity: (calculators: Calculator[], quantities: Quantities, units: Units) => Calculator[];
  /** Queues removals and additions; the next search, or `settle`, applies them. */
  update: (removed: Iterable<string>, added: Iterable<SearchEntry>) => void;
  /** Applies what is queued, with a pause after each entry. */
  settle: (pause: () => Promise<void>) => Promise<void>;
}

/** What a list may be asked for. */
export interface Query extends Quantities {
  category?: string;
  q?: string;
  limit?: number;
  offset?: number;
}

/** Some calculators, and how many there are in all. */
export interface Listed {
  total: number;
  /** `inputs` where the query says them. */
  calculators: (Summary & { inputs?: Reading["inputs"] })[];
  /** Where nothing was found: queries that find something. */
  suggestions?: string[];
}

/** What a query asks for. */
export function listed(version: Version, search: Search, { category, q = "", gives, from, limit, offset = 0 }: Query): Listed {
  const { calculators, sorted, categories, environment } = version;
  const inPlace = (each: Summary) => each.category === category || categories.get(each.category)?.group === category;
  const hits = q.trim() ? search.find(q).flatMap((slug) => calculators.get(slug) ?? []) : sorted;
  const read = q.trim() ? search.read(q, hits, { all: sorted, units: environment.units }) : [];
  const readings = new Map(read.map(({ calculator, inputs }) => [calculator.slug, inputs]));
  const named = [
    ...new Set([...read.flatMap(({ calculator }) => (hits.includes(calculator) && !calculator.converts ? [] : calculator)), ...hits]),
  ];
  const quantities = { ...(gives && { gives }), ...(from && { from }) };
  const ranked = gives || from ? search.byQuantity(named, quantities, environment.units) : named;
  const matches = category === undefined ? ranked : ranked.filter(inPlace);
  const page = matches.slice(offset, limit === undefined ? undefined : offset + limit);
  const lines = page.map((each) => ({ ...toSummary(each), ...(readings.has(each.slug) && { inputs: readings.get(each.slug)! }) }));
  const suggestions = q.trim() && matches.length === 0 ? search.suggest(q) : [];
  return { total: matches.length, calculators: lines, ...(suggestions.length > 0 && { suggestions }) };
}

/** The line of a calculator in a list. */
export function toSummary({ slug, title, description, category, subcategory, hasFormula }: Calculator): Summary {
  return { slug, title, description, category, subcategory, hasFormula };
}

/** Slugs close to one that does not exist. */
export function nearSlugs(slug: string, { calculators }: Version, find: (query: string) => string[]): string[] {
  const typo = nearest(slug, calculators.keys());
  const found = slug.length <= 100 ? find(slug.replaceAll("-", " ")) : [];
  return [...new Set([...(typo ? [typo] : []), ...found])].filter((each) => calculators.has(each)).slice(0, 5);
}

/** The search of a program without a plugin for it: titles that have every word. */
export function createTitleSearch(): Search {
  const titles = new Map<string, string>();
  const find = (query: string) => {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    return [...titles].filter(([, title]) => words.every((word) => title.includes(word))).map(([slug]) => slug);
  };
  const update = (removed: Iterable<string>, added: Iterable<SearchEntry>) => {
    for (const slug of removed) titles.delete(slug);
    for (const { calculator } of added) titles.set(calculator.slug, calculator.title.toLowerCase());
  };
  return { find, suggest: () => [], read: () => [], byQuantity: (calculators) => calculators, update, settle: async () => {} };
}

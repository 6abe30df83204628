// Lists of a version's calculators: all of them in order, those of a category, those that a search finds.
import { nearest } from "../language/nearest.ts";
import type { Calculator, Summary } from "../types.ts";
import type { Version } from "./version.ts";

export interface Query {
  category?: string;
  q?: string;
  limit?: number;
  offset?: number;
}

/** What a query asks for, and how many there are in all. */
export function listed(version: Version, find: (query: string) => string[], { category, q, limit, offset = 0 }: Query) {
  const { calculators, sorted, categories } = version;
  const inPlace = (each: Summary) => each.category === category || categories.get(each.category)?.group === category;
  const ranked = q?.trim() ? find(q).flatMap((slug) => calculators.get(slug) ?? []) : sorted;
  const matches = category === undefined ? ranked : ranked.filter(inPlace);
  const page = matches.slice(offset, limit === undefined ? undefined : offset + limit);
  return { total: matches.length, calculators: page.map(toSummary) };
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

import type { CategoryDefinition, Summary } from "../types.ts";

/** Groups, categories and subcategories, each with the number of its calculators; empty ones are left out. */
export interface CategoryGroup {
  slug: string;
  title: string;
  count: number;
  categories: {
    slug: string;
    title: string;
    description: string;
    notice?: string;
    /** Slugs of calculators that most people look for. */
    popular?: string[];
    count: number;
    subcategories: { slug: string; title: string; count: number }[];
  }[];
}

/** The tree of categories that have calculators, in the order that their files say. */
export function groupCategories(categories: Map<string, CategoryDefinition>, calculators: Iterable<Summary>): CategoryGroup[] {
  const counts = new Map<string, number>();
  const count = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const { category, subcategory } of calculators) {
    count(category);
    count(`${category}/${subcategory}`);
  }
  const groups = new Map<string, CategoryGroup>();
  const ordered = [...categories].sort(([a, x], [b, y]) => (x.order ?? 1000) - (y.order ?? 1000) || (a < b ? -1 : 1));
  for (const [slug, { title, description, notice, group, subcategories, popular }] of ordered) {
    const own = counts.get(slug) ?? 0;
    if (own === 0) continue;
    const into = groups.get(group) ?? { slug: group, title: titleOf(group), count: 0, categories: [] };
    groups.set(group, into);
    into.count += own;
    const parts = Object.entries(subcategories).map(([key, name]) => ({
      slug: key,
      title: name,
      count: counts.get(`${slug}/${key}`) ?? 0,
    }));
    into.categories.push({
      slug,
      title,
      description,
      ...(notice && { notice }),
      ...(popular && { popular }),
      count: own,
      subcategories: parts.filter((part) => part.count > 0),
    });
  }
  return [...groups.values()];
}

/** "health-sport" → "Health sport". */
export const titleOf = (slug: string): string => slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll("-", " ");

// What the search of the catalogue reads of a file, as plain data.
import type { Card } from "formulary";
import { fieldsOf } from "formulary/compiler";
import type { CalculatorFile } from "./file.ts";

/** As the search takes it, with the slugs that a file replaces. */
export interface SearchEntry {
  calculator: Pick<Card, "title" | "description" | "aliases" | "questions" | "popularity" | "replaces" | "fields"> & { slug: string };
  place: string;
}

/** The entry of a file without errors. */
export function searchEntry({ slug, category, categories, definition }: CalculatorFile): SearchEntry {
  const { title, description, aliases = [], questions = [], popularity = 2, replaces = [], subcategory } = definition;
  const parent = categories.get(category);
  return {
    calculator: { slug, title, description, aliases, questions, popularity, replaces, fields: fieldsOf(definition) },
    place: `${parent?.title ?? ""} ${parent?.subcategories[subcategory] ?? ""}`,
  };
}

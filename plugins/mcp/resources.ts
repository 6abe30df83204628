// What clients of the protocol can attach to a conversation: each calculator as a resource, and a prompt that finds and runs one.
import { type McpServer, ResourceTemplate } from "@modelcontextprotocol/server";
import { failUnknownCalculator, type Kernel } from "formulary";
import { describe } from "./describe.ts";

const scheme = "formulary://calculators/";
const mostListed = 100;
const mostCompleted = 20;

/** Registers `formulary://calculators/<slug>`; lists name those that most people look for. */
export function registerResources(server: McpServer, { catalog }: Pick<Kernel, "catalog">): void {
  const mimeType = "application/json";
  const popular = () =>
    catalog
      .list()
      .calculators.filter(({ slug }) => catalog.get(slug)?.popularity === 1)
      .slice(0, mostListed);
  const template = new ResourceTemplate(`${scheme}{slug}`, {
    list: () => ({
      resources: popular().map(({ slug, title, description }) => ({ uri: scheme + slug, name: slug, title, description, mimeType })),
    }),
    complete: {
      slug: (start) => {
        const slugs = catalog.list().calculators.map(({ slug }) => slug);
        return slugs.filter((slug) => slug.startsWith(start)).slice(0, mostCompleted);
      },
    },
  });
  const about = {
    title: "Calculator",
    description: "What one calculator needs and gives, with formulas, examples and references.",
    mimeType,
  };
  server.registerResource("calculator", template, about, ({ href: uri }) => {
    const slug = decodeURIComponent(uri.slice(scheme.length));
    const calculator = catalog.get(slug) ?? failUnknownCalculator(slug, catalog, "Find one with search_calculators.");
    return { contents: [{ uri, mimeType, text: JSON.stringify(describe(calculator, true)) }] };
  });
}

/** The text of the prompt that answers a problem with a calculator. */
export const promptFor = (problem: string): string => `Answer this problem with a calculator of Formulary, not from memory:

${problem}

1. Call search_calculators with the problem in its own words. Take the match that answers what is asked; with none, say so.
2. Call get_calculator for its inputs, their units and its limits. Send quantities with the units of the problem, as { "value": 5, "unit": "ft" }.
3. Call run_calculator. Where the unknown is an input, leave it out, and use solveFor and target.
4. Answer with the result and its unit, name the calculator, and repeat what remarks and limits say where they matter.`;

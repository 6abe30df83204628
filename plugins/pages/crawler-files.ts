// The files that crawlers read: sitemap.xml and robots.txt for search engines, llms.txt for language models.
import type { Kernel } from "formulary";

/** The addresses of all pages, as sitemap.xml. */
export function sitemap({ catalog }: Kernel, publicUrl: string): string {
  const paths = [
    "/",
    ...catalog.categories().flatMap(({ categories }) => categories.map(({ slug }) => `/categories/${slug}`)),
    ...catalog.list().calculators.map(({ slug }) => `/calculators/${slug}`),
  ];
  const urls = paths.map((path) => `<url><loc>${publicUrl}${path}</loc></url>`).join("\n");
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}\n</urlset>\n`;
}

/** robots.txt: search engines may read every page but the dashboard and the pages for frames. */
export const robots = (publicUrl: string): string =>
  `User-agent: *\nAllow: /\nDisallow: /dashboard\nDisallow: /embed/\n\nSitemap: ${publicUrl}/sitemap.xml\n`;

const exampleBody = { calculator: "compound-interest", inputs: { principal: 1000, rate: 5, years: 10 } };

/** llms.txt: what this site is, how a program uses it, and the categories. */
export function llms({ catalog }: Kernel, publicUrl: string): string {
  const groups = catalog.categories();
  const lines = groups.flatMap(({ title, categories }) => [
    `\n## ${title}\n`,
    ...categories.map((each) => `- [${each.title}](${publicUrl}/categories/${each.slug}): ${each.count} calculators. ${each.description}`),
  ]);
  return `# Formulary

> ${catalog.list({ limit: 0 }).total} calculators (finance, mathematics, science, health, engineering, everyday life), each with its formula, units, sources and tested examples, over REST, on pages, and for agents.

Use the API for numbers, the pages for reading:

- ${publicUrl}/api/v1/calculators?q=mortgage finds calculators by words
- ${publicUrl}/api/v1/calculators/compound-interest has the JSON Schema of the inputs, outputs, formulas and examples of one
- ${publicUrl}/calculators/compound-interest?principal=1000&rate=5&years=10 is a result as a page: the inputs are the query
- POST ${publicUrl}/api/v1/calculate answers JSON, for an API key (header X-API-Key) and a body such as ${JSON.stringify(exampleBody)}
${lines.join("\n")}
`;
}

// The addresses of the pages.

import { CalcError, type Calculator, type Kernel } from "formulary";
import { createPrepared, route } from "formulary/http";
import { type H3, type H3Event, HTTPError } from "h3";
import { type ComponentChildren, h } from "preact";
import { render } from "preact-render-to-string";
import { About, relatedTo } from "./about.tsx";
import { type Worked, workOut } from "./calculation.ts";
import { CalculatorPage, placeOf, Working } from "./calculator.tsx";
import { detailOf } from "./detail.ts";
import { CategoryPage, Home } from "./home.tsx";
import type { Page } from "./layout.tsx";
import type { Pages } from "./pages.ts";
import { llms, robots, sitemap } from "./site.ts";
import { searchCost } from "./visitors.ts";

interface Parts {
  app: H3;
  kernel: Kernel;
  pages: Pages;
}
const mostFound = 30;

/** Adds every page. */
export function addPages({ app, kernel, pages }: Parts): void {
  const { catalog } = kernel;
  const { site } = pages;
  const aboutOf = createAbouts(kernel, site.repository);

  pages.route("/", {
    GET: (event) => {
      const q = (event.url.searchParams.get("q") ?? "").trim().slice(0, 256);
      const found = q ? catalog.list({ q, limit: mostFound }) : undefined;
      const { total } = catalog.list({ limit: 0 });
      const description = `${total} calculators with formulas, units, sources and tested examples, on the web and over an API.`;
      const page: Page = { title: q ? `Search: ${q}` : "Formulary", description, ...(!q && { path: "/", data: siteData(site.publicUrl) }) };
      return pages.send(event, page, h(Home, { groups: catalog.categories(), total, q, found }));
    },
  });

  pages.route("/categories/:slug", {
    GET: (event) => {
      const slug = event.context.params?.slug ?? "";
      const group = catalog.categories().find(({ categories }) => categories.some((each) => each.slug === slug));
      const category = group?.categories.find((each) => each.slug === slug);
      if (!group || !category) throw new CalcError("not_found", { message: `There is no category "${slug.slice(0, 100)}".` });
      const { calculators } = catalog.list({ category: slug });
      const page: Page = { title: category.title, description: category.description, path: `/categories/${slug}` };
      return pages.send(event, page, h(CategoryPage, { category, calculators, group }));
    },
  });

  const work = async (event: H3Event) => {
    const calculator = calculatorOf(event, kernel);
    const { searchParams: parameters } = event.url;
    pages.visitors.admit(event, parameters.has("solve-for") ? searchCost : 1);
    return { calculator, parameters, worked: await workOut(calculator, parameters, kernel) };
  };
  const show = (event: H3Event, body: ComponentChildren, { worked, page }: { worked: Worked; page: Page }) => {
    const faulty = worked.filled.errors.size > 0 || worked.general.length > 0 || worked.wish?.error !== undefined;
    return pages.send(event, page, body, { status: faulty ? 422 : 200, framed: page.bare === true });
  };

  pages.route("/calculators/:slug", {
    GET: async (event) => {
      const { calculator, parameters, worked } = await work(event);
      const path = `/calculators/${calculator.slug}`;
      const { title, description } = calculator;
      const page: Page = { title, description, path, data: calculatorData(calculator, site.publicUrl), json: `/api/v1${path}` };
      return show(
        event,
        h(CalculatorPage, { calculator, parameters, worked, path, kernel, about: aboutOf(calculator), origin: site.publicUrl }),
        { worked, page },
      );
    },
  });
  pages.route("/embed/:slug", {
    GET: async (event) => {
      const { calculator, parameters, worked } = await work(event);
      const { title, description, slug } = calculator;
      const whole = `${site.publicUrl}/calculators/${slug}`;
      const page: Page = { title, description, bare: true };
      return show(event, h(Working, { calculator, parameters, worked, path: `/embed/${slug}`, whole }), { worked, page });
    },
  });

  const prepared = createPrepared();
  const texts: Record<string, [type: string, make: () => string]> = {
    "/sitemap.xml": ["application/xml", () => sitemap(kernel, site.publicUrl)],
    "/robots.txt": ["text/plain; charset=utf-8", () => robots(site.publicUrl)],
    "/llms.txt": ["text/plain; charset=utf-8", () => llms(kernel, site.publicUrl)],
  };
  for (const [path, [type, make]] of Object.entries(texts))
    route(app, path, { GET: (event) => prepared(event, { version: catalog.version(), key: path, make, type }) });

  // what no address answers is a page for people, and a problem document for programs
  app.get("/**", (event) => {
    if (event.req.headers.get("accept")?.includes("text/html")) return pages.missing(event);
    throw new HTTPError({ status: 404 });
  });
}

function calculatorOf(event: H3Event, { catalog }: Kernel): Calculator {
  const slug = event.context.params?.slug ?? "";
  const calculator = catalog.get(slug);
  if (calculator) return calculator;
  const errors = catalog.near(slug).map((each) => ({ path: "/calculator", code: "near", message: each }));
  throw new CalcError("unknown_calculator", { message: `There is no calculator "${slug.slice(0, 100)}".`, errors });
}

/** What is the same on every showing of a calculator, drawn once per version of the catalogue. */
function createAbouts(kernel: Kernel, repository: string | undefined): (calculator: Calculator) => string {
  let version: object | undefined;
  let kept = new Map<string, string>();
  return (calculator) => {
    const { catalog } = kernel;
    if (version !== catalog.version()) [version, kept] = [catalog.version(), new Map()];
    let text = kept.get(calculator.slug);
    if (text === undefined) {
      const { notice } = placeOf(calculator, kernel);
      const props = { detail: detailOf(calculator), shared: catalog.shared(), related: relatedTo(calculator, kernel), notice, repository };
      kept.set(calculator.slug, (text = render(h(About, props))));
    }
    return text;
  };
}

const siteData = (url: string) => ({
  "@context": "https://schema.org",
  "@type": "WebSite",
  name: "Formulary",
  url,
  potentialAction: { "@type": "SearchAction", target: `${url}/?q={query}`, "query-input": "required name=query" },
});
const calculatorData = ({ title, description, slug }: Calculator, url: string) => ({
  "@context": "https://schema.org",
  "@type": "WebApplication",
  name: title,
  description,
  url: `${url}/calculators/${slug}`,
  applicationCategory: "UtilitiesApplication",
  operatingSystem: "Any",
  isAccessibleForFree: true,
  license: "https://creativecommons.org/licenses/by/4.0/",
  offers: { "@type": "Offer", price: "0", priceCurrency: "USD" },
});

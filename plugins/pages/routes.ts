// The addresses of the pages.

import { CalcError, type Calculator, failUnknownCalculator, type Kernel } from "formulary";
import { attempt, type Environment } from "formulary/compiler";
import { createPrepared, route, sendText, workOf } from "formulary/http";
import { type H3, type H3Event, HTTPError } from "h3";
import { type ComponentChildren, h } from "preact";
import { render } from "preact-render-to-string";
import { searchCost, visitorsOf } from "../visitors/index.ts";
import { CalculatorForm, CalculatorPage, categoryOf } from "./calculator-page.tsx";
import { llms, robots, sitemap } from "./crawler-files.ts";
import { csvFile, csvTable } from "./csv.ts";
import { toDetail } from "./detail.ts";
import { Documentation, relatedTo } from "./documentation.tsx";
import { CategoryPage, Home } from "./home.tsx";
import type { Page } from "./layout.tsx";
import { backwards, withoutRemoved } from "./links.ts";
import { createPageState, type PageSources, type PageState } from "./page-state.ts";
import type { Pages } from "./pages.ts";
import { keptQueries } from "./settings.ts";
import { solvableOutputs } from "./solve-fields.tsx";
import type { Tile } from "./tiles.tsx";
import { createUnitChoices, type UnitChoices } from "./unit-choices.ts";
import { chosenSystem, keepSystem } from "./unit-systems.ts";
import { createVersionCache } from "./version-cache.ts";

interface PagesContext {
  app: H3;
  kernel: Kernel;
  pages: Pages;
}

/** Adds every page. */
export function addPages(context: PagesContext): void {
  addHome(context);
  addCategories(context);
  addCalculators(context);
  addCrawlerFiles(context);
  // last: any other address answers browsers with a page, and programs with a problem document
  context.app.get("/**", (event) => {
    if (event.req.headers.get("accept")?.includes("text/html")) return context.pages.missing(event);
    throw new HTTPError({ status: 404 });
  });
}

const mostPopular = 10;
/** The first popular calculator of each category, then the second of each, and so on. */
function popularOf({ categories, get }: Kernel["catalog"]): Calculator[] {
  const listed = categories().flatMap((group) => group.categories.map(({ popular = [] }) => popular));
  return listed
    .flatMap((slugs) => slugs.map((slug, place) => ({ slug, place })))
    .sort((a, b) => a.place - b.place)
    .flatMap(({ slug }) => get(slug) ?? [])
    .slice(0, mostPopular);
}

/** The first sentence of the answer to what stands in a query. */
function answerOf({ slug, inputs }: Tile, { get }: Kernel["catalog"]): { answer?: string } {
  const calculator = get(slug)!;
  const outcome = attempt(() => calculator.run(calculator.validate(inputs, new Date().toISOString().slice(0, 10))));
  const [answer] = outcome?.explanation.split(/(?<=[.!?])\s/) ?? [];
  return answer ? { answer } : {};
}

const mostMatches = 30;
function addHome({ kernel, pages }: PagesContext): void {
  const { catalog } = kernel;
  const { publicUrl, repository } = pages.site;
  const visitors = visitorsOf(kernel);
  pages.route("/", {
    GET: (event) => {
      const q = (event.url.searchParams.get("q") ?? "").trim().slice(0, 2000);
      const listed = q ? catalog.list({ q, limit: mostMatches }) : undefined;
      const answered = (each: Tile): Tile => (each.inputs && visitors.take(event) === 0 ? { ...each, ...answerOf(each, catalog) } : each);
      const matches = listed && { ...listed, calculators: listed.calculators.map(answered) };
      const { total } = catalog.list({ limit: 0 });
      const description = `${total} calculators with formulas, units, sources and tested examples, on the web and over an API.`;
      const page: Page = { title: q ? `Search: ${q}` : "Formulary", description, ...(!q && { path: "/", data: siteData(publicUrl) }) };
      return pages.send(event, page, h(Home, { groups: catalog.categories(), popular: popularOf(catalog), total, q, matches, repository }));
    },
  });
}

function addCategories({ kernel: { catalog }, pages }: PagesContext): void {
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
}

function addCalculators({ kernel, pages }: PagesContext): void {
  const { publicUrl, repository } = pages.site;
  const sources = createSources(kernel);
  const documentationOf = createDocumentation(sources, repository);
  const visitors = visitorsOf(kernel);
  const read = async (event: H3Event, calculator: Calculator) => {
    const { searchParams: parameters } = event.url;
    // whoever only reads, a person or a crawler, sends no inputs and sees the example
    const cost = (query: URLSearchParams) => (query.has("solve-for") || query.has("with-moves") ? searchCost : 1);
    const queries = [parameters, ...keptQueries(parameters).map((query) => new URLSearchParams(query))];
    if (parameters.size > 0)
      visitors.admit(
        event,
        queries.reduce((sum, query) => sum + cost(query), 0),
      );
    const work = workOf(event, visitors.addressOf(event));
    return { parameters, state: await createPageState(calculator, parameters, { ...sources, work, system: chosenSystem(event) }) };
  };
  const send = (event: H3Event, body: ComponentChildren, { state, page }: { state: PageState; page: Page }) =>
    pages.send(event, page, body, { status: hasErrors(state) ? 422 : 200, framed: page.embedded === true });

  pages.route("/units", { GET: keepSystem });
  pages.route("/calculators/:slug", {
    GET: async (event) => {
      const calculator = findCalculator(event, kernel);
      const { title, description, slug } = calculator;
      const path = `/calculators/${slug}`;
      if (slug !== event.context.params?.slug) return movedTo(path);
      const left = withoutRemoved(event.url.searchParams);
      if (left) return seeOther(`${path}?${left}`);
      const { parameters, state } = await read(event, calculator);
      if (givesValue(parameters, state)) return seeOther(`${path}?${backwards(state, parameters.get("solve-output")!)}`);
      // a link with inputs of one's own tells their result
      const summary = state.example === undefined ? state.outcome?.explanation : undefined;
      const page: Page = { title, description, summary, path, data: calculatorData(calculator, publicUrl), json: `/api/v1${path}` };
      const documentation = documentationOf(calculator);
      const body = h(CalculatorPage, { calculator, parameters, state, path, kernel, documentation, origin: publicUrl });
      return send(event, body, { state, page });
    },
  });
  pages.route("/calculators/:slug/results.csv", {
    GET: async (event) => {
      const calculator = findCalculator(event, kernel);
      const { parameters, state } = await read(event, calculator);
      if (!state.outcome || !calculator.hasFormula) return seeOther(`/calculators/${calculator.slug}${event.url.search}`);
      const headers = {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename="${calculator.slug}.csv"`,
        "cache-control": "no-store",
      };
      return sendText(event, csvFile(state.outcome, parameters.get(csvTable)), { headers });
    },
  });
  pages.route("/embed/:slug", {
    GET: async (event) => {
      const calculator = findCalculator(event, kernel);
      const { title, description, slug } = calculator;
      if (slug !== event.context.params?.slug) return movedTo(`/embed/${slug}`);
      const left = withoutRemoved(event.url.searchParams);
      if (left) return seeOther(`/embed/${slug}?${left}`);
      const { parameters, state } = await read(event, calculator);
      if (givesValue(parameters, state)) return seeOther(`/embed/${slug}?${backwards(state, parameters.get("solve-output")!)}`);
      const fullPage = `${publicUrl}/calculators/${slug}`;
      const { notice } = categoryOf(calculator, kernel);
      const body = h(CalculatorForm, { calculator, parameters, state, path: `/embed/${slug}`, notice, fullPage });
      return send(event, body, { state, page: { title, description, embedded: true } });
    },
  });
}

const hasErrors = ({ form, generalErrors, solve }: PageState): boolean =>
  form.errors.size > 0 || generalErrors.length > 0 || solve?.error !== undefined;

function addCrawlerFiles({ app, kernel, pages }: PagesContext): void {
  const { publicUrl } = pages.site;
  const prepared = createPrepared();
  const files: Record<string, [type: string, make: () => string]> = {
    "/sitemap.xml": ["application/xml", () => sitemap(kernel, publicUrl)],
    "/robots.txt": ["text/plain; charset=utf-8", () => robots(publicUrl)],
    "/llms.txt": ["text/plain; charset=utf-8", () => llms(kernel, publicUrl)],
  };
  for (const [path, [type, make]] of Object.entries(files))
    route(app, path, { GET: (event) => prepared(event, { version: kernel.catalog.version(), key: path, make, type }) });
}

/** Whether a result was clicked that is to be given a value. */
const givesValue = (parameters: URLSearchParams, state: PageState): boolean =>
  !parameters.has("solve-for") && solvableOutputs(state).has(parameters.get("solve-output") ?? "") && state.outcome !== undefined;

const seeOther = (location: string): Response => new Response(null, { status: 303, headers: { location } });

/** Sends those who come by a withdrawn slug to the page of the calculator that replaces it. */
const movedTo = (path: string): Response => new Response(null, { status: 301, headers: { location: path } });

function findCalculator(event: H3Event, { catalog }: Kernel): Calculator {
  const slug = event.context.params?.slug ?? "";
  return catalog.get(slug) ?? failUnknownCalculator(slug, catalog);
}

function createSources(kernel: Kernel): PageSources {
  let environment: Environment | undefined;
  let unitChoices: UnitChoices | undefined;
  return {
    kernel,
    detailOf: createVersionCache(kernel, toDetail),
    unitChoices: () => {
      const current = kernel.catalog.environment();
      if (!unitChoices || environment !== current) [environment, unitChoices] = [current, createUnitChoices(current)];
      return unitChoices;
    },
  };
}

/** The part of a calculator's page that does not depend on the query, rendered once per version of the catalogue. */
function createDocumentation({ kernel, detailOf }: PageSources, repository: string | undefined): (calculator: Calculator) => string {
  return createVersionCache(kernel, (calculator) => {
    const { notice } = categoryOf(calculator, kernel);
    const related = relatedTo(calculator, kernel);
    const environment = kernel.catalog.environment();
    return render(h(Documentation, { calculator, detail: detailOf(calculator), environment, related, notice, repository }));
  });
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

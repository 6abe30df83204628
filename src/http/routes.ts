// The kernel's addresses: list, detail, categories, calculate.
import type { H3, H3Event } from "h3";
import { failUnknownCalculator } from "../calculation/calculate.ts";
import type { Query } from "../catalog/list.ts";
import { CalcError } from "../errors.ts";
import type { Kernel } from "../plugins.ts";
import { route } from "./app.ts";
import { readJsonText } from "./body.ts";
import { createPrepared, jsonHeaders, sendText } from "./prepared.ts";
import { workOf } from "./work.ts";

/** Adds the API's addresses to an app. */
export function addRoutes(app: H3, kernel: Kernel): void {
  const { catalog } = kernel;
  const prepared = createPrepared();
  route(app, "/api/v1/calculators", {
    GET: (event) => {
      const query = queryOf(event);
      return prepared(event, { version: catalog.version(), key: `list ${JSON.stringify(query)}`, make: () => catalog.list(query) });
    },
  });
  route(app, "/api/v1/calculators/:slug", {
    GET: (event) => {
      const slug = event.context.params?.slug ?? "";
      const calculator = catalog.get(slug) ?? failUnknownCalculator(slug, catalog);
      return prepared(event, { version: catalog.version(), key: `detail ${slug}`, make: () => calculator.detail() });
    },
  });
  route(app, "/api/v1/categories", {
    GET: (event) => prepared(event, { version: catalog.version(), key: "categories", make: () => ({ groups: catalog.categories() }) }),
  });
  route(app, "/api/v1/calculate", { POST: (event) => calculate(event, kernel) });
}

async function calculate(event: H3Event, { answer, authenticate }: Kernel): Promise<Response> {
  const caller = await authenticate(event);
  const body = await readJsonText(event);
  const { json, headers } = await answer(body, { context: event.context, caller, work: workOf(event, caller?.key) });
  await endOfTurn();
  return sendText(event, json(), { headers: { ...jsonHeaders, ...headers } });
}

let turn: Promise<void> | undefined;
/** Batches the answers of one event-loop turn: the client is woken once for all of them. */
function endOfTurn(): Promise<void> {
  turn ??= new Promise((resolve) =>
    setImmediate(() => {
      turn = undefined;
      resolve();
    }),
  );
  return turn;
}

const longestQuery = 2000;
function queryOf(event: H3Event): Query {
  if (event.url.search === "") return {};
  const parameters = event.url.searchParams;
  const text = (name: string) => {
    const value = parameters.get(name);
    if (value !== null && value.length > longestQuery)
      throw new CalcError("invalid_query", { message: `The parameter "${name}" may have ${longestQuery} characters.` });
    return value?.trim() || undefined;
  };
  const whole = (name: string) => {
    const value = text(name);
    if (value !== undefined && !/^\d{1,6}$/.test(value))
      throw new CalcError("invalid_query", { message: `The parameter "${name}" must be a whole number from 0.` });
    return value === undefined ? undefined : Number(value);
  };
  const names = (name: string) =>
    text(name)
      ?.split(",")
      .flatMap((each) => each.trim() || []);
  const quantities = { gives: names("gives"), from: names("from") };
  const query = { category: text("category"), q: text("q"), ...quantities, limit: whole("limit"), offset: whole("offset") };
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
}

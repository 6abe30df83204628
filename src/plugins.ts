// A plugin is a literal that declares what it adds: so the kernel can order the boot, list what each plugin adds, and
// refuse a clash with the names of both plugins.
import type { H3, H3Event } from "h3";
import type { Answer, Around, Calculation, PreparedCall, RequestContext } from "./calculation/calculate.ts";
import { type CalculationRequest, createRequestSchema, type RequestMembers, type RequestSchema } from "./calculation/request.ts";
import type { Environment, Kind } from "./calculator/kinds/kind.ts";
import type { Catalog } from "./catalog/catalog.ts";
import type { Search } from "./catalog/list.ts";
import { CalcError, type ErrorCode } from "./errors.ts";
import type { JsonSchema, Operations } from "./operations.ts";
import { type AreaDriver, type AreaName, areaNames } from "./storage/area.ts";
import type { Areas } from "./storage/index.ts";
import type { Caller, FunctionEntry, Functions, LogFunction } from "./types.ts";

/** What plugins may ask of the running server. */
export interface Kernel {
  catalog: Catalog;
  functions: Functions;
  plugins: readonly Plugin[];
  storage: Areas;
  /** Runs one calculation as POST /calculate does, through every plugin's `calculate`. */
  calculate: (request: CalculationRequest, context?: RequestContext) => Promise<Answer>;
  /** What POST /calculate answers to a body, an object or its text, through every plugin's `answer`; throws what it would answer as a problem. */
  answer: (body: Record<string, unknown> | string, context?: RequestContext) => Promise<Reply>;
  /** Whether a call that was prepared before still means the same, and its answer. */
  isCurrent: Calculation["isCurrent"];
  replyTo: (prepared: PreparedCall, context: RequestContext) => Promise<Reply>;
  /** JSON Schema of the body of POST /calculate. */
  requestSchema: RequestSchema;
  /** Who sends a request that needs a caller, by the first plugin that knows; throws 401 or 403. */
  authenticate: (event: H3Event) => Promise<Caller | undefined>;
  /** Tells plugins of a refusal; the kernel does so for every request that is answered with an error. */
  refuse: (event: H3Event, error: CalcError) => void;
  /** What a plugin provides under a name; throws where no plugin does. */
  service: <Service>(name: string) => Service;
  /** Whether this server is being stopped and wants no new requests. */
  draining: () => boolean;
  log: LogFunction;
}
/** One answer, as a client receives it. */
export interface Reply {
  prepared: PreparedCall;
  answer: Answer;
  headers: Record<string, string>;
  body: () => object;
  /** The body as JSON. */
  json: () => string;
}
export interface Hooks {
  /** Before a definition is compiled: translate, patch, or refuse it with a CalcError. */
  define?: NonNullable<Environment["define"]>;
  /** Adds members to a calculator's detail. */
  describe?: NonNullable<Environment["describe"]>;
  /** The date since which a calculator that is not there any more is withdrawn; undefined for any other slug. */
  withdrawn?: (slug: string) => string | undefined;
  /** Before routes and other hooks, when storage is open and the catalogue loaded. */
  open?: (kernel: Kernel) => void | Promise<void>;
  /** Who sends a request; called before its body is read. */
  authenticate?: (event: H3Event, kernel: Kernel) => Caller | undefined | Promise<Caller | undefined>;
  /** Around every answer to a body that is still text, before it is read. */
  answer?: (body: string, context: RequestContext, next: (body: string, context: RequestContext) => Promise<Reply>) => Promise<Reply>;
  /** After a request, or one calculation of several, was refused. */
  refuse?: (event: H3Event, error: CalcError, kernel: Kernel) => void;
  /** Around every calculation: quota, cache, audit, metrics. A hook that answers by itself awaits `call.admitted` first. */
  calculate?: Around;
  /** After a hot reload, with the slugs that appeared, changed or went. */
  change?: (slugs: string[], kernel: Kernel) => void;
  ready?: (kernel: Kernel) => void | Promise<void>;
  /** Runs in reverse order of the list. */
  close?: (kernel: Kernel) => void | Promise<void>;
}

export interface Plugin {
  /** Unique; prefixes its log lines and error codes. */
  name: string;
  /** Plugins that must stand earlier in the list. */
  requires?: string[];
  functions?: Functions;
  /** Kinds of values, by the `format` of inputs and the `type` of outputs. */
  kinds?: Record<string, Kind>;
  storage?: Partial<Record<AreaName, AreaDriver>>;
  /** Makes the search of the catalogue; without one, those are found whose title has every word. */
  search?: () => Search;
  /** Further members of POST /calculate. */
  members?: RequestMembers;
  /** Its errors that clients of the API meet, by code; they are thrown as `plugin/code`. */
  errors?: Record<string, ErrorCode>;
  /** Objects for plugins that require this one, made on first use; `kernel.service(name)` gives them. */
  provides?: Record<string, (kernel: Kernel, app: H3) => unknown>;
  /** Its part of the API, and the schemas it uses, for documents. */
  operations?: Operations;
  schemas?: Record<string, JsonSchema>;
  /** Its places in the navigation of pages: address and text. */
  navigation?: [href: string, text: string][];
  /** More folders of YAML. */
  catalog?: string[];
  /** h3 itself: routes and middleware. */
  http?: (app: H3, kernel: Kernel) => void | Promise<void>;
  hooks?: Hooks;
}

const shape: Record<keyof Plugin, (value: never) => boolean> = {
  name: (value: unknown) => typeof value === "string" && /^[a-z][a-z0-9-]*$/.test(value),
  requires: isTexts,
  functions: isRecord,
  kinds: isRecord,
  storage: (value: unknown) =>
    isRecord(value) && Object.keys(value as object).every((area) => (areaNames as readonly string[]).includes(area)),
  search: isFunction,
  members: isRecord,
  errors: isRecord,
  provides: (value: unknown) => isRecord(value) && Object.values(value as object).every(isFunction),
  operations: isRecord,
  schemas: isRecord,
  navigation: Array.isArray,
  catalog: isTexts,
  http: isFunction,
  hooks: (value: unknown) =>
    isRecord(value) && Object.entries(value as object).every(([name, hook]) => hookNames.includes(name) && isFunction(hook)),
};
const hookNames = ["define", "describe", "withdrawn", "open", "authenticate", "answer", "refuse", "calculate", "change", "ready", "close"];
function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}
function isRecord(value: unknown): boolean {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
function isFunction(value: unknown): boolean {
  return typeof value === "function";
}

const refuse = (message: string): never => {
  throw new CalcError("plugin", { message });
};

/** Checks a plugin's literal; throws a CalcError that names the plugin and what is wrong with it. */
export function definePlugin(plugin: Plugin): Plugin {
  const name = String(plugin?.name);
  for (const [key, value] of Object.entries(plugin)) {
    const check = Object.hasOwn(shape, key) ? shape[key as keyof Plugin] : undefined;
    if (!check) refuse(`The plugin "${name}" has an unknown part "${key}" (it may have ${Object.keys(shape).join(", ")}).`);
    if (value !== undefined && !check!(value as never)) refuse(`The plugin "${name}" has a "${key}" that is not what it should be.`);
  }
  if (plugin.name === undefined) refuse("A plugin needs a name.");
  for (const [key, entry] of Object.entries(plugin.functions ?? {})) checkFunction(name, key, entry);
  return plugin;
}

function checkFunction(plugin: string, name: string, entry: FunctionEntry): void {
  const where = `The function "${name}" of the plugin "${plugin}"`;
  if (!/^[a-z][A-Za-z0-9]*$/.test(name)) refuse(`${where} needs a camelCase name.`);
  if (typeof entry?.call !== "function" || !isTexts(entry.params)) refuse(`${where} needs params and call.`);
  if (typeof entry.summary !== "string" || typeof entry.dimension !== "string") refuse(`${where} needs a summary and a dimension rule.`);
  if (entry.example !== null && !(Array.isArray(entry.example) && entry.example.length === 2))
    refuse(`${where} needs an example: [formula, value], or null.`);
}

/** Everything that a list of plugins adds. */
export interface Composition {
  plugins: readonly Plugin[];
  functions: Functions;
  kinds: Record<string, Kind>;
  folders: string[];
  storage: Partial<Record<AreaName, AreaDriver>>;
  search: Plugin["search"];
  members: RequestMembers[];
  /** JSON Schema of the body of POST /calculate. */
  requestSchema: RequestSchema;
  /** All `define` hooks in order; undefined where there is none. */
  define: Environment["define"];
  /** What all `describe` hooks add; undefined where there is none. */
  describe: Environment["describe"];
  withdrawn: NonNullable<Hooks["withdrawn"]>;
  /** The hooks of one name with their plugin, in order. */
  hooks: <Name extends keyof Hooks>(name: Name) => { plugin: string; run: NonNullable<Hooks[Name]> }[];
}

/** Merges a list of plugins; throws for duplicate names, missing or late requirements, and clashes, with the names of the plugins. */
export function composePlugins(list: Plugin[]): Composition {
  const plugins = list.map(definePlugin);
  // without a prototype, no inherited name counts as a function
  const functions: Functions = Object.create(null);
  const kinds: Record<string, Kind> = {};
  const owners = new Map<string, string>();
  const storage: Composition["storage"] = {};
  const claim = (what: string, plugin: string) => {
    const other = owners.get(what);
    if (other) refuse(`The plugins "${other}" and "${plugin}" both bring the ${what}: leave one of them out.`);
    owners.set(what, plugin);
  };
  for (const [at, plugin] of plugins.entries()) {
    const { name, requires = [], functions: own = {}, kinds: ownKinds = {}, storage: drivers = {}, search: ownSearch } = plugin;
    claim(`name "${name}"`, name);
    for (const required of requires) checkRequirement(plugins, at, required);
    for (const [key, entry] of Object.entries(own)) {
      claim(`function ${key}`, name);
      functions[key] = entry;
    }
    for (const [key, kind] of Object.entries(ownKinds)) {
      claim(`kind of value ${key}`, name);
      kinds[key] = kind;
    }
    if (ownSearch) claim("search", name);
    for (const [area, driver] of Object.entries(drivers)) {
      claim(`storage of ${area}`, name);
      storage[area as AreaName] = driver;
    }
  }
  const members = plugins.flatMap(({ members }) => members ?? []);
  const defines = plugins.flatMap(({ hooks }) => hooks?.define ?? []);
  const describes = plugins.flatMap(({ hooks }) => hooks?.describe ?? []);
  const withdrawals = plugins.flatMap(({ hooks }) => hooks?.withdrawn ?? []);
  return {
    plugins,
    functions,
    define: defines.length > 0 ? (definition, context) => defines.reduce((each, define) => define(each, context), definition) : undefined,
    describe: describes.length > 0 ? (calculator) => Object.assign({}, ...describes.map((each) => each(calculator))) : undefined,
    withdrawn: (slug) => withdrawals.map((each) => each(slug)).find((since) => since !== undefined),
    kinds,
    members,
    requestSchema: createRequestSchema(members),
    storage,
    search: plugins.find(({ search }) => search)?.search,
    folders: plugins.flatMap(({ catalog = [] }) => catalog),
    hooks: (name) => plugins.flatMap(({ name: plugin, hooks }) => (hooks?.[name] ? [{ plugin, run: hooks[name] }] : [])),
  };
}

function checkRequirement(plugins: Plugin[], at: number, required: string): void {
  const position = plugins.findIndex(({ name }) => name === required);
  if (position < 0) refuse(`The plugin "${plugins[at]!.name}" requires "${required}", which is not in the list.`);
  if (position >= at) refuse(`The plugin "${plugins[at]!.name}" requires "${required}": put it earlier in the list.`);
}

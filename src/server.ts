// The boot, from top to bottom; a stop goes the other way.
import type { H3 } from "h3";
import { createCalculation, type RequestContext } from "./calculation/calculate.ts";
import { type Catalog, createCatalog } from "./catalog/catalog.ts";
import { watchFolders } from "./catalog/watch.ts";
import { CalcError } from "./errors.ts";
import { type AnswerOptions, createAnswer, toReply } from "./http/answer.ts";
import { createApp } from "./http/app.ts";
import { type Listening, type ListenOptions, listen } from "./http/listen.ts";
import { createRequestCheck } from "./http/request.ts";
import { addRoutes } from "./http/routes.ts";
import { type Composition, composePlugins, type Kernel, type Plugin, type Reply } from "./plugins.ts";
import { closeStorage, createStorage } from "./storage/index.ts";

export interface ServerOptions extends ListenOptions {
  /** Folders of YAML; plugins may add more. */
  catalog: string[];
  plugins?: Plugin[];
  /** Where clients reach this server; links in answers start with it. */
  publicUrl?: string;
  variant?: AnswerOptions["variant"];
  currency?: string;
  /** Paths of snapshots of the catalogue, which spare a start the parsing: the newest is read, the first is written. */
  snapshots?: string[];
  /** The slugs whose files are read, for a program that needs few; without it all. */
  only?: string[];
  /** Takes changes of files while it runs. */
  watch?: boolean;
  /** Name and version of the program, part of every calculator's revision. */
  engine?: string;
  /** Milliseconds between the start of a stop, which /readyz announces, and refusing connections. */
  drainDelayMilliseconds?: number;
  log?: Kernel["log"];
}
export interface Server {
  app: H3;
  kernel: Kernel;
  listen: () => Promise<Listening>;
  close: () => Promise<void>;
}

/** Boots a server: compose → storage → catalogue → kernel → routes. Nothing listens until `listen()`. */
export async function createServer(options: ServerOptions): Promise<Server> {
  const { log = () => {} } = options;
  const plugins = composePlugins(options.plugins ?? []);
  const authenticating = plugins.hooks("authenticate");
  const storage = await createStorage(plugins.storage, log);
  const urlOf = urlsUnder(options.publicUrl ?? `http://localhost:${options.port ?? 3000}`);
  const changed = (slugs: string[]) => {
    for (const { run } of plugins.hooks("change")) run(slugs, kernel);
  };
  const catalog = await openCatalog(plugins, { ...options, urlOf, changed });
  const refuse: Kernel["refuse"] = (event, error) => {
    for (const { run } of plugins.hooks("refuse")) run(event, error, kernel);
  };
  const app = createApp({ log, refuse });
  const lifecycle: Lifecycle = { stopping: false, stopWatching: async () => {} };
  const kernel: Kernel = {
    catalog,
    functions: plugins.functions,
    plugins: plugins.plugins,
    requestSchema: plugins.requestSchema,
    storage,
    log,
    ...createCalculating({ catalog, plugins, variant: options.variant ?? "result", urlOf }),
    service: createServices(plugins.plugins, () => [kernel, app]),
    authenticate: async (event) => {
      for (const { run } of authenticating) {
        const caller = await run(event, kernel);
        if (caller) return caller;
      }
      return undefined;
    },
    refuse,
    draining: () => lifecycle.stopping,
  };
  for (const { run } of plugins.hooks("open")) await run(kernel);
  addRoutes(app, kernel);
  for (const { http } of plugins.plugins) await http?.(app, kernel);
  for (const { run } of plugins.hooks("ready")) await run(kernel);
  return { app, kernel, ...createLifecycle(lifecycle, { options, app, kernel, plugins }) };
}

const urlsUnder = (publicUrl: string) => (slug: string) => `${publicUrl.replace(/\/+$/, "")}/calculators/${slug}`;
const foldersOf = ({ catalog }: ServerOptions, plugins: Composition) => [...catalog, ...plugins.folders];

function openCatalog(
  plugins: Composition,
  options: ServerOptions & { urlOf: (slug: string) => string; changed: (slugs: string[]) => void },
): Promise<Catalog> {
  const { urlOf, changed, log, currency, snapshots, only } = options;
  const named = (chosen: Plugin[]) => [options.engine, ...chosen.map(({ name }) => name)].join(" ");
  const { functions, kinds, define, describe, search, withdrawn } = plugins;
  const optional = {
    ...(currency !== undefined && { currency }),
    ...(snapshots && { snapshots }),
    ...(only && { only }),
    ...(log && { log }),
  };
  return createCatalog({
    folders: foldersOf(options, plugins),
    functions,
    kinds,
    define,
    describe,
    search,
    withdrawn,
    urlOf,
    // where things are stored, no answer depends on it
    engine: named(plugins.plugins.filter(({ storage }) => !storage)),
    reader: named(plugins.plugins.filter((each) => each.functions ?? each.kinds ?? each.catalog ?? each.hooks?.define)),
    changed,
    ...optional,
  });
}

/** The part of the kernel that runs calculations. */
function createCalculating({
  catalog,
  plugins,
  ...options
}: Omit<AnswerOptions, "check"> & { catalog: Catalog; plugins: Composition }): Pick<
  Kernel,
  "calculate" | "answer" | "isCurrent" | "replyTo"
> {
  const calculation = createCalculation({ catalog, members: plugins.members, around: plugins.hooks("calculate").map(({ run }) => run) });
  const { prepare, run, isCurrent } = calculation;
  const answer = createAnswer(calculation, { ...options, check: createRequestCheck(plugins.requestSchema) });
  const answerText = plugins
    .hooks("answer")
    .reduceRight<(body: string, context: RequestContext) => Promise<Reply>>(
      (next, hook) => (body, context) => hook.run(body, context, next),
      answer,
    );
  return {
    calculate: async (request, context = {}) => run(await prepare(request, context.work), context),
    answer: (body, context = {}) => (typeof body === "string" ? answerText(body, context) : answer(body, context)),
    isCurrent,
    replyTo: async (prepared, context) => toReply(prepared, await run(prepared, context), options),
  };
}

/** Makes what plugins provide on first use. */
function createServices(plugins: readonly Plugin[], context: () => [Kernel, H3]): Kernel["service"] {
  const made = new Map<string, unknown>();
  return <Service>(name: string) => {
    if (!made.has(name)) {
      const provide = plugins.map(({ provides }) => provides?.[name]).find((each) => each !== undefined);
      if (!provide) throw new CalcError("plugin", { message: `No plugin provides "${name}": put the one that does into the list.` });
      made.set(name, provide(...context()));
    }
    // as: the plugin that provides it says what it is
    return made.get(name) as Service;
  };
}

interface Lifecycle {
  stopping: boolean;
  stopWatching: () => Promise<void>;
}
interface Parts {
  options: ServerOptions;
  app: H3;
  kernel: Kernel;
  plugins: Composition;
}
/** So long after the start the catalogue is watched and verified: both block, and requests queued during the boot come first. */
const watchDelayMilliseconds = 200;

function createLifecycle(state: Lifecycle, { options, app, kernel, plugins }: Parts): Pick<Server, "listen" | "close"> {
  const { watch = false, drainDelayMilliseconds = 0 } = options;
  const { catalog, storage, log } = kernel;
  let delayed: NodeJS.Timeout | undefined;
  let listening: Listening | undefined;
  const startWatching = () => {
    if (watch) state.stopWatching = watchFolders(foldersOf(options, plugins), catalog.refresh, { log });
    void catalog.verify();
  };
  return {
    listen: async () => {
      listening = await listen(app, options);
      delayed = setTimeout(startWatching, watchDelayMilliseconds);
      return listening;
    },
    close: async () => {
      state.stopping = true;
      clearTimeout(delayed);
      if (listening) await new Promise((next) => setTimeout(next, drainDelayMilliseconds));
      await listening?.close();
      await state.stopWatching();
      for (const { run } of plugins.hooks("close").reverse()) await run(kernel);
      await closeStorage(storage);
    },
  };
}

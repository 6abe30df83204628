// The boot, top to bottom; close in reverse.
import type { H3 } from "h3";
import { createCalculation, type RequestContext } from "./calculation/calculate.ts";
import { createCatalog } from "./catalog/catalog.ts";
import { watchFolders } from "./catalog/watch.ts";
import { CalcError } from "./errors.ts";
import { type AnswerOptions, createAnswer, toReply } from "./http/answer.ts";
import { createApp } from "./http/app.ts";
import { type Listening, type ListenOptions, listen } from "./http/listen.ts";
import { createRequestCheck } from "./http/request.ts";
import { addRoutes } from "./http/routes.ts";
import { composePlugins, type Kernel, type Plugin, type Reply } from "./plugins.ts";
import { closeStorage, createStorage } from "./storage/index.ts";

export interface ServerOptions extends ListenOptions {
  /** Folders of YAML; plugins may add more. */
  catalog: string[];
  plugins?: Plugin[];
  /** Where clients reach this server; links in answers start with it. */
  publicUrl?: string;
  variant?: AnswerOptions["variant"];
  currency?: string;
  /** Path of the catalogue's snapshot; without it none is written. */
  snapshot?: string;
  /** Takes changes of files while it runs. */
  watch?: boolean;
  /** Name and version of the program, part of every calculator's revision. */
  engine?: string;
  /** Milliseconds between saying that it is being stopped and refusing connections. */
  farewellMilliseconds?: number;
  log?: Kernel["log"];
}
export interface Server {
  app: H3;
  kernel: Kernel;
  listen: () => Promise<Listening>;
  close: () => Promise<void>;
}

/** Boots a server; nothing listens until `listen()`. */
export async function createServer(options: ServerOptions): Promise<Server> {
  const {
    plugins: list = [],
    variant = "result",
    log = () => {},
    publicUrl = `http://localhost:${options.port ?? 3000}`,
    watch = false,
    farewellMilliseconds = 0,
  } = options;
  const plugins = composePlugins(list);
  const storage = await createStorage(plugins.storage, log);
  const urlOf = (slug: string) => `${publicUrl.replace(/\/+$/, "")}/calculators/${slug}`;
  const folders = [...options.catalog, ...plugins.folders];
  const changed = (slugs: string[]) => {
    for (const { run } of plugins.hooks("change")) run(slugs, kernel);
  };
  const engine = [options.engine, ...plugins.plugins.map(({ name }) => name)].join(" ");
  const { functions, kinds } = plugins;
  const catalog = await createCatalog({
    folders,
    functions,
    kinds,
    urlOf,
    engine,
    define: plugins.define,
    log,
    changed,
    ...pick(options, ["currency", "snapshot"]),
  });
  const calculation = createCalculation({ catalog, members: plugins.members, around: plugins.hooks("calculate").map(({ run }) => run) });
  const authenticators = plugins.hooks("authenticate");
  const authenticate: Kernel["authenticate"] = async (event) => {
    for (const { run } of authenticators) {
      const caller = await run(event, kernel);
      if (caller) return caller;
    }
    return undefined;
  };
  const calculate: Kernel["calculate"] = async (request, context = {}) => calculation.run(await calculation.prepare(request), context);
  const { requestSchema } = plugins;
  const answerOptions = { variant, urlOf, check: createRequestCheck(requestSchema) };
  const answerBody = createAnswer(calculation, answerOptions);
  const answerText = plugins.hooks("answer").reduceRight<(body: string, context: RequestContext) => Promise<Reply>>(
    (next, { run }) =>
      (body, context) =>
        run(body, context, next),
    answerBody,
  );
  const answer: Kernel["answer"] = (body, context = {}) =>
    typeof body === "string" ? answerText(body, context) : answerBody(body, context);
  const replyTo: Kernel["replyTo"] = async (prepared, context) => ({
    ...toReply(await calculation.run(prepared, context), answerOptions),
    prepared,
  });
  const { isCurrent } = calculation;
  let stopping = false;
  const draining = () => stopping;
  const app = createApp({ log });
  const service = createServices(plugins.plugins, () => [kernel, app]);
  const kernel: Kernel = {
    catalog,
    functions,
    plugins: plugins.plugins,
    storage,
    calculate,
    answer,
    isCurrent,
    replyTo,
    requestSchema,
    service,
    authenticate,
    draining,
    log,
  };
  for (const { run } of plugins.hooks("open")) await run(kernel);
  addRoutes(app, kernel);
  for (const { http } of plugins.plugins) await http?.(app, kernel);
  for (const { run } of plugins.hooks("ready")) await run(kernel);
  let stopWatching = async () => {};
  const tend = () => {
    if (watch) stopWatching = watchFolders(folders, catalog.refresh, { log });
    void catalog.verify();
  };
  let tending: NodeJS.Timeout | undefined;
  let listening: Listening | undefined;
  return {
    app,
    kernel,
    listen: async () => {
      listening = await listen(app, options);
      // who has waited for the start is answered first
      tending = setTimeout(tend, 200);
      return listening;
    },
    close: async () => {
      stopping = true;
      clearTimeout(tending);
      if (listening) await new Promise((next) => setTimeout(next, farewellMilliseconds));
      await listening?.close();
      await stopWatching();
      for (const { run } of plugins.hooks("close").reverse()) await run(kernel);
      await closeStorage(storage);
    },
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

function pick<T extends object, K extends keyof T>(from: T, keys: K[]): Pick<T, K> {
  return Object.fromEntries(keys.filter((key) => from[key] !== undefined).map((key) => [key, from[key]])) as Pick<T, K>;
}

// Reads the configuration from environment variables; a wrong value stops the start with one clear sentence.
import { join } from "node:path";
import { type AreaName, CalcError } from "formulary";

/** The options of all programs. */
export interface Configuration {
  port: number;
  host: string;
  publicUrl: string;
  catalog: string[];
  dataFolder: string;
  variant: "result" | "acknowledgement";
  currency: string;
  logLevel: "silent" | "error" | "warn" | "info";
  logFormat: "text" | "json";
  /** Whether every request gets a line in the log. */
  logRequests: boolean;
  /** The token for metrics and faults; without it nobody can read them. */
  metricsToken?: string;
  /** Milliseconds between saying on /readyz that the server is being stopped and refusing connections. */
  drainDelayMilliseconds: number;
  plugins: string[];
  storage: Storage;
  /** `standard`, `lite`, or the path of a table of plans. */
  plans: string;
  /** Who may create an account on the dashboard. */
  signup: "open" | "invite" | "closed";
  /** The address of the repository, for links on pages. */
  repository?: string | undefined;
  /** Refused requests that a key or an address may send in a minute; Infinity for no limit. */
  refusalsPerMinute: number;
  /** Names under which agents and forms are answered, beside localhost and plain addresses. */
  allowedHosts: string[];
  /** The number of proxies in front of the server whose X-Forwarded-For is trusted. */
  trustedProxies: number;
}
/** The address of each area: memory:, fs:<folder>, redis://… or redis+cluster://… */
export type Storage = Record<AreaName, string>;

type Environment = Record<string, string | undefined>;
const refuse = (name: string, value: string, requirement: string): never => {
  throw new CalcError("configuration", { message: `${name}=${value} is not valid: ${requirement}.` });
};
const list = (text: string) =>
  text
    .split(",")
    .map((each) => each.trim())
    .filter(Boolean);

function oneOf<T extends string>(environment: Environment, name: string, choices: readonly [T, ...T[]]): T {
  const value = environment[name] || choices[0];
  return choices.find((choice) => choice === value) ?? refuse(name, value, `it must be ${choices.join(" or ")}`);
}

// The message does not repeat the value, which is a secret.
function readToken(environment: Environment): { metricsToken?: string } {
  const { METRICS_TOKEN: token } = environment;
  if (!token) return {};
  if (!/^[\x21-\x7e]{16,200}$/.test(token))
    throw new CalcError("configuration", { message: "METRICS_TOKEN is not valid: it must have 16 to 200 characters, and no spaces." });
  return { metricsToken: token };
}

/** Reads every variable of the server; the table in scripts/README.md explains them. */
export function readConfiguration(environment: Environment): Configuration {
  const port = environment.PORT || "3000";
  if (!/^\d+$/.test(port) || Number(port) > 65_535) refuse("PORT", port, "it must be a number from 0 to 65535");
  const publicUrl = environment.PUBLIC_URL || `http://localhost:${port}`;
  const catalog = list(environment.CATALOG || "catalog");
  if (catalog.length === 0) refuse("CATALOG", environment.CATALOG ?? "", "it must name at least one folder");
  const currency = environment.CURRENCY || "$";
  if (currency.length > 5 || /[\d\s.,-]/.test(currency))
    refuse("CURRENCY", currency, "it must be a currency sign of at most five characters");
  const delay = environment.DRAIN_DELAY || "0";
  if (!/^\d{1,3}$/.test(delay) || Number(delay) > 300) refuse("DRAIN_DELAY", delay, "it must be whole seconds from 0 to 300");
  return {
    port: Number(port),
    host: environment.HOST || "127.0.0.1",
    publicUrl: readAddress("PUBLIC_URL", publicUrl),
    catalog,
    dataFolder: environment.DATA_DIR || ".data",
    variant: oneOf(environment, "RESPONSE_VARIANT", ["result", "acknowledgement"]),
    currency,
    logLevel: oneOf(environment, "LOG_LEVEL", ["info", "warn", "error", "silent"]),
    logFormat: environment.LOG_FORMAT ? oneOf(environment, "LOG_FORMAT", ["text", "json"]) : process.stderr.isTTY ? "text" : "json",
    logRequests: oneOf(environment, "LOG_REQUESTS", ["false", "true"]) === "true",
    ...readToken(environment),
    drainDelayMilliseconds: Number(delay) * 1000,
    plugins: list(environment.PLUGINS ?? ""),
    storage: readStorage(environment),
    plans: environment.PLANS || "standard",
    signup: oneOf(environment, "SIGNUP", ["open", "invite", "closed"]),
    ...(environment.REPOSITORY && { repository: readAddress("REPOSITORY", environment.REPOSITORY) }),
    refusalsPerMinute: readRefusals(environment),
    allowedHosts: readHosts(environment, publicUrl),
    trustedProxies: readCount(environment, "TRUST_PROXY"),
  };
}

function readAddress(name: string, value: string): string {
  if (!/^https?:\/\/[^\s/]/.test(value) || !URL.canParse(value))
    refuse(name, value, "it must be an address such as https://calc.example.com");
  return value.replace(/\/+$/, "");
}

function readRefusals({ REFUSALS_PER_MINUTE: text = "" }: Environment): number {
  const value = text || "300";
  if (!/^\d{1,6}$/.test(value)) refuse("REFUSALS_PER_MINUTE", value, "it must be a whole number, 0 for no limit");
  return Number(value) || Number.POSITIVE_INFINITY;
}

/** The host of PUBLIC_URL, and those of ALLOWED_HOSTS. */
function readHosts({ ALLOWED_HOSTS: hosts = "" }: Environment, publicUrl: string): string[] {
  const further = list(hosts);
  for (const host of further)
    if (!/^[\w.-]+$/.test(host))
      refuse("ALLOWED_HOSTS", hosts, "it must be names such as calc.example.com, separated by commas, without a port");
  return [new URL(publicUrl).hostname, ...further];
}

function readCount(environment: Environment, name: string): number {
  const value = environment[name] || "0";
  if (!/^\d$/.test(value)) refuse(name, value, "it must be the number of proxies in front of the server, 0 to 9");
  return Number(value);
}

/** Reads the address of each area: STORAGE for all, KEYS_STORAGE, QUOTAS_STORAGE and CACHE_STORAGE for one. */
export function readStorage(environment: Environment): Storage {
  const files = `fs:${environment.DATA_DIR || ".data"}`;
  const address = (name: string, standard: string) => {
    const variable = environment[name] ? name : "STORAGE";
    const value = environment[variable] || standard;
    // The message does not repeat the value, which may contain a password.
    if (!/^(memory:|fs:.+|redis(s?)(\+cluster)?:\/\/[^\s]+)$/.test(value))
      throw new CalcError("configuration", {
        message: `${variable} is not valid: it must be memory:, fs:<folder>, redis://host:port or redis+cluster://host:port,host:port.`,
      });
    return value;
  };
  return { keys: address("KEYS_STORAGE", files), quotas: address("QUOTAS_STORAGE", files), cache: address("CACHE_STORAGE", "memory:") };
}

/** The areas with an address of one kind: the paths of fs: addresses, the whole of redis: ones. */
export function areasAt(storage: Storage, kind: "fs" | "redis"): Partial<Storage> {
  return Object.fromEntries(
    Object.entries(storage).flatMap(([area, address]) => {
      if (kind === "fs") return address.startsWith("fs:") ? [[area, join(address.slice(3))]] : [];
      return address.startsWith("redis") ? [[area, address]] : [];
    }),
  );
}

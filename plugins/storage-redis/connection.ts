// One connection to Redis or Redis Cluster that never makes a request wait: a deadline for every command, and a breaker that
// refuses at once while the storage is away and asks it in the background whether it is back.
import { Cluster, type ClusterOptions, Redis, type RedisOptions } from "ioredis";
import { createDeadline, Late } from "./deadline.ts";

type Client = Redis | Cluster;
type Log = (level: "info" | "warn" | "error", message: string) => void;

export interface Connection {
  client: Client;
  /** Runs commands within the deadline, or throws; every failure that is not the command's own opens the breaker. */
  run: <T>(work: (client: Client) => Promise<T>) => Promise<T>;
  available: () => boolean;
  /** Waits a moment for the storage; a start goes on without it. */
  open: (log: Log) => Promise<void>;
  close: () => void;
}

/** A command is given up after so many milliseconds. */
const deadline = 200;
const probeEvery = 100;
const waitAtStart = 1500;

const options: RedisOptions = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  connectTimeout: 1000,
  retryStrategy: (attempt) => Math.min(50 * attempt, 500),
};
/** Answers that mean the storage, not the command, is at fault. */
const outage = /^(LOADING|READONLY|CLUSTERDOWN|MASTERDOWN|NOAUTH|WRONGPASS|NOPERM|MISCONF|OOM|TRYAGAIN|NOREPLICAS)/;

/** The places that an address names, without its password: for log lines. */
export function placeOf(url: string): string {
  return url
    .replace(/^[^:]+:\/\//, "")
    .replace(/[^@,/]*@/g, "")
    .replace(/[/?].*$/, "");
}

function createClient(url: string): Client {
  const [, secure, cluster, rest] = /^redis(s?)(\+cluster)?:\/\/(.*)$/.exec(url) ?? [];
  if (!cluster) return new Redis(url, options);
  const [, credentials, hosts] = /^(?:(.*)@)?([^@/?]*)/.exec(rest!)!;
  const [username, password] = (credentials ?? "").split(":").map(decodeURIComponent);
  const nodes = hosts!.split(",").map((host) => ({ host: host.replace(/:\d+$/, ""), port: Number(/:(\d+)$/.exec(host)?.[1] ?? 6379) }));
  return new Cluster(nodes, {
    redisOptions: {
      ...options,
      ...(password && { password }),
      ...(username && { username }),
      ...(secure && { tls: {} }),
    },
    enableOfflineQueue: false,
    enableAutoPipelining: true,
    clusterRetryStrategy: (attempt) => Math.min(50 * attempt, 500),
    slotsRefreshTimeout: 1000,
    maxRedirections: 3,
    retryDelayOnFailover: 50,
    retryDelayOnClusterDown: 50,
    retryDelayOnTryAgain: 50,
  } satisfies ClusterOptions);
}

/** Lets the commands of one turn of the event loop leave in one piece, as ioredis's own pipelining does, at two thirds of its cost; that one knows the nodes of a cluster. */
function sendTogether(client: Client): void {
  if (client instanceof Cluster) return;
  const { stream } = client;
  if (!stream || stream.writableCorked > 0) return;
  stream.cork();
  setImmediate(() => stream.uncork());
}

/** Connects to an address such as redis://host, rediss://user:password@host/1 or redis+cluster://a,b,c. */
export function connect(url: string, prefix = "formulary"): Connection {
  const client = createClient(url);
  const within = createDeadline(deadline);
  const place = placeOf(url);
  let log: Log = () => {};
  let away = false;
  let closed = false;
  let said = "";
  let lastCause = "";
  let answered = 0;
  let probing: NodeJS.Timeout | undefined;
  client.on("error", ({ message }: Error) => {
    lastCause = message;
  });

  const trip = (cause: string) => {
    if (closed) return;
    if (said !== cause) log("error", `Redis at ${place} does not answer: ${cause}. Keys and quotas answer 503 until it is back.`);
    said = cause;
    away = true;
    probing ??= setInterval(() => void probe(), probeEvery);
  };
  const probe = async () => {
    try {
      // a write: a full Redis and a replica still read
      await within(client.set(`${prefix}:probe`, "1", "EX", 60));
    } catch {
      return;
    }
    clearInterval(probing);
    probing = undefined;
    if (away) log("info", `Redis at ${place} answers again.`);
    away = false;
    said = "";
  };
  const causeOf = ({ message }: Error) =>
    /writeable|closed|all.*nodes|refresh slots|None of/i.test(message) && lastCause ? lastCause : message;

  return {
    client,
    run: async (work) => {
      if (away) throw new Error(`Redis at ${place} does not answer.`);
      const started = performance.now();
      try {
        sendTogether(client);
        const result = await within(work(client));
        answered = performance.now();
        return result;
      } catch (error) {
        const { name, message } = error as Error;
        // slow is not away: others were answered meanwhile
        if (error instanceof Late && answered > started) throw error;
        if (name !== "ReplyError" || outage.test(message)) trip(causeOf(error as Error));
        throw error;
      }
    },
    available: () => !away,
    open: async (logger) => {
      log = logger;
      if (client.status === "ready" || away) return;
      const ready = new Promise<void>((resolve) => client.once("ready", resolve));
      await createDeadline(waitAtStart)(ready).catch(() => trip(lastCause || "no connection"));
    },
    close: () => {
      closed = true;
      clearInterval(probing);
      client.disconnect();
    },
  };
}

// A connection to Redis or Redis Cluster that never makes a request wait: every command has a deadline, and while Redis does
// not answer, a circuit breaker refuses commands at once and checks in the background whether Redis is back.
import { Cluster, type ClusterOptions, Redis, type RedisOptions } from "ioredis";
import { createDeadline, DeadlineError } from "./deadline.ts";

type Client = Redis | Cluster;
type Log = (level: "info" | "warn" | "error", message: string) => void;

export interface Connection {
  client: Client;
  /** Runs commands within the deadline, or throws. A failure of Redis, not of the command, opens the circuit breaker. */
  run: <T>(work: (client: Client) => Promise<T>) => Promise<T>;
  available: () => boolean;
  /** Waits a moment for Redis; the server starts also without it. */
  open: (log: Log) => Promise<void>;
  close: () => void;
}

const deadlineMilliseconds = 200;
const probeMilliseconds = 100;
const startMilliseconds = 1500;

const options: RedisOptions = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  connectTimeout: 1000,
  retryStrategy: (attempt) => Math.min(50 * attempt, 500),
};
/** Errors of Redis itself, not of the command. */
const outage = /^(LOADING|READONLY|CLUSTERDOWN|MASTERDOWN|NOAUTH|WRONGPASS|NOPERM|MISCONF|OOM|TRYAGAIN|NOREPLICAS)/;

/** Errors that say nothing about the cause: the last error of the connection does. */
const vague = /writeable|closed|all.*nodes|refresh slots|None of/i;

/** The hosts of an address, without the password: for log lines. */
export function hostsOf(url: string): string {
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

// Sends the commands of one turn of the event loop in one packet, like the automatic pipelining of ioredis, at two thirds of
// its cost. A cluster needs the one of ioredis, which knows the nodes.
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
  const hosts = hostsOf(url);
  const within = createDeadline(deadlineMilliseconds);
  // a write, because a full Redis and a replica can still read
  const breaker = createBreaker(hosts, () => within(client.set(`${prefix}:probe`, "1", "EX", 60)));
  let lastCause = "";
  let answeredAt = 0;
  client.on("error", ({ message }: Error) => void (lastCause = message));
  return {
    client,
    run: async (work) => {
      if (breaker.isOpen()) throw new Error(`Redis at ${hosts} does not answer.`);
      const startedAt = performance.now();
      try {
        sendTogether(client);
        const result = await within(work(client));
        answeredAt = performance.now();
        return result;
      } catch (error) {
        const { name, message } = error as Error;
        // one slow command is not an outage while others are answered
        if (error instanceof DeadlineError && answeredAt > startedAt) throw error;
        if (name !== "ReplyError" || outage.test(message)) breaker.open(vague.test(message) && lastCause ? lastCause : message);
        throw error;
      }
    },
    available: () => !breaker.isOpen(),
    open: async (log) => {
      breaker.logTo(log);
      if (client.status === "ready" || breaker.isOpen()) return;
      const ready = new Promise<void>((resolve) => client.once("ready", resolve));
      await createDeadline(startMilliseconds)(ready).catch(() => breaker.open(lastCause || "no connection"));
    },
    close: () => {
      breaker.stop();
      client.disconnect();
    },
  };
}

interface Breaker {
  isOpen: () => boolean;
  /** Refuses commands from now on, until the probe succeeds. */
  open: (cause: string) => void;
  logTo: (log: Log) => void;
  /** Stops probing for ever. */
  stop: () => void;
}

function createBreaker(hosts: string, probe: () => Promise<unknown>): Breaker {
  let log: Log = () => {};
  let isOpen = false;
  let isStopped = false;
  let loggedCause = "";
  let timer: NodeJS.Timeout | undefined;
  const tryAgain = async () => {
    try {
      await probe();
    } catch {
      return;
    }
    clearInterval(timer);
    timer = undefined;
    if (isOpen) log("info", `Redis at ${hosts} answers again.`);
    isOpen = false;
    loggedCause = "";
  };
  return {
    isOpen: () => isOpen,
    open: (cause) => {
      if (isStopped) return;
      if (loggedCause !== cause)
        log("error", `Redis at ${hosts} does not answer: ${cause}. Requests that need API keys or counts get 503 until it is back.`);
      loggedCause = cause;
      isOpen = true;
      timer ??= setInterval(() => void tryAgain(), probeMilliseconds);
    },
    logTo: (logger) => {
      log = logger;
    },
    stop: () => {
      isStopped = true;
      clearInterval(timer);
    },
  };
}

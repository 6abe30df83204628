// The metrics in the format of Prometheus. Labels are route patterns, error codes and storage areas, never slugs, keys, inputs or
// network addresses: a client cannot create new time series.
import { CalcError, type Hooks, type Kernel } from "formulary";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { AnsweredRequest } from "./requests.ts";

export interface Meters {
  request: (request: AnsweredRequest) => void;
  calculate: NonNullable<Hooks["calculate"]>;
  /** Adds the metrics that are read from the kernel at each scrape. */
  watch: (kernel: Kernel) => void;
  type: string;
  text: () => Promise<string>;
}

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Creates the metrics of one server: requests, calculations, storage, catalogue, process and event loop. */
export function createMeters(): Meters {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  return {
    request: requestMeter(registers),
    calculate: calculationMeter(registers),
    watch: (kernel) => watch(kernel, registers),
    type: registry.contentType,
    text: () => registry.metrics(),
  };
}

function requestMeter(registers: Registry[]): Meters["request"] {
  const requests = new Histogram({
    name: "formulary_http_request_duration_seconds",
    help: "Time to an answer, by method, route pattern and class of status.",
    labelNames: ["method", "route", "status"],
    buckets,
    registers,
  });
  const problems = new Counter({
    name: "formulary_http_problems_total",
    help: "Requests that were refused, by route pattern and code of the problem.",
    labelNames: ["route", "code"],
    registers,
  });
  // To find a child by its labels costs more than to count; there are at most routes × methods × classes of them.
  const timers = new Map<string, ReturnType<typeof requests.labels>>();
  return ({ method, route, status, milliseconds, code }) => {
    const labels = [method, route, `${Math.floor(status / 100)}xx`];
    const key = labels.join(" ");
    let timer = timers.get(key);
    if (!timer) timers.set(key, (timer = requests.labels(...labels)));
    timer.observe(milliseconds / 1000);
    if (code) problems.inc({ route, code });
  };
}

function calculationMeter(registers: Registry[]): Meters["calculate"] {
  const calculations = new Counter({
    name: "formulary_calculations_total",
    help: "Calculations with valid inputs, by outcome: ok, cached, or the code of the refusal.",
    labelNames: ["outcome"],
    registers,
  });
  return async (call, next) => {
    try {
      const answer = await next(call);
      calculations.inc({ outcome: answer.cached ? "cached" : "ok" });
      return answer;
    } catch (error) {
      calculations.inc({ outcome: error instanceof CalcError ? error.code : "internal" });
      throw error;
    }
  };
}

function watch({ catalog, storage, draining }: Kernel, registers: Registry[]): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  gauge("formulary_calculators", "Calculators in the catalogue.", () => catalog.list({ limit: 0 }).total);
  gauge("formulary_catalog_faults", "What is wrong with catalogue files now.", () => catalog.findings().length);
  gauge("formulary_draining", "1 while the server is being stopped.", () => Number(draining()));
  new Gauge({
    name: "formulary_storage_available",
    help: "1 while a storage area answers.",
    labelNames: ["area"],
    registers,
    collect() {
      for (const [area, { available }] of Object.entries(storage)) this.set({ area }, Number(available()));
    },
  });
}

// What is a calculation? find → validate → plugins around → run → explain.
import { unitText } from "../calculator/kinds/units.ts";
import { digitsOf } from "../calculator/kinds/write.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { CalcError } from "../errors.ts";
import type { Accepted, Calculator, Call, Caller, Outcome, Unknown } from "../types.ts";
import { firstAccepted, inSlices, solutions as solutionsOf } from "./solve.ts";

export interface CalculationRequest {
  calculator: string;
  inputs: unknown;
  /** Units to show outputs in, by output. */
  units?: Record<string, string>;
  /** A number input to solve for, and the value that one output is to reach. */
  solveFor?: string;
  target?: Record<string, number | { value: number; unit: string }>;
}
/** A calculation's outcome, when it was computed, and whether it came from a cache. */
export interface Answer {
  call: Call;
  outcome: Outcome;
  cached: boolean;
  timestamp: string;
  /** Headers that plugins add to the answer over HTTP. */
  headers?: Record<string, string>;
  /** The outcome as JSON, where a plugin has written it already; it counts only for that very outcome and time. */
  written?: { outcome: Outcome; timestamp: string; json: string };
}
export type Computed = Omit<Answer, "call">;
export type Around = (call: Call, next: (call: Call) => Promise<Computed>) => Promise<Computed>;

interface Parts {
  catalog: Catalog;
  /** Plugins' hooks in list order: the first one is outermost. */
  around: Around[];
}

/** What is asked, found and validated: the same for whoever asks it, for as long as the calculator stands and the day lasts. */
export interface Question extends Pick<Call, "calculator" | "values" | "sent" | "steps" | "assumed" | "units" | "unknown"> {
  today: string;
}
export interface Asker {
  caller?: Caller;
  context?: Call["context"];
}

/** The one way a calculation goes, whoever asks for it. */
export interface Calculation {
  understand: (request: CalculationRequest) => Promise<Question>;
  /** Whether a question means today what it meant when it was understood. */
  stands: (question: Question) => boolean;
  answer: (question: Question, asker: Asker) => Promise<Answer>;
}

/** Composes it from the catalogue and the plugins around. */
export function createCalculation({ catalog, around }: Parts): Calculation {
  const compute = async (call: Call): Promise<Computed> => {
    await call.admitted;
    const outcome = call.unknown
      ? await runBackwards(call, call.unknown)
      : call.calculator.hasFormula
        ? call.calculator.run(call)
        : nothing;
    return { outcome, cached: false, timestamp: timestampOf(Date.now()) };
  };
  const through = around.reduceRight<(call: Call) => Promise<Computed>>((next, hook) => (call) => hook(call, next), compute);
  return {
    understand: async (request) => {
      const { calculator: slug, inputs, units } = request;
      const calculator = catalog.get(slug) ?? unknown(slug, catalog);
      const today = dayOf(Date.now());
      const asked = toUnknown(request, today);
      const accepted = asked ? await inSlices(firstAccepted(calculator, asked)) : calculator.accept(inputs, today, units);
      const { values, sent, steps, assumed } = accepted;
      return { calculator, values, sent, steps, assumed, units: asked ? units : accepted.units, unknown: asked, today };
    },
    stands: ({ calculator, today }) => catalog.get(calculator.slug) === calculator && today === dayOf(Date.now()),
    answer: async (question, { caller, context = {} }) => {
      const { calculator, values, sent, steps, assumed, units, unknown } = question;
      // written out: an object that is spread and then added to takes a slow way, as often as it is made
      const call: Call = { calculator, values, sent, steps, assumed, units, unknown, caller, context, admitted: undefined };
      const { outcome, cached, timestamp, headers, written } = await through(call);
      return { call, outcome, cached, timestamp, headers, written };
    },
  };
}

let latest = { moment: Number.NaN, text: "" };
/** A moment as ISO 8601 in UTC; of many calculations in a millisecond it is written once. */
function timestampOf(moment: number): string {
  if (moment !== latest.moment) latest = { moment, text: new Date(moment).toISOString() };
  return latest.text;
}

const dayOf = (moment: number) => timestampOf(moment).slice(0, 10);

function toUnknown({ inputs, solveFor, target = {} }: CalculationRequest, today: string): Unknown | undefined {
  if (solveFor === undefined) return undefined;
  const [[output, wanted] = ["", Number.NaN]] = Object.entries(target);
  const quantity = typeof wanted === "number" ? { target: wanted } : { target: wanted.value, unit: wanted.unit };
  // as: an object is what a caller over HTTP was checked for, and what every calculator asks of its inputs
  return { inputs: inputs as Record<string, unknown>, solveFor, output, ...quantity, today };
}

/** The outcome at the first solution, and all solutions. */
async function runBackwards({ calculator, units }: Call, asked: Unknown): Promise<Outcome> {
  const found = await inSlices(solutionsOf(calculator, asked));
  const first = calculator.accept({ ...asked.inputs, [asked.solveFor]: found[0]!.values[asked.solveFor] }, asked.today, units);
  const written = found.map((accepted) => calculator.shown(asked.solveFor, accepted));
  const { label, unit } = written[0]!;
  const outcome = calculator.run({ ...first, sent: { ...first.sent, ...rounded(calculator, asked.solveFor, first) } });
  const solutions = written.map(({ value, formatted }) => ({ value, formatted }));
  return { ...outcome, solved: { name: asked.solveFor, label, unit, solutions, inputs: first.values } };
}

// The explanation says what was found as a person would; a duration is written as one anyway.
function rounded(calculator: Calculator, name: string, { values }: Accepted): Accepted["sent"] {
  const { unit, as } = calculator.completed().inputs!.properties[name]!;
  const x = values[name] as number;
  return as ? {} : { [`/inputs/${name}`]: { value: Number(x.toPrecision(digitsOf(x))), unit: unitText(unit, values) } };
}

const nothing = { results: {}, explanation: "" };

/** The 404 of a slug, with the slugs that may have been meant. */
export function unknown(slug: string, catalog: Catalog): never {
  const near = catalog.near(slug);
  const shown = slug.slice(0, 100);
  throw new CalcError("unknown_calculator", {
    message: `There is no calculator "${shown}".${near[0] ? ` Did you mean "${near[0]}"?` : " GET /api/v1/calculators lists them all."}`,
    errors: near.map((each) => ({ path: "/calculator", code: "near", message: each })),
  });
}

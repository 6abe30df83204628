// One calculation, whoever asks for it: find → validate → plugins around → run → explain.
import type { Catalog } from "../catalog/catalog.ts";
import { CalcError } from "../errors.ts";
import { bounds } from "../language/parse.ts";
import type { Addition, Call, Caller, Outcome, ValidInputs, Work } from "../types.ts";
import type { CalculationRequest, RequestMembers } from "./request.ts";

/** A calculation's outcome, when it was computed, and whether it came from a cache. */
export interface Answer {
  call: Call;
  outcome: Outcome;
  cached: boolean;
  timestamp: string;
  /** Headers that plugins add to the answer over HTTP. */
  headers?: Record<string, string>;
}
export type Around = (call: Call, next: (call: Call) => Promise<Omit<Answer, "call">>) => Promise<Omit<Answer, "call">>;

/** A call found and validated: the same for whoever asks, while the calculator stays the same and the day lasts. */
export interface PreparedCall extends Omit<Call, "caller" | "context" | "admitted" | "work"> {
  today: string;
}
/** Who asks, and what plugins know of the request. */
export interface RequestContext {
  caller?: Caller;
  context?: Call["context"];
  /** The same for all calculations of one request; without it each is a request of its own. */
  work?: Work;
}
export interface Calculation {
  prepare: (request: CalculationRequest, work?: Work) => Promise<PreparedCall>;
  /** Whether a prepared call means today what it meant when it was prepared. */
  isCurrent: (prepared: PreparedCall) => boolean;
  run: (prepared: PreparedCall, context: RequestContext) => Promise<Answer>;
}

interface Options {
  catalog: Catalog;
  members: RequestMembers[];
  /** Plugins' hooks in list order: the first one is outermost. */
  around: Around[];
}

/** Composes it from the catalogue and the plugins around. */
export function createCalculation({ catalog, members, around }: Options): Calculation {
  const compute = async (call: Call): Promise<Omit<Answer, "call">> => {
    await call.admitted;
    const { calculator, custom, additions, work } = call;
    let outcome = custom ? await custom.run(call) : calculator.hasFormula ? calculator.run(call, work) : nothing;
    if (additions.length > 0 && calculator.hasFormula) outcome = await addTo(outcome, additions, call);
    return { outcome, cached: false, timestamp: timestampOf(Date.now()) };
  };
  const through = around.reduceRight<(call: Call) => Promise<Omit<Answer, "call">>>((next, hook) => (call) => hook(call, next), compute);
  return {
    prepare: async (request, work) => {
      if (work) checkStepsLeft(work);
      const { calculator: slug, units } = request;
      const calculator = catalog.get(slug) ?? failUnknownCalculator(slug, catalog);
      const today = dayOf(Date.now());
      const additions = members.flatMap(({ add }) => add?.(request, { calculator }) ?? []);
      const read = additions.find(({ inputs }) => inputs !== undefined)?.inputs;
      const asked = read === undefined ? request : { ...request, inputs: read };
      const own = members.find(({ properties, prepare }) => prepare && Object.keys(properties).some((name) => asked[name] !== undefined));
      const inputs: ValidInputs & Pick<Call, "custom"> = own
        ? await own.prepare!(asked, { calculator, today })
        : calculator.validate(asked.inputs, today, units, work);
      // written out, here and below: an object that is spread and then added to takes V8's slow path
      const { values, sent, steps, assumed, ended, custom } = inputs;
      return { calculator, today, values, sent, steps, assumed, ended, units: inputs.units, custom, additions };
    },
    isCurrent: ({ calculator, today }) => catalog.get(calculator.slug) === calculator && today === dayOf(Date.now()),
    run: async (prepared, { caller, context = {}, work = createWork() }) => {
      const { calculator, values, sent, steps, assumed, ended, units, custom, additions } = prepared;
      const about = { caller, context, work, admitted: undefined };
      const call: Call = { calculator, values, sent, steps, assumed, ended, units, custom, additions, ...about };
      const { outcome, cached, timestamp, headers } = await through(call);
      return { call, outcome, cached, timestamp, headers };
    },
  };
}

/** The outcome with all additions; they see the inputs that a search found. */
async function addTo(outcome: Outcome, additions: Addition[], call: Call): Promise<Outcome> {
  let whole = outcome;
  for (const { run } of additions) {
    const { inputs } = whole;
    whole = await run(whole, inputs ? { ...call, values: inputs, sent: {} } : call);
  }
  return whole;
}

const nothing = { results: {}, explanation: "" };

/** The steps that one request may take, whatever it asks for: about a tenth of a second of processor. */
export const requestSteps = 5 * bounds.steps;

/** The work of one request, none of it done. */
export const createWork = (from = "", hasLeft = () => false): Work => ({ steps: 0, from, hasLeft });

/** Throws where a request has used up its steps before one of its calculations begins, so that this one counts as none. */
function checkStepsLeft({ steps }: Work): void {
  if (steps >= requestSteps)
    throw new CalcError("too_much_work", {
      message: "The calculations before this one took all the steps that one request may take: send this one in a request of its own.",
    });
}

let latest = { moment: Number.NaN, text: "" };
/** A moment as ISO 8601 in UTC; many calculations of one millisecond share the text. */
function timestampOf(moment: number): string {
  if (moment !== latest.moment) latest = { moment, text: new Date(moment).toISOString() };
  return latest.text;
}

const dayOf = (moment: number) => timestampOf(moment).slice(0, 10);

/** Throws 410 for a calculator that was withdrawn, else 404 with the slugs that may have been meant, or another hint where there are none. */
export function failUnknownCalculator(slug: string, catalog: Catalog, hint = "GET /api/v1/calculators lists them all."): never {
  const near = catalog.near(slug);
  const since = catalog.withdrawn(slug);
  if (since !== undefined) throw new CalcError("withdrawn", { message: `The calculator "${slug}" was withdrawn on ${since}. ${hint}` });
  throw new CalcError("unknown_calculator", {
    message: `There is no calculator "${slug.slice(0, 100)}". ${near[0] ? `Did you mean "${near[0]}"?` : hint}`,
    errors: near.map((each) => ({ path: "/calculator", code: "near", message: each })),
  });
}

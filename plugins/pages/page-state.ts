// The query of a calculator's page → what the page shows: the state of the form, and the outcome or the errors.
import { CalcError, type Calculator, type Fault, type Kernel, type Outcome, type Work } from "formulary";
import { choicesOf } from "formulary/compiler";
import { readQuery, toQuery } from "../query/index.ts";
import { type Working, workingOf } from "../steps/index.ts";
import type { FormState } from "./controls.tsx";
import { type Detail, typesOf } from "./detail.ts";
import { isSetting, keptQueries, outputUnitPrefix } from "./settings.ts";
import { readSolveForm, type SolveForm } from "./solve-form.ts";
import { type FieldUnits, inNewUnits, inPreferredUnits } from "./unit-change.ts";
import type { UnitChoices } from "./unit-choices.ts";
import { type UnitSystem, unitIn } from "./unit-systems.ts";

export interface PageState {
  form: FormState;
  outcome?: Outcome;
  /** Errors that belong to no field. */
  generalErrors: string[];
  /** The title of the example that fills the form of a page without a query. */
  example?: string;
  /** The inputs of this result, as a query; the one that is looked for is in `solve`. */
  query: URLSearchParams;
  today: string;
  /** The fields for solving backwards, where the page has them. */
  solve?: SolveForm;
  /** Units chosen for results, by output, where they are not the declared ones. */
  units: Record<string, string>;
  /** Whether the page says what moves the result. */
  moves: boolean;
  /** The working, where the page shows it. */
  working?: Working;
  /** Results that are kept for comparison, with their queries. */
  kept: { query: string; state: PageState }[];
  work: Work;
}

/** What the pages of all calculators have in common. */
export interface PageSources {
  kernel: Kernel;
  detailOf: (calculator: Calculator) => Detail;
  /** Those of the present environment. */
  unitChoices: () => UnitChoices;
}

/** One visit of a page. */
interface Visit {
  work: Work;
  /** The units that the visitor prefers. */
  system?: UnitSystem | undefined;
}

/** The state of a calculator's page for a query; without one the page shows the calculator's first example. */
export async function createPageState(
  calculator: Calculator,
  parameters: URLSearchParams,
  sources: PageSources & Visit,
): Promise<PageState> {
  const state = await createState(calculator, parameters, sources);
  for (const query of keptQueries(parameters))
    state.kept.push({ query, state: await createState(calculator, new URLSearchParams(query), sources) });
  return state;
}

async function createState(calculator: Calculator, parameters: URLSearchParams, sources: PageSources & Visit): Promise<PageState> {
  const state = readPage(calculator, parameters, sources);
  const { form, solve, today } = state;
  const { inputs, faults } = form.values;
  if (solve) {
    form.hidden.add(solve.input);
    delete inputs[solve.input];
  }
  hideInputsThatDoNotApply(calculator, state);
  // rounded to the visitor's units an example may go beyond a limit: then it stays as its author wrote it
  const isConverted = state.example !== undefined && sources.system !== undefined;
  if (isConverted && inputFaults(calculator, inputs, today).length > 0)
    return createState(calculator, parameters, { ...sources, system: undefined });
  if (faults.length > 0) return withFaults(state, [...faults, ...inputFaults(calculator, inputs, today)]);
  if (solve?.error !== undefined) return state;
  try {
    return {
      ...state,
      ...(await calculate(calculator, state, { kernel: sources.kernel, working: parameters.get("with-working") === "yes" })),
    };
  } catch (error) {
    if (!(error instanceof CalcError) || error.status !== 422) throw error;
    return withFaults(state, error.errors.length > 0 ? error.errors : [{ path: "", code: error.code, message: error.message }]);
  }
}

function readPage(
  calculator: Calculator,
  parameters: URLSearchParams,
  { kernel, work, system, ...sources }: PageSources & Visit,
): PageState {
  const detail = sources.detailOf(calculator);
  const environment = kernel.catalog.environment();
  const unitChoices = sources.unitChoices();
  const solve = readSolveForm(parameters, detail, environment);
  const isSought = (name: string) => solve?.before.some(([each]) => each === name);
  const inputParameters = new URLSearchParams([...parameters].filter(([name]) => !isSetting(name) && !isSought(name)));
  const example = inputParameters.size === 0 && !solve ? detail.examples.find(({ solve }) => solve === undefined) : undefined;
  const units = { system, environment, unitChoices };
  const query = example ? inPreferredUnits(toQuery(example.inputs, detail), detail, units) : inNewUnits(inputParameters, detail, units);
  const values = readQuery(query, detail, environment);
  const form: FormState = { detail, values, errors: new Map(), hidden: new Set(), environment, unitChoices, system };
  const today = new Date().toISOString().slice(0, 10);
  const shownUnits = outputUnits(parameters, detail, units);
  const moves = parameters.get("with-moves") === "yes" && !solve;
  return {
    form,
    generalErrors: [],
    query,
    today,
    units: shownUnits,
    moves,
    kept: [],
    work,
    ...(example && { example: example.title }),
    ...(solve && { solve }),
  };
}

type Calculated = Pick<PageState, "outcome" | "working">;
async function calculate(
  { slug }: Calculator,
  state: PageState,
  { kernel, working }: { kernel: Kernel; working: boolean },
): Promise<Calculated> {
  const { form, solve, units, moves, work } = state;
  const backwards = solve?.target === undefined ? {} : { solveFor: solve.input, target: { [solve.output]: solve.target } };
  const { outcome, call } = await kernel.calculate(
    { calculator: slug, inputs: form.values.inputs, units, ...backwards, ...(moves && { sensitivity: true }) },
    { work },
  );
  const shown = working && call.calculator.hasFormula ? { working: workingOf(outcome, call, kernel) } : {};
  if (!solve) return { outcome, ...shown };
  // the page shows what was found above the results
  const { [solve.input]: _, ...results } = outcome.results;
  return { outcome: { ...outcome, results }, ...shown };
}

/** The units of results: those that were chosen, and otherwise those that the visitor prefers. */
function outputUnits(parameters: URLSearchParams, { outputs }: Detail, { system, unitChoices }: FieldUnits): Record<string, string> {
  const units = Object.entries(outputs).flatMap(([name, { unit, substance, type = "number", as }]) => {
    if (typeof unit !== "string") return [];
    const sent = parameters.get(outputUnitPrefix + name);
    const wanted = sent || (type === "number" && !as ? unitIn(system, unit) : undefined);
    return wanted && wanted !== unit && unitChoices.unitsFor(unit, substance).includes(wanted) ? [[name, wanted]] : [];
  });
  return Object.fromEntries(units) as Record<string, string>;
}

function inputFaults(calculator: Calculator, inputs: Record<string, unknown>, today: string): Fault[] {
  try {
    calculator.validate(inputs, today);
    return [];
  } catch (error) {
    if (error instanceof CalcError) return error.errors;
    throw error;
  }
}

/** Hides inputs whose condition is false, and removes their values. */
function hideInputsThatDoNotApply(calculator: Calculator, { form: { detail, values, hidden }, today }: PageState): void {
  for (const [name, schema] of Object.entries(detail.inputs.properties)) {
    if (schema.when === undefined) continue;
    // only the kernel can evaluate the condition: where it is false, it refuses any value of the input
    const inputs = { ...values.inputs, [name]: values.inputs[name] ?? sampleValue(schema) };
    const applies = !inputFaults(calculator, inputs, today).some(({ path, code }) => code === "when" && path === `/inputs/${name}`);
    if (applies) continue;
    hidden.add(name);
    delete values.inputs[name];
  }
}

function sampleValue(schema: Detail["inputs"]["properties"][string]): unknown {
  const samples: Record<string, unknown> = {
    number: schema.minimum ?? 1,
    integer: schema.minimum ?? 1,
    boolean: true,
    array: [],
    string: "x",
  };
  return schema.default ?? choicesOf(schema)?.[0] ?? samples[typesOf(schema)[0]!];
}

function withFaults(state: PageState, faults: Fault[]): PageState {
  const { errors, detail, hidden } = state.form;
  const generalErrors = new Set(state.generalErrors);
  // what is wrong with several fields together is said once
  const places = (message: string) => new Set(faults.flatMap((each) => (each.message === message ? [each.path] : []))).size;
  for (const { path, message, code } of faults) {
    const [, member, name = ""] = path.split("/");
    const isField = member === "inputs" && Object.hasOwn(detail.inputs.properties, name) && !hidden.has(name);
    // the API's message for a missing input is about JSON; beside an empty field this says enough
    const fieldMessage = code === "required" ? "Fill this in." : message;
    const isShared = isField && code !== "required" && places(message) > 1;
    if (!isField && state.solve && (member === "target" || member === "solveFor")) state.solve.error = message;
    else if (!isField || isShared) generalErrors.add(message);
    else if (!errors.has(path)) errors.set(path, fieldMessage);
  }
  return { ...state, generalErrors: [...generalErrors] };
}

// A page's query → what the page shows: the form as filled, and the result or what stands in its way.
import { CalcError, type Calculator, type Fault, type Kernel, type Outcome } from "formulary";
import type { Shared } from "formulary/compiler";
import { readWish, type Wish } from "./backwards.tsx";
import type { Filled } from "./controls.tsx";
import { choicesOf, type Detail, detailOf } from "./detail.ts";
import { readQuery, toQuery } from "./reading.ts";
import { unitsFor } from "./units.ts";

export interface Worked {
  filled: Filled;
  outcome?: Outcome;
  /** What is wrong and belongs to no field. */
  general: string[];
  /** The title of the example that the page opened with. */
  example?: string;
  /** The query that gives this result, without what only changes how it is shown. */
  query: URLSearchParams;
  today: string;
  /** What was asked to be found, when working backwards. */
  wish?: Wish;
  /** Units that results are shown in, by output, where they are not the declared ones. */
  units: Record<string, string>;
}

/** Settings of a page stand beside the inputs in its query; a hyphen keeps them apart, since no input has one. */
const settings = ["chart-over", "all-rows", "solve-for", "solve-output", "solve-target"];
/** The unit of an output is asked for by its name behind this. */
export const shownIn = "show-";
const isSetting = (name: string) => settings.includes(name) || name.startsWith(shownIn);

/** Works out what a page shows for a query; without one it opens with the calculator's first example. */
export async function workOut(calculator: Calculator, given: URLSearchParams, kernel: Kernel): Promise<Worked> {
  const detail = detailOf(calculator);
  const sent = new URLSearchParams([...given].filter(([name]) => !isSetting(name)));
  const example = sent.size === 0 ? detail.examples.find(({ solve }) => solve === undefined) : undefined;
  const query = example ? toQuery(example.inputs, detail) : sent;
  const shared = kernel.catalog.shared();
  const reading = readQuery(query, detail, shared);
  const today = new Date().toISOString().slice(0, 10);
  const filled: Filled = { detail, reading, errors: new Map(), hidden: new Set(), shared };
  const wish = readWish(given, detail, shared);
  const base = { filled, general: [], query, today, units: unitsIn(given, detail, shared) };
  const worked: Worked = { ...base, ...(example && { example: example.title }), ...(wish && { wish }) };
  if (wish) {
    filled.hidden.add(wish.name);
    delete reading.inputs[wish.name];
  }
  dropWhatDoesNotApply(calculator, worked);
  if (reading.faults.length > 0) return withFaults(worked, [...reading.faults, ...faultsOf(calculator, reading.inputs, today)]);
  if (wish?.error !== undefined) return worked;
  try {
    return { ...worked, outcome: await calculate(calculator, worked, kernel) };
  } catch (error) {
    if (!(error instanceof CalcError) || error.status !== 422) throw error;
    return withFaults(worked, error.errors.length > 0 ? error.errors : [{ path: "", code: error.code, message: error.message }]);
  }
}

async function calculate({ slug }: Calculator, { filled, wish, units }: Worked, kernel: Kernel): Promise<Outcome> {
  const backwards = wish?.target === undefined ? {} : { solveFor: wish.name, target: { [wish.output]: wish.target } };
  const { outcome } = await kernel.calculate({ calculator: slug, inputs: filled.reading.inputs, units, ...backwards });
  return outcome;
}

function unitsIn(given: URLSearchParams, { outputs }: Detail, shared: Shared): Record<string, string> {
  const wishes = Object.entries(outputs).flatMap(([name, { unit, substance }]) => {
    const wished = given.get(shownIn + name);
    const fits = wished && typeof unit === "string" && wished !== unit && unitsFor(unit, substance, shared).includes(wished);
    return fits ? [[name, wished]] : [];
  });
  return Object.fromEntries(wishes) as Record<string, string>;
}

/** What the kernel says to these inputs. */
function faultsOf(calculator: Calculator, inputs: Record<string, unknown>, today: string): Fault[] {
  try {
    calculator.accept(inputs, today);
    return [];
  } catch (error) {
    if (error instanceof CalcError) return error.errors;
    throw error;
  }
}

/** Inputs with a condition that is false are hidden, and what stands in them is not sent. */
function dropWhatDoesNotApply(calculator: Calculator, { filled: { detail, reading, hidden }, today }: Worked): void {
  for (const [name, schema] of Object.entries(detail.inputs.properties)) {
    if (schema.when === undefined) continue;
    // the kernel alone knows the condition: it says so of a value that is there
    const asked = { ...reading.inputs, [name]: reading.inputs[name] ?? sampleOf(schema) };
    const applies = !faultsOf(calculator, asked, today).some(({ path, code }) => code === "when" && path === `/inputs/${name}`);
    if (applies) continue;
    hidden.add(name);
    delete reading.inputs[name];
  }
}

function sampleOf(schema: Detail["inputs"]["properties"][string]): unknown {
  const samples: Record<string, unknown> = {
    number: schema.minimum ?? 1,
    integer: schema.minimum ?? 1,
    boolean: true,
    array: [],
    string: "x",
  };
  return schema.default ?? choicesOf(schema)?.[0]?.value ?? samples[[schema.type].flat()[0]!];
}

function withFaults(worked: Worked, faults: Fault[]): Worked {
  const { errors, detail, hidden } = worked.filled;
  for (const { path, message, code } of faults) {
    const [, top, name = ""] = path.split("/");
    const isField = top === "inputs" && Object.hasOwn(detail.inputs.properties, name) && !hidden.has(name);
    // the hints of the interface say what to send; here the field itself says it
    const sentence = code === "required" ? "Fill this in." : message;
    if (!isField && worked.wish && (top === "target" || top === "solveFor")) worked.wish.error = message;
    else if (!isField) worked.general.push(message);
    else if (!errors.has(path)) errors.set(path, sentence);
  }
  return { ...worked, general: [...new Set(worked.general)] };
}

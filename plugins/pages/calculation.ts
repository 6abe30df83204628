// A page's query → what the page shows: the form as filled, and the result or what stands in its way.
import { CalcError, type Calculator, type Fault, type Kernel, type Outcome } from "../../src/index.ts";
import type { Filled } from "./controls.tsx";
import { choicesOf, type Detail, detailOf } from "./detail.ts";
import { readQuery, toQuery } from "./reading.ts";

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
}

/** Settings of a page stand beside the inputs in its query; a hyphen keeps them apart, since no input has one. */
const settings = ["chart-over", "all-rows"];

/** Works out what a page shows for a query; without one it opens with the calculator's first example. */
export async function workOut(calculator: Calculator, given: URLSearchParams, kernel: Kernel): Promise<Worked> {
  const detail = detailOf(calculator);
  const sent = new URLSearchParams([...given].filter(([name]) => !settings.includes(name)));
  const example = sent.size === 0 ? detail.examples.find(({ solve }) => solve === undefined) : undefined;
  const query = example ? toQuery(example.inputs, detail) : sent;
  const shared = kernel.catalog.shared();
  const reading = readQuery(query, detail, shared);
  const today = new Date().toISOString().slice(0, 10);
  const filled: Filled = { detail, reading, errors: new Map(), hidden: new Set(), shared };
  const worked: Worked = { filled, general: [], query, today, ...(example && { example: example.title }) };
  dropWhatDoesNotApply(calculator, worked);
  if (reading.faults.length > 0) return withFaults(worked, [...reading.faults, ...faultsOf(calculator, reading.inputs, today)]);
  // a page without examples and without a query is an empty form
  if (query.size === 0 && detail.inputs.required.length > 0) return worked;
  try {
    const { outcome } = await kernel.calculate({ calculator: calculator.slug, inputs: reading.inputs });
    return { ...worked, outcome };
  } catch (error) {
    if (!(error instanceof CalcError) || error.status !== 422) throw error;
    return withFaults(worked, error.errors.length > 0 ? error.errors : [{ path: "", code: error.code, message: error.message }]);
  }
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
    if (!isField) worked.general.push(message);
    else if (!errors.has(path)) errors.set(path, sentence);
  }
  return { ...worked, general: [...new Set(worked.general)] };
}

// The dearest requests: for every calculator the inputs that take longest, forwards and backwards, found by trying the ends of
// every range, the longest lists and texts, and every choice. Nothing that a client may send takes a core, or stops the others.
import { CalcError, type Calculator, createServer, type InputSchema, type Kernel } from "formulary";
import { choicesOf } from "formulary/compiler";
import { functionPlugins } from "../../scripts/plugins.ts";
import { firstFailures, type Part, percentile } from "./part.ts";

const today = "2026-11-23";
/** The processor time of any request, and the longest time that it may keep others waiting, in millions of multiplications: each takes 3 to 4 ms. */
const mostProcessor = 35;
const mostBlock = 7.5;

type Inputs = Record<string, unknown>;
interface Measured {
  processor: number;
  block: number;
  code: string;
}

/** The time of 1,000,000 multiplications now, in milliseconds. */
function unit(): number {
  const started = performance.now();
  let x = 1.0000001;
  for (let n = 0; n < 1_000_000; n++) x = x * 1.0000001 + 1e-9;
  return (performance.now() - started) * (x > 0 ? 1 : 2);
}

/** What a request takes: the processor's time, and the longest time without a turn for anybody else. */
async function measure(kernel: Kernel, body: Inputs): Promise<Measured> {
  const first = await measureOnce(kernel, body);
  // what is dear only since it runs for the first time, or since the collector ran, is not dear
  return first.processor < 60 && first.block < 15 ? first : lesser(first, await measureOnce(kernel, body));
}
const lesser = (a: Measured, b: Measured): Measured => ({
  processor: Math.min(a.processor, b.processor),
  block: Math.min(a.block, b.block),
  code: a.code,
});

async function measureOnce(kernel: Kernel, body: Inputs): Promise<Measured> {
  let block = 0;
  let running = true;
  let last = performance.now();
  const tick = () => {
    const now = performance.now();
    block = Math.max(block, now - last);
    last = now;
    if (running) setImmediate(tick);
  };
  setImmediate(tick);
  const before = process.cpuUsage();
  let code = "ok";
  try {
    (await kernel.answer(body)).json();
  } catch (error) {
    if (!(error instanceof CalcError)) throw error;
    code = error.code;
  }
  const { user, system } = process.cpuUsage(before);
  running = false;
  tick();
  return { processor: (user + system) / 1000, block, code };
}

/** Values of an input that may be dear: the ends of its range, each choice, the longest lists and texts. */
function dearValues(schema: InputSchema, sample: unknown): unknown[] {
  const choices = choicesOf(schema);
  if (choices) return choices.slice(0, 12);
  const { type, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  if (schema.variables) return formulasOf(schema.variables as string[]);
  if (type === "boolean") return [true, false];
  if (type === "array") {
    const most = schema.maxItems ?? 10;
    const seeds = Array.isArray(sample) && sample.length > 0 ? [sample[0], sample.at(-1)] : [];
    const items = schema.items ? [...seeds, ...dearValues(schema.items as InputSchema, seeds[0]).slice(0, 6)] : seeds;
    const ramp = Array.from({ length: most }, (_, n) => n + 1.5);
    const whole = Array.from({ length: most }, (_, n) => n + 1);
    return [...items.map((item) => Array.from({ length: most }, () => item)), whole, ramp];
  }
  if (type === "object") return sample === undefined ? [] : [sample];
  if (type === "string") {
    const most = schema.maxLength ?? 20;
    const repeat = (text: string) => (text || "x").repeat(Math.ceil(most / (text.length || 1))).slice(0, most);
    return [...(typeof sample === "string" ? [sample, repeat(sample)] : []), repeat("9"), repeat("7919 "), repeat("Lorem ipsum. ")];
  }
  const low = minimum ?? (exclusiveMinimum === undefined ? -1e9 : exclusiveMinimum + 1e-6);
  const high = maximum ?? (exclusiveMaximum === undefined ? 1e9 : exclusiveMaximum * (1 - 1e-9));
  return [low, high, low + (high - low) / 2, Math.round(low + (high - low) / 50), 1].filter(
    (x) => type !== "integer" || Number.isInteger(x),
  );
}
const formulasOf = ([x = "x"]: string[]): string[] => [
  `${x}^2*sin(${x})*exp(-${x}/1000)`,
  `sum(fPdf(range(1,2000),0.3,7))*0+${x}`,
  `0*sum(sin(range(1,9000)))+${x}`,
  `0*gamma(abs(${x}))+sin(1/(${x}+1e-9))`,
];

/** Time in which a calculator validates and runs, the shorter of two; refused inputs take no time here. */
function timeOf(calculator: Calculator, inputs: Inputs): number {
  const once = () => {
    const started = performance.now();
    try {
      calculator.run(calculator.validate(inputs, today));
    } catch (error) {
      if (!(error instanceof CalcError)) throw error;
    }
    return performance.now() - started;
  };
  const first = once();
  return first < 0.3 ? first : Math.min(first, once());
}

/** Climbs from each example: takes any value of any input that makes the calculation dearer, until the time is up. */
function dearestInputs(calculator: Calculator, milliseconds: number): Inputs {
  const properties = Object.entries(calculator.completed().inputs?.properties ?? {});
  const end = performance.now() + milliseconds;
  const starts = (calculator.definition.examples ?? []).filter(({ refused }) => refused === undefined).slice(0, 4);
  let best: { inputs: Inputs; time: number } = { inputs: { ...starts[0]?.inputs }, time: 0 };
  for (const { inputs: start } of starts) {
    let inputs: Inputs = { ...start };
    let time = timeOf(calculator, inputs);
    for (const [name, schema] of properties)
      for (const value of dearValues(schema, start[name])) {
        if (performance.now() > end) break;
        const tried = { ...inputs, [name]: value };
        const taken = timeOf(calculator, tried);
        if (taken > time * 1.02) [inputs, time] = [tried, taken];
      }
    if (time > best.time) best = { inputs, time };
  }
  return best.inputs;
}

interface Dear extends Measured {
  calculator: string;
  how: string;
}

/** The pairs of an input and an output that a calculator can be solved for, for some inputs. */
function pairsOf(calculator: Calculator, inputs: Inputs): { solveFor: string; target: Record<string, number> }[] {
  let values: Record<string, unknown>;
  try {
    values = calculator.values(calculator.validate(inputs, today));
  } catch (error) {
    if (!(error instanceof CalcError)) throw error;
    values = {};
  }
  const { inputs: { properties = {} } = {}, outputs = {} } = calculator.completed();
  const numbers = Object.keys(outputs).filter((name) => (outputs[name]!.type ?? "number") === "number");
  return Object.entries(properties)
    .filter(([, { type }]) => type === "number" || type === "integer")
    .flatMap(([solveFor]) =>
      numbers.map((output) => ({
        solveFor,
        target: { [output]: typeof values[output] === "number" ? (values[output] as number) * 1.01 + 1e-3 : 1 },
      })),
    );
}

async function dearestOf(kernel: Kernel, calculator: Calculator, milliseconds: number): Promise<Dear[]> {
  const inputs = dearestInputs(calculator, milliseconds * 0.4);
  const { slug } = calculator;
  const found: Dear[] = [{ calculator: slug, how: "forward", ...(await measure(kernel, { calculator: slug, inputs })) }];
  const end = performance.now() + milliseconds * 0.6;
  const examples = (calculator.definition.examples ?? []).filter(({ refused }) => refused === undefined);
  for (const tried of [inputs, examples[0]?.inputs ?? {}])
    for (const { solveFor, target } of pairsOf(calculator, tried)) {
      if (performance.now() > end) break;
      const { [solveFor]: _, ...others } = tried;
      const body = { calculator: slug, inputs: others, solveFor, target };
      found.push({ calculator: slug, how: `${solveFor} for ${Object.keys(target)[0]}`, ...(await measure(kernel, body)) });
    }
  return found;
}

export const dear: Part = {
  name: "dear",
  promise: `no request takes longer than ${mostProcessor} million multiplications, or keeps others waiting longer than ${mostBlock} million`,
  weight: 3,
  run: async ({ milliseconds }) => {
    const { kernel, close } = await createServer({ catalog: ["catalog"], plugins: functionPlugins() });
    const slugs = kernel.catalog.list({}).calculators.map(({ slug }) => slug);
    const found: Dear[] = [];
    // code that was never run is ten times as slow
    for (const slug of slugs.slice(0, 20)) await dearestOf(kernel, kernel.catalog.get(slug)!, 100);
    let units = 1;
    for (const slug of slugs) {
      units = Math.min(...Array.from({ length: 3 }, unit));
      const calculator = kernel.catalog.get(slug)!;
      if (!calculator.hasFormula) continue;
      const own = await dearestOf(kernel, calculator, milliseconds / slugs.length);
      found.push(...own.map((each) => ({ ...each, processor: each.processor / units, block: each.block / units })));
    }
    await close();
    const table = (by: "processor" | "block") =>
      [...found]
        .sort((a, b) => b[by] - a[by])
        .slice(0, 25)
        .map(
          (each) =>
            `  ${each.processor.toFixed(1).padStart(8)} ${each.block.toFixed(1).padStart(8)}  ${each.calculator} (${each.how}): ${each.code}`,
        );
    process.stdout.write(
      `dear: processor, longest block (millions of multiplications, of which each takes ${units.toFixed(2)} ms here)\n${table("processor").join("\n")}\n  by block\n${table("block").join("\n")}\n`,
    );
    const failures = found
      .filter(({ processor: took, block }) => took > mostProcessor || block > mostBlock)
      .map(
        ({ calculator, how, processor: took, block }) =>
          `${calculator} (${how}): ${took.toFixed(0)}, block ${block.toFixed(1)} million multiplications`,
      );
    return {
      numbers: {
        requests: found.length,
        "processor, 99th percentile": percentile(
          found.map((each) => each.processor),
          99,
        ),
        "processor at most": Math.max(...found.map((each) => each.processor)),
        "block at most": Math.max(...found.map((each) => each.block)),
        "processor at most, in ms here": Math.max(...found.map((each) => each.processor)) * units,
        "block at most, in ms here": Math.max(...found.map((each) => each.block)) * units,
      },
      failures: firstFailures(failures, 20),
    };
  },
};

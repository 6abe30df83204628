// Every function of every pack against the steps that it declares: its example, and its example with one argument after the
// other replaced by large numbers, long lists, long texts and large matrices.
import { CalcError, type Tree, type Value } from "formulary";
import { parse } from "formulary/compiler";
import { compileOver, functions } from "../language/evaluate.ts";
import type { Part } from "./part.ts";

/** A step may take the time of so many multiplications, and a call that of so many steps beyond its own. */
const multiplications = 300;
const freeSteps = 40;

const ramp = (length: number) => Array.from({ length }, (_, n) => n + 1);
const matrix = (side: number) =>
  ramp(side).map((row) => ramp(side).map((column) => ((row * 7 + column * 13) % 17) + (row === column ? 40 : 0)));
/** Arguments that may be dear. */
const pool: Value[] = [
  0.3,
  2,
  37,
  1000.5,
  123_456,
  2 ** 31,
  9_007_199_254_740_881,
  1e-9,
  1e12,
  -5.5,
  170,
  ramp(100),
  ramp(2000),
  ramp(10_000),
  ramp(2000).map((n) => (n % 17) / 17),
  ramp(5000).map((n) => Math.sin(n * 1e4) * 1e6),
  ramp(300).map((n) => [n, (n * 7919) % 1009]),
  matrix(5),
  matrix(12),
  matrix(30),
  matrix(60),
  "x",
  "2026-11-23",
  "9".repeat(300),
  "7919 ".repeat(1999),
  "lorem ipsum, ".repeat(750),
  "(C2H5)2O".repeat(20),
  ramp(500).map((n) => `word${n % 91}`),
];

const unexpected: string[] = [];
interface Measured {
  text: string;
  microseconds: number;
  steps: number;
}
/** The shortest time of a call, and its steps; undefined where it is refused. */
function measure(run: ReturnType<typeof compileOver>, values: Value[], text: string): Measured | undefined {
  let best = Number.POSITIVE_INFINITY;
  let steps = 0;
  const started = performance.now();
  for (let n = 0; n < 200 && (n < 3 || performance.now() - started < 4); n++) {
    const state = { slots: values, steps: 0, sent: {}, units: {}, values: {}, compute: () => 0 };
    const before = performance.now();
    try {
      run(state, []);
    } catch (error) {
      if (!(error instanceof CalcError) && !(error instanceof RangeError)) unexpected.push(`${text}: ${String(error)}`);
    }
    best = Math.min(best, performance.now() - before);
    steps = state.steps;
  }
  return { text, microseconds: best * 1000, steps };
}

const describeValue = (value: Value): string =>
  Array.isArray(value)
    ? `list of ${value.length}`
    : typeof value === "string" && value.length > 20
      ? `text of ${value.length}`
      : String(value);

/** The dearest call of a function: its example with one or two arguments replaced. */
function dearestOf(name: string): Measured[] {
  const { example, formulas } = functions[name]!;
  if (!example) return [];
  const tree = parse(example[0]);
  const calls: (Tree & { kind: "call" })[] = [];
  const walk = (each: unknown): void => {
    if (each === null || typeof each !== "object") return;
    const node = each as Tree;
    if (node.kind === "call" && node.name === name) calls.push(node);
    for (const child of Object.values(each)) walk(child);
  };
  walk(tree);
  const [call] = calls;
  if (!call || formulas) return [];
  const names = call.arguments.map((_, at) => `a${at}`);
  let own: Value[];
  try {
    own = call.arguments.map((_, at) => {
      const run = compileOver(`${textOf(example[0], name)[at]}`, []);
      return run({ slots: [], steps: 0, sent: {}, units: {}, values: {}, compute: () => 0 }, []);
    });
  } catch {
    return [];
  }
  let run: ReturnType<typeof compileOver>;
  try {
    run = compileOver(`${name}(${names.join(", ")})`, names);
  } catch {
    return [];
  }
  const found: Measured[] = [];
  const add = (values: Value[], text: string) => {
    const measured = measure(run, values, text);
    if (measured) found.push(measured);
  };
  // code that was never run is ten times as slow
  for (let n = 0; n < 100; n++) measure(run, own, "");
  add(own, example[0]);
  for (let at = 0; at < own.length; at++)
    for (const value of pool) add(own.with(at, value), `${name}: argument ${at + 1} is ${describeValue(value)}`);
  for (const value of pool)
    for (const other of pool)
      if (own.length > 1 && Array.isArray(value))
        add([value, other, ...own.slice(2)], `${name}(${describeValue(value)}, ${describeValue(other)})`);
  return found;
}

/** The texts of the arguments of the first call of a name in a formula. */
function textOf(formula: string, name: string): string[] {
  const from = formula.search(new RegExp(`\\b${name}\\(`)) + name.length + 1;
  const parts = [""];
  let depth = 0;
  let quoted = false;
  for (const sign of formula.slice(from)) {
    if (sign === '"') quoted = !quoted;
    if (!quoted && "([".includes(sign)) depth++;
    if (!quoted && ")]".includes(sign) && depth-- === 0) break;
    if (!quoted && depth === 0 && sign === ",") parts.push("");
    else parts[parts.length - 1] += sign;
  }
  return parts;
}

// adding up the results keeps the compiler from leaving the loop out
let sum = 0;
/** The time that one step may take now, in microseconds. */
function stepTime(): number {
  const times = Array.from({ length: 5 }, () => {
    const started = performance.now();
    let x = 1.0000001;
    for (let n = 0; n < 100_000; n++) x = x * 1.0000001 + 1e-9;
    sum += x;
    return ((performance.now() - started) * 1000) / (100_000 / multiplications);
  });
  return Math.min(...times);
}

export const functionCosts: Part = {
  name: "functions",
  promise: `no step that a function declares takes longer than ${multiplications} multiplications`,
  weight: 1,
  run: async () => {
    stepTime();
    const rows: (Measured & { ratio: number })[] = [];
    for (const name of Object.keys(functions)) {
      const limit = stepTime();
      const own = dearestOf(name).map((each) => ({ ...each, ratio: each.microseconds / limit / (each.steps + freeSteps) }));
      const [worst] = own.sort((a, b) => b.ratio - a.ratio);
      if (worst) rows.push(worst);
    }
    rows.sort((a, b) => b.ratio - a.ratio);
    const failures = rows
      .filter(({ ratio }) => ratio > 1)
      .map(
        ({ text, ratio, microseconds, steps }) =>
          `${text}: ${microseconds.toFixed(0)} µs for ${steps} steps, ${ratio.toFixed(1)} times the limit`,
      );
    return {
      numbers: {
        functions: rows.length,
        "a step at most": `${stepTime().toFixed(3)} µs`,
        "share of the limit at most": rows[0]?.ratio ?? 0,
        ...(Number.isNaN(sum) && { sum }),
      },
      failures: [...unexpected, ...failures],
    };
  },
};

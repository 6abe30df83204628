// Random formulas: each has a value or is refused with an error message, within 50 µs and 1 µs per step. A microsecond
// is here the time of 1,000 multiplications on this machine, so that the limit does not depend on how fast or busy the
// machine is.
import { performance } from "node:perf_hooks";
import fc from "fast-check";
import { CalcError, type Value } from "formulary";
import type { compile } from "formulary/compiler";
import { compileOver, functions } from "../language/evaluate.ts";
import { firstFailures, type Part, percentile } from "./part.ts";

const values: Record<string, Value> = {
  a: 2.5,
  b: -3,
  n: 7,
  yes: true,
  word: "abc",
  day: "2026-11-21",
  list: [1, 2, 3, 4],
  table: [
    [0, 1],
    [1, 3],
    [2, 9],
  ],
};
const names = Object.keys(values);
const calls = Object.entries(functions).map(([name, { params }]) => ({ name, count: params.length }));

/** Formulas by the grammar: most of them can be calculated. */
const { formula } = fc.letrec<{ formula: string }>((tie) => ({
  formula: fc.oneof(
    { maxDepth: 6, depthSize: "medium" },
    fc.oneof(
      fc.constantFrom(...names, "PI", "true"),
      fc.integer({ min: -10, max: 10_000 }).map(String),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
      fc.constantFrom('"kg"', '"x"', "[]", "[1, 2]", "sqrt", "max"),
    ),
    fc
      .tuple(tie("formula"), fc.constantFrom("+", "-", "*", "/", "^", "%", "<", ">=", "==", "!=", " and ", " or "), tie("formula"))
      .map(([left, sign, right]) => `(${left} ${sign} ${right})`),
    fc
      .tuple(fc.constantFrom(...calls), fc.array(tie("formula"), { minLength: 1, maxLength: 4 }))
      .map(([{ name, count }, parts]) => `${name}(${parts.slice(0, Math.max(1, count)).join(", ")})`),
    fc.tuple(tie("formula"), tie("formula"), tie("formula")).map(([test, yes, no]) => `if(${test}, ${yes}, ${no})`),
    fc.array(tie("formula"), { maxLength: 4 }).map((items) => `[${items.join(", ")}]`),
    fc.tuple(tie("formula"), tie("formula")).map(([list, at]) => `${list}[${at}]`),
    fc
      .tuple(
        fc.constantFrom("map", "sum", "filter", "iterate", "fold", "root", "integrate"),
        tie("formula"),
        tie("formula"),
        tie("formula"),
      )
      .map(([name, ...parts]) => `${name}(${parts.join(", ")})`),
    fc.tuple(fc.constantFrom("range(1, 10000)", "fill(1, 9999)", 'fill("word", 5000)')).map(([list]) => list),
  ),
}));
/** Words of the language in any order, and random characters. */
const anyText = fc.oneof(
  fc
    .array(
      fc.constantFrom(
        ...names,
        ...calls.map(({ name }) => name),
        "(",
        ")",
        "[",
        "]",
        ",",
        "+",
        "-",
        "*",
        "^",
        "?",
        ":",
        "==",
        '"',
        "1e308",
        ".5",
        "not ",
        "and",
        ";",
        "=",
        "{",
        "}",
        "__proto__",
        "constructor",
        "/*",
        "#",
        "\\",
      ),
      { maxLength: 30 },
    )
    .map((parts) => parts.join(" ")),
  fc.string({ unit: "binary", maxLength: 200 }),
);

// adding up the results keeps the compiler from leaving the loop out
let sum = 0;
/** The time of 1,000 multiplications now, in milliseconds: it counts as a microsecond of the limit. */
function microsecond(): number {
  const started = performance.now();
  let x = 1.0000001;
  for (let n = 0; n < 100_000; n++) x = x * 1.0000001 + 1e-9;
  sum += x;
  return (performance.now() - started) / 100;
}

interface Measurement {
  /** Steps of the formula. */
  steps: number;
  milliseconds: number;
}
function measureRun(run: ReturnType<typeof compile>): Measurement {
  const state = { slots: Object.values(values), steps: 0, sent: {}, units: {}, values, compute: () => 0 };
  const started = performance.now();
  try {
    run(state, []);
  } catch (error) {
    if (!(error instanceof CalcError)) throw error;
  }
  return { steps: state.steps, milliseconds: performance.now() - started };
}
/** The time of a formula as a share of its limit; the shortest of several runs where the first takes too long. */
function shareOf(run: ReturnType<typeof compile>, unit: number): number {
  const first = measureRun(run);
  let best = first.milliseconds / ((50 + first.steps) * unit);
  for (let n = 0; best > 1 && n < 30; n++) {
    const { steps, milliseconds } = measureRun(run);
    best = Math.min(best, milliseconds / ((50 + steps) * microsecond()));
  }
  return best;
}

export const formulas: Part = {
  name: "formulas",
  promise: "any formula has a value or is refused with an error message, within 50 µs + 1 µs per step",
  weight: 1,
  run: async ({ milliseconds, seed }) => {
    for (let n = 0; n < 50; n++) microsecond();
    const unit = Math.min(...Array.from({ length: 50 }, microsecond));
    const shares: number[] = [];
    const failures: string[] = [];
    let count = 0;
    let runs = 0;
    let worst = ["", 0] as [string, number];
    const check = (source: string) => {
      count++;
      try {
        const run = compileOver(source, names);
        const share = shareOf(run, unit);
        runs++;
        shares.push(share);
        if (share > worst[1]) worst = [source, share];
        if (share > 1) failures.push(`${source.slice(0, 300)} takes ${share.toFixed(1)} times its limit.`);
      } catch (error) {
        if (!(error instanceof CalcError))
          failures.push(`${JSON.stringify(source.slice(0, 300))} ends with ${(error as Error).stack?.slice(0, 300)}`);
      }
    };
    fc.assert(fc.property(fc.oneof({ weight: 4, arbitrary: formula }, { weight: 1, arbitrary: anyText }), check), {
      seed,
      numRuns: 100_000_000,
      interruptAfterTimeLimit: milliseconds,
    });
    return {
      numbers: {
        formulas: count,
        "of them run": runs,
        "share of the limit, 99.9th percentile": percentile(shares, 99.9),
        "share of the limit at most": worst[1],
        "1,000 multiplications": `${(unit * 1000).toFixed(2)} µs`,
        ...(Number.isNaN(sum) && { sum }),
      },
      failures: firstFailures(failures, 20),
    };
  },
};

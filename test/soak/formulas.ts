// Random formulas: each has a value or is refused in words, in at most 50 µs and 1 µs per step. Microseconds here are those of a
// loop of 1,000 multiplications run beside each measurement, so that a slow or busy machine slows both alike.
import { performance } from "node:perf_hooks";
import fc from "fast-check";
import { CalcError, type Value } from "formulary";
import { compile, parse } from "formulary/compiler";
import { functions } from "../language/evaluate.ts";
import { few, type Part, percentile } from "./part.ts";

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
const calls = Object.entries(functions).map(([name, { params }]) => ({ name, most: params.length }));

/** Formulas by the grammar, which mostly mean something. */
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
      .map(([{ name, most }, parts]) => `${name}(${parts.slice(0, Math.max(1, most)).join(", ")})`),
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
/** Words of the language in any order, and plain noise. */
const soup = fc.oneof(
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

let sink = 0;
/** How long 1,000 multiplications take now: what counts as a microsecond. */
function microsecond(): number {
  const started = performance.now();
  let x = 1.0000001;
  for (let n = 0; n < 100_000; n++) x = x * 1.0000001 + 1e-9;
  sink += x;
  return (performance.now() - started) / 100;
}

interface Timed {
  /** In steps of the run. */
  steps: number;
  milliseconds: number;
}
function timed(run: ReturnType<typeof compile>): Timed {
  const state = { slots: Object.values(values), steps: 0, sent: {}, units: {}, values, compute: () => 0 };
  const started = performance.now();
  try {
    run(state, []);
  } catch (error) {
    if (!(error instanceof CalcError)) throw error;
  }
  return { steps: state.steps, milliseconds: performance.now() - started };
}
/** How much of what is allowed a formula takes, at its quickest of some runs when one alone took too long. */
function shareOf(run: ReturnType<typeof compile>, unit: number): number {
  const first = timed(run);
  let best = first.milliseconds / ((50 + first.steps) * unit);
  for (let n = 0; best > 1 && n < 30; n++) {
    const { steps, milliseconds } = timed(run);
    best = Math.min(best, milliseconds / ((50 + steps) * microsecond()));
  }
  return best;
}

export const formulas: Part = {
  name: "formulas",
  promise: "any formula has a value or is refused in words, within 50 µs + 1 µs a step",
  weight: 1,
  run: async ({ milliseconds, seed }) => {
    for (let n = 0; n < 50; n++) microsecond();
    const unit = Math.min(...Array.from({ length: 50 }, microsecond));
    const shares: number[] = [];
    const broken: string[] = [];
    let count = 0;
    let ran = 0;
    let worst = ["", 0] as [string, number];
    const check = (source: string) => {
      count++;
      try {
        const run = compile(parse(source), {
          functions,
          names: () => names,
          meaning: (name) => (names.includes(name) ? { is: "input", slot: names.indexOf(name) } : undefined),
        });
        const share = shareOf(run, unit);
        ran++;
        shares.push(share);
        if (share > worst[1]) worst = [source, share];
        if (share > 1) broken.push(`${source.slice(0, 300)} takes ${share.toFixed(1)} times what is allowed.`);
      } catch (error) {
        if (!(error instanceof CalcError))
          broken.push(`${JSON.stringify(source.slice(0, 300))} ends with ${(error as Error).stack?.slice(0, 300)}`);
      }
    };
    fc.assert(fc.property(fc.oneof({ weight: 4, arbitrary: formula }, { weight: 1, arbitrary: soup }), check), {
      seed,
      numRuns: 100_000_000,
      interruptAfterTimeLimit: milliseconds,
    });
    return {
      numbers: {
        formulas: count,
        ran,
        "share of the time allowed, 99.9th of 100": percentile(shares, 99.9),
        "at most": worst[1],
        "a loop's microsecond": `${(unit * 1000).toFixed(2)} µs`,
        ...(Number.isNaN(sink) && { sink }),
      },
      broken: few(broken, 20),
    };
  },
};

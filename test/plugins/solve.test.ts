import { setTimeout as pause } from "node:timers/promises";
import { CalcError, type Calculator } from "formulary";
import { describe, expect, it } from "vitest";
import { inSlices } from "../../plugins/solve/index.ts";
import { findSolutions, solve } from "../../plugins/solve/solve.ts";
import { createAlternation, createQueues } from "../../plugins/solve/turns.ts";
import { calculatorOf } from "../calculator/calculators.ts";

const number = (name: string, range: string) => `${name}: { type: number, title: ${name}, ${range} }`;
const make = (inputs: string[], rest: string) =>
  calculatorOf(
    `inputs:\n  type: object\n  required: [${inputs.map((each) => each.split(":")[0]).join(", ")}]\n  properties: { ${inputs.join(", ")} }\n${rest}`,
  );
const compound = make(
  [
    number("principal", "minimum: 0, maximum: 1.0e+12"),
    number("rate", "minimum: 0, maximum: 100"),
    number("years", "minimum: 0, maximum: 200"),
  ],
  "formulas: { value: principal * (1 + rate / 100) ^ years }\noutputs: { value: { label: V } }\n",
);
const today = "2026-11-21";

describe("any number input is solved for any number output", () => {
  it("a doubling time, a rate, a principal", () => {
    expect(
      solve(compound, { inputs: { principal: 1000, rate: 5 }, solveFor: "years", output: "value", target: 2000, today })[0],
    ).toBeCloseTo(Math.log(2) / Math.log(1.05), 9);
    expect(
      solve(compound, { inputs: { principal: 1000, years: 10 }, solveFor: "rate", output: "value", target: 2000, today })[0],
    ).toBeCloseTo(100 * (2 ** 0.1 - 1), 9);
    expect(
      solve(compound, { inputs: { rate: 5, years: 10 }, solveFor: "principal", output: "value", target: 1628.894626777442, today })[0],
    ).toBeCloseTo(1000, 6);
  });
  it("with all solutions in range", () => {
    const parabola = make([number("x", "minimum: -100, maximum: 100")], "formulas: { y: x ^ 2 - 4 }\noutputs: { y: { label: Y } }\n");
    expect(solve(parabola, { inputs: {}, solveFor: "x", output: "y", target: 5, today })).toEqual([-3, 3]);
    expect(solve(parabola, { inputs: {}, solveFor: "x", output: "y", target: -4, today })).toEqual([0]);
  });
  it("in declared units, and across points that the calculator refuses", () => {
    const fall = make(
      ["height: { type: number, title: H, unit: cm, minimum: 0, maximum: 100000 }"],
      'constants: { g: standardGravity }\nchecks:\n  - require: height > quantity(1, "m")\n    at: height\n    message: Too low.\nformulas: { time: sqrt(2 * height / g) }\noutputs: { time: { label: T, unit: s } }\n',
    );
    expect(solve(fall, { inputs: {}, solveFor: "height", output: "time", target: 2, today })[0]).toBeCloseTo(1961.33, 6);
  });
  it("in whole numbers only where the input is whole, and never at a jump", () => {
    const steps = make(
      ["n: { type: integer, title: N, minimum: 0, maximum: 1000000 }"],
      "formulas: { y: n * (n + 1) / 2 }\noutputs: { y: { label: Y } }\n",
    );
    expect(solve(steps, { inputs: {}, solveFor: "n", output: "y", target: 5050, today })).toEqual([100]);
    // 100 give 5,050 and 101 give 5,151
    const beyond = findSolutions(steps, { inputs: {}, solveFor: "n", output: "y", target: 5051, today }, { steps: 0 });
    let turn = beyond.next();
    while (!turn.done) turn = beyond.next();
    expect([turn.value.solutions.map(({ values }) => values.n), turn.value.reaches]).toEqual([[101], "at_least"]);
    const falling = make(
      ["n: { type: integer, title: N, minimum: 1, maximum: 1000 }"],
      "formulas: { y: 100 / n }\noutputs: { y: { label: Y } }\n",
    );
    expect(solve(falling, { inputs: {}, solveFor: "n", output: "y", target: 15, today })).toEqual([7]);
    const saw = make(
      ["n: { type: integer, title: N, minimum: 0, maximum: 100 }"],
      "formulas: { y: 'mod(n, 10)' }\noutputs: { y: { label: Y } }\n",
    );
    expect(() => solve(saw, { inputs: {}, solveFor: "n", output: "y", target: 4.5, today })).toThrow(/No N within its range/);
    const jump = make([number("x", "minimum: -1, maximum: 1")], "formulas: { y: 'if(x < 0, -1, 1)' }\noutputs: { y: { label: Y } }\n");
    expect(() => solve(jump, { inputs: {}, solveFor: "x", output: "y", target: 0, today })).toThrow(CalcError);
  });
  it("where it dips to the target between two points, and at the roundest number of a flat stretch", () => {
    const kink = make([number("x", "minimum: 0, maximum: 1.0e+9")], "formulas: { y: abs(x - 123.456) }\noutputs: { y: { label: Y } }\n");
    expect(solve(kink, { inputs: {}, solveFor: "x", output: "y", target: 0.001, today })).toEqual([123.455, 123.457]);
    const steps = make([number("x", "minimum: 0, maximum: 100")], "formulas: { y: floor(x / 10) }\noutputs: { y: { label: Y } }\n");
    expect(solve(steps, { inputs: {}, solveFor: "x", output: "y", target: 3, today })).toEqual([30]);
  });
  it("to the same digits whether numbers are tiny or huge", () => {
    const small = make(
      [number("area", "minimum: 0, maximum: 1"), number("gap", "exclusiveMinimum: 0, maximum: 1")],
      "formulas: { c: 8.8541878e-12 * area / gap }\noutputs: { c: { label: C } }\n",
    );
    expect(solve(small, { inputs: { area: 1e-4 }, solveFor: "gap", output: "c", target: 8.8541878e-13, today })).toEqual([1e-3]);
    expect(solve(small, { inputs: { gap: 1e-3 }, solveFor: "area", output: "c", target: 8.8541878e-15, today })).toEqual([1e-6]);
  });
  it("unless that takes too many steps in all, and others are served meanwhile", async () => {
    const heavy = make(
      [number("x", "minimum: 0, maximum: 1000")],
      "formulas: { 'wave(t)': 'sin(x * t)', y: 'integrate(wave, 0, 300) + sum(map(wave, range(1, 4000)))' }\noutputs: { y: { label: Y } }\n",
    );
    const asked = { inputs: {}, solveFor: "x", output: "y", target: 1e9, today };
    expect(() => solve(heavy, asked)).toThrow(/Solving for x takes more than the 500,000 steps of a request/);
    let served = 0;
    const serve = setInterval(() => served++, 0);
    const search = findSolutions(heavy, asked, { steps: 0 });
    const refused = expect(inSlices(search, { hasLeft: () => false }, createAlternation())).rejects;
    await refused.toMatchObject({ code: "too_much_work", status: 422 });
    clearInterval(serve);
    // how often depends on the machine
    expect(served).toBeGreaterThan(0);
  });
  it("is charged for tries that are refused as for others, and before the first is accepted for one calculation at most", () => {
    const refusedParts = (unless: string): [string[], string] => [
      [number("x", "minimum: 0, maximum: 1000")],
      `formulas: { 'wave(t)': 'sin(x * t)', total: 'sum(map(wave, range(1, 4000)))', y: x }\nchecks: [{ require: '${unless} or total > 1e9', at: x, message: No. }]\noutputs: { y: { label: Y } }\n`,
    ];
    const countingTries = (calculator: Calculator) => {
      let tries = 0;
      return {
        tries: () => tries,
        calculator: Object.assign(Object.create(calculator) as Calculator, {
          completed: () => calculator.completed(),
          values: (...given: Parameters<Calculator["values"]>) => calculator.values(...given),
          validate: (...given: Parameters<Calculator["validate"]>) => {
            tries++;
            return calculator.validate(...given);
          },
        }),
      };
    };
    const never = countingTries(make(...refusedParts("x == -1")));
    const asked = { inputs: {}, solveFor: "x", output: "y", target: 0.123, today };
    expect(() => solve(never.calculator, asked)).toThrow(/takes more than the 500,000 steps/);
    expect(never.tries()).toBeLessThan(30);
    const once = countingTries(make(...refusedParts("x == 0")));
    expect(() => solve(once.calculator, asked)).toThrow(/takes more than the 500,000 steps/);
    expect(once.tries()).toBeLessThan(300);
  });
  it("or says what the output reaches, and what cannot be solved for", () => {
    expect(() => solve(compound, { inputs: { principal: 1000, rate: 5 }, solveFor: "years", output: "value", target: 5, today })).toThrow(
      /from 1,000 to/,
    );
    expect(() => solve(compound, { inputs: {}, solveFor: "time", output: "value", target: 5, today })).toThrow(/not an input/);
    expect(() => solve(compound, { inputs: { principal: -1, rate: 5 }, solveFor: "years", output: "value", target: 5, today })).toThrow(
      /principal must be at least 0/,
    );
    const never = make([number("x", "minimum: -1, maximum: 1")], "formulas: { y: x }\noutputs: { y: { label: Y } }\nsolvable: false\n");
    expect(() => solve(never, { inputs: {}, solveFor: "x", output: "y", target: 0, today })).toThrow(/cannot be solved for/);
  });
});

describe("a search is one of many requests", () => {
  const heavy = () =>
    make(
      [number("x", "minimum: 0, maximum: 1000")],
      "formulas: { 'wave(t)': 'sin(x * t)', y: 'sum(map(wave, range(1, 200)))' }\noutputs: { y: { label: Y } }\n",
    );
  const asked = { inputs: {}, solveFor: "x", output: "y", target: 0.5, today };
  it("that takes fewer points where each is dear, and still finds a solution", () => {
    const spent = { steps: 0 };
    const calculator = make(
      [number("x", "minimum: 0, maximum: 1000")],
      "formulas: { 'wave(t)': 'x * t', y: 'sum(map(wave, range(1, 2000)))' }\noutputs: { y: { label: Y } }\n",
    );
    const search = findSolutions(calculator, { ...asked, target: 2001 * 1000 * 123 }, spent);
    let turn = search.next();
    while (!turn.done) turn = search.next();
    expect(turn.value.solutions.map(({ values }) => values.x)).toEqual([expect.closeTo(123, 9)]);
    expect(spent.steps).toBeLessThan(500_000);
  });
  it("that ends when its client has left", async () => {
    let evaluations = 0;
    function* endless(): Generator<undefined, never> {
      for (;;) {
        evaluations++;
        yield;
      }
    }
    let gone = false;
    const ended = inSlices(endless(), { hasLeft: () => gone }, createAlternation());
    const refused = expect(ended).rejects.toMatchObject({ code: "client_left" });
    await pause(20);
    gone = true;
    await refused;
    const after = evaluations;
    await pause(20);
    expect(evaluations).toBe(after);
  });
  it("that starts from what the request has left, and is charged to it", () => {
    const spent = { steps: 499_000 };
    expect(() => {
      const search = findSolutions(heavy(), asked, spent);
      while (!search.next().done);
    }).toThrow(/500,000 steps of a request/);
  });
  it("of which two run for one key, others wait, and more are refused", async () => {
    const takeTurn = createQueues({ atOnce: 2, waiting: 2 });
    const finish: (() => void)[] = [];
    const started: number[] = [];
    const work = (n: number) => () => {
      started.push(n);
      return new Promise<number>((resolve) => finish.push(() => resolve(n)));
    };
    const works = [1, 2, 3, 4].map((n) => takeTurn("key", work(n)));
    await expect(takeTurn("key", work(5))).rejects.toMatchObject({ code: "too_many_requests", headers: { "retry-after": "1" } });
    expect(started).toEqual([1, 2]);
    const other = takeTurn("192.0.2.1", work(6));
    expect(started).toEqual([1, 2, 6]);
    finish.shift()!();
    expect(await works[0]).toBe(1);
    expect(started).toEqual([1, 2, 6, 3]);
    while (finish.length > 0) {
      finish.shift()!();
      await pause(1);
    }
    expect(await Promise.all([...works, other])).toEqual([1, 2, 3, 4, 6]);
    const last = takeTurn("key", work(7));
    finish.shift()!();
    expect(await last).toBe(7);
  });
  it("whose slices alternate with everything else of the event loop", async () => {
    const nextTurn = createAlternation();
    const order: string[] = [];
    const slices = Promise.all(["a", "b", "c"].map((name) => nextTurn().then(() => order.push(name))));
    setImmediate(() => order.push("others"));
    await slices;
    // the first slice may stand before the other's turn; the second and third come after it
    expect(order.indexOf("others")).toBeLessThan(2);
  });
});

import { all, create } from "mathjs";
import { expect, it } from "vitest";
import { evaluate } from "./evaluate.ts";

const math = create(all!, {});
const variables = { a: 2.5, b: -3, c: 0.125, d: 7 };

/** A small deterministic random source, so that a failure can be repeated. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

function formula(random: () => number, depth: number): string {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  if (depth === 0 || random() < 0.2)
    return random() < 0.5 ? pick(Object.keys(variables)) : String(Math.round(random() * 1000) / pick([1, 10, 100]));
  const inner = () => formula(random, depth - 1);
  return pick([
    () => `${inner()} ${pick(["+", "-", "*", "/"])} ${inner()}`,
    () => `(${inner()} ${pick(["+", "-", "*", "/", "^"])} ${inner()})`,
    () => `-${inner()}`,
    () => `${pick(["abs", "sqrt", "exp", "sin", "cos", "atan", "floor"])}(${inner()})`,
    () => `${pick(["min", "max", "hypot"])}(${inner()}, ${inner()})`,
    () => `(${inner()} ${pick(["<", ">", "<=", ">="])} ${inner()} ? ${inner()} : ${inner()})`,
    () => `sum([${inner()}, ${inner()}, ${inner()}])`,
    () => `[${inner()}, ${inner()}][1]`,
  ])();
}

// Two answers agree when both are the same number, or both are no finite number. mathjs answers complex numbers where
// reals end, counts lists from 1, and rounds floor differently next to whole numbers.
function reference(source: string, values: Record<string, number> = variables): number {
  try {
    const value: unknown = math.evaluate(source.replaceAll("][1]", "][2]"), { ...values });
    return typeof value === "number" ? value : Number.NaN;
  } catch {
    return Number.NaN;
  }
}
function ours(source: string): number {
  try {
    return evaluate(source, variables) as number;
  } catch {
    return Number.NaN;
  }
}

it("100,000 random formulas agree with an independent evaluation (mathjs)", () => {
  const random = randomOf(20261121);
  const differences: string[] = [];
  let finite = 0;
  for (let n = 0; n < 100_000; n++) {
    const source = formula(random, 3);
    const [expected, found] = [reference(source), ours(source)];
    if (!Number.isFinite(expected) || !Number.isFinite(found)) {
      // where reals end or a comparison meets NaN one of them refuses: never two different finite numbers
      continue;
    }
    finite++;
    const scale = Math.max(Math.abs(expected), Math.abs(found), 1e-6);
    if (Math.abs(expected - found) > 1e-9 * scale && !sensitive(source)) differences.push(`${source}: ${found}, expected ${expected}`);
  }
  expect(differences).toEqual([]);
  expect(finite).toBeGreaterThan(60_000);
});

/** floor next to a whole number, sin of a huge number, a difference of nearly equal ones: one last bit decides. */
function sensitive(source: string): boolean {
  const nudged = Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, value * (1 + 4e-15)]));
  const value = reference(
    source.replace(/\b\d+(\.\d+)?\b(?!\])/g, (digits) => `(${digits} * 1.000000000000004)`),
    nudged,
  );
  const expected = reference(source);
  return Number.isNaN(value) || Math.abs(value - expected) > 1e-10 * Math.max(Math.abs(expected), 1e-9);
}

// The trace of a calculation: which formulas it took, in which order, and what each one gave.
import { compile } from "../language/compile.ts";
import type { Calculator, State, Trace, TracedFormula, ValidInputs, Value } from "../types.ts";
import type { Compilation } from "./formulas.ts";
import { type FormulaEntry, scopeOf } from "./names.ts";
import type { createStates } from "./state.ts";

interface TraceOptions {
  compilation: Compilation;
  stateOf: ReturnType<typeof createStates>;
  /** Computes every output that applies. */
  compute: (state: State) => void;
}

/** Makes the tracer of one calculator. */
export function createTrace({ compilation, stateOf, compute }: TraceOptions): Calculator["trace"] {
  const { names, environment } = compilation;
  const bySlot = new Map([...names.formulas.values()].map((formula) => [formula.slot, formula]));
  const scope = scopeOf(names, environment);
  return (inputs, spent) => {
    // what checks computed before would be missing in the order
    const state = stateOf(inputs.values, { ...inputs, computed: undefined });
    const order: { formula: FormulaEntry; value: Value }[] = [];
    const computeSlot = state.compute;
    state.compute = (slot) => {
      const value = computeSlot(slot);
      order.push({ formula: bySlot.get(slot)!, value });
      return value;
    };
    try {
      compute(state);
    } finally {
      if (spent) spent.steps += state.steps;
    }
    const evaluate: Trace["evaluate"] = (tree) => {
      const before = state.steps;
      try {
        return compile(tree, scope)(state, []);
      } finally {
        if (spent) spent.steps += state.steps - before;
      }
    };
    return { formulas: withCalled(order, compilation, inputs), evaluate };
  };
}

/** The formulas in order, each choice of methods as the method that was chosen, and those with parameters before their first use. */
function withCalled(
  order: { formula: FormulaEntry; value: Value }[],
  compilation: Compilation,
  inputs: Pick<ValidInputs, "values">,
): TracedFormula[] {
  const { formulas } = compilation.names;
  const traced = new Map<string, TracedFormula>();
  const addCalled = ({ uses }: FormulaEntry) => {
    for (const name of uses) {
      const called = formulas.get(name);
      if (!called?.parameters || !called.tree || traced.has(name)) continue;
      traced.set(name, { name, source: sourceOf(called, compilation), tree: called.tree, parameters: called.parameters });
      addCalled(called);
    }
  };
  for (const { formula, value } of order) {
    const { name, tree } = formula;
    addCalled(formula);
    // the choice itself only hands on the value of its method
    if (tree) traced.set(name, { name, source: sourceOf(formula, compilation), tree, ...methodOf(formula, compilation, inputs), value });
  }
  return [...traced.values()];
}

/** Of a method, which one it is; the one that the inputs chose bears the name of the choice. */
function methodOf({ path: [, head = "", method] }: FormulaEntry, { names }: Compilation, { values }: Pick<ValidInputs, "values">) {
  if (method === undefined) return {};
  const { name, by = "" } = names.formulas.get(String(head))!;
  return { method: String(method), ...(String(values[by]) === method && { name }) };
}

/** A formula as the file has it. */
function sourceOf({ path }: FormulaEntry, { definition }: Compilation): string {
  const [, head = "", method] = path.map(String);
  const written = definition.formulas![head]!;
  return String(method === undefined ? written : (written as Record<string, unknown>)[method]);
}

// One calculation's state: inputs in coherent SI by slot, formulas computed once, on demand.
import { CalcError } from "../errors.ts";
import { emptyRecord } from "../language/values.ts";
import type { Closure, Definition, State, ValidInputs, Value, Values } from "../types.ts";
import { fromSI } from "../units/convert.ts";
import type { Environment } from "./kinds/kind.ts";
import type { Names } from "./names.ts";

/** The declared units only. */
const declared: State["units"] = emptyRecord();
type States = (values: Values, options?: Partial<Pick<ValidInputs, "sent" | "units" | "computed">>) => State;

/** Makes the states of calculations: from valid inputs to the values of slots. */
export function createStates(definition: Definition, names: Names, environment: Environment): States {
  const runs: (Closure | undefined)[] = [];
  for (const formula of names.formulas.values()) if (!formula.parameters) runs[formula.slot] = formula.run;
  const inputs = [...names.inputs].map(([name, { slot, schema }]) => ({
    name,
    slot,
    toFormula: environment.kinds.of(schema).toFormula(schema, environment, definition.plain === true),
  }));
  const computing = Symbol("computing") as unknown as Value;
  const blank: State["slots"] = names.slots.map(() => undefined);
  return (values, { sent = {}, units = declared, computed } = {}) => {
    const slots = (computed ?? blank).slice();
    const state: State = {
      slots,
      steps: 0,
      values,
      sent,
      units,
      compute: (slot) => {
        slots[slot] = computing;
        try {
          return (slots[slot] = runs[slot]!(state, [])) as Value;
        } catch (error) {
          slots[slot] = undefined;
          throw error;
        }
      },
    };
    if (computed) return state;
    for (const { name, slot, toFormula } of inputs) {
      const value = values[name];
      if (value !== undefined) slots[slot] = toFormula(value, values, state);
    }
    return state;
  };
}

/** A formula's value in the unit of its field. */
export function outward(value: Value, unit: string, environment: Environment): Value {
  if (unit === "" || typeof value === "string" || typeof value === "boolean") return value;
  const parsed = environment.units.parse(unit);
  if (parsed.formulaFactor === 1 && parsed.offset === 0) return value;
  const convert = (each: Value): Value =>
    typeof each === "number" ? fromSI(each, parsed) : Array.isArray(each) ? each.map(convert) : each;
  return convert(value);
}

/** Converts an error of a formula to a CalcError; a stack overflow becomes `too_much_work`. */
export function asCalcError(error: unknown): CalcError {
  if (error instanceof CalcError) return error;
  if (error instanceof RangeError)
    return new CalcError("too_much_work", { message: "This calculation nests too deeply for these inputs." });
  throw error;
}

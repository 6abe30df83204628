// One calculation's state: inputs in coherent SI by slot, formulas computed on demand and kept.
import { CalcError } from "../errors.ts";
import { compile } from "../language/compile.ts";
import { parseTyped } from "../language/typed.ts";
import { emptyRecord } from "../language/values.ts";
import type { Accepted, Closure, Definition, Formula, InputSchema, State, Value, Values } from "../types.ts";
import { fromSI, toSI } from "../units/convert.ts";
import { type Names, type Shared, unitText } from "./names.ts";

/** No unit but the declared ones. */
const declared: State["units"] = emptyRecord();
type States = (values: Values, given?: Partial<Pick<Accepted, "sent" | "units" | "computed">>) => State;

/** Makes the state of a calculation from accepted values. */
export function createStates(definition: Definition, names: Names, shared: Shared): States {
  const runs: (Closure | undefined)[] = [];
  for (const formula of names.formulas.values()) if (!formula.parameters) runs[formula.slot] = formula.run;
  const inputs = [...names.inputs].map(([name, { slot, schema }]) => ({
    name,
    slot,
    toFormula: inward(schema, definition.plain === true, shared),
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

type Inward = (value: Value, values: Values, state: State) => Value | Formula;

/** How an input's value reaches formulas: quantities in coherent SI, typed expressions as functions. */
function inward(schema: InputSchema, plain: boolean, shared: Shared): Inward {
  if (schema.format === "expression") return (value, _, state) => typedFormula(String(value), schema.variables ?? [], shared)(state);
  const convert = plain || schema.plain ? undefined : toFormulaNumber(schema, shared);
  if (schema.type === "array" && schema.items) {
    const item = { ...schema.items, ...(schema.unit !== undefined && schema.items.unit === undefined && { unit: schema.unit }) };
    const each = inward(item, plain || schema.plain === true, shared) as (value: Value, values: Values, state: State) => Value;
    return (value, values, state) => (value as Value[]).map((element) => each(element, values, state));
  }
  if (schema.type === "object" && schema.properties) {
    const fields = Object.entries(schema.properties).map(([name, field]) => [name, inward(field, plain, shared)] as const);
    return (value, values, state) => {
      const row = emptyRecord<Value>();
      for (const [name, field] of fields)
        if (Object.hasOwn(value as object, name)) row[name] = field((value as Record<string, Value>)[name]!, values, state) as Value;
      return row;
    };
  }
  if (!convert) return (value) => value;
  return (value, values) => (typeof value === "number" ? convert(value, values) : value);
}

function toFormulaNumber({ unit }: InputSchema, shared: Shared): ((x: number, values: Values) => number) | undefined {
  if (unit === undefined) return undefined;
  if (typeof unit === "string") {
    const parsed = shared.units.parse(unit);
    return parsed.formulaFactor === 1 && parsed.offset === 0 ? undefined : (x) => toSI(x, parsed);
  }
  return (x, values) => toSI(x, shared.units.parse(unitText(unit, values)));
}

/** A formula's value as numbers of the unit that a field shows. */
export function outward(value: Value, unit: string, shared: Shared): Value {
  if (unit === "" || typeof value === "string" || typeof value === "boolean") return value;
  const parsed = shared.units.parse(unit);
  if (parsed.formulaFactor === 1 && parsed.offset === 0) return value;
  const convert = (each: Value): Value =>
    typeof each === "number" ? fromSI(each, parsed) : Array.isArray(each) ? each.map(convert) : each;
  return convert(value);
}

/** An expression typed by a client, as a function of its variables; only functions of the language are in reach, and its steps are the calculation's. */
export function typedFormula(source: string, variables: string[], shared: Shared): (state: State) => Formula {
  const run = compile(parseTyped(source, variables), {
    functions: shared.functions,
    names: () => variables,
    meaning: (name) => {
      const index = variables.indexOf(name);
      return index >= 0 ? { is: "parameter", index } : undefined;
    },
  });
  return (state) =>
    (...values) =>
      run(state, values);
}

/** Names the formula error of a calculation as a CalcError; stack overflows of absurd inputs included. */
export function asCalcError(error: unknown): CalcError {
  if (error instanceof CalcError) return error;
  if (error instanceof RangeError)
    return new CalcError("too_much_work", { message: "This calculation nests too deeply for these inputs." });
  throw error;
}

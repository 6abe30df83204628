// A client's inputs → accepted values: converted to declared units, defaults filled, every fault named at once.
import { CalcError, type Fault } from "../errors.ts";
import { nearest } from "../language/nearest.ts";
import { emptyRecord } from "../language/values.ts";
import type { Calculator, Definition, InputSchema, State, Value, Values } from "../types.ts";
import { faultOf, missing } from "./faults.ts";
import { checkPart } from "./kinds/keywords.ts";
import type { Reading, Shared, Violation } from "./kinds/kind.ts";
import type { Names } from "./names.ts";
import { escapePointer, inFirstUnits, unitFaults } from "./quantities.ts";

const mostFaults = 20;

export interface AcceptTools {
  definition: Definition;
  names: Names;
  shared: Shared;
  stateOf: (values: Values) => State;
  /** Conditions of `when` by input, and the checks in order. */
  conditions: Map<string, (state: State) => Value>;
  checks: { at: string[]; require: (state: State) => Value; message: (state: State) => string }[];
}

/** Makes the validator of one calculator. */
export function createAccept(tools: AcceptTools): Calculator["accept"] {
  const { definition, shared, checks } = tools;
  const schemas = definition.inputs?.properties ?? {};
  const entries = Object.entries(schemas);
  // read once: schemas have many shapes, and V8 reads such objects slowly
  const fields = entries.map(([name, schema]) => ({
    name,
    path: `/inputs/${name}`,
    title: schema.title ?? name,
    read: shared.kinds.of(schema).read(schema, shared),
    check: shared.kinds.of(schema).check(schema, shared),
    final: shared.kinds.of(schema).finalCheck?.(schema, shared),
    isToday: schema.default === "today",
    isConditional: schema.when !== undefined,
    standard: schema.default as Value | undefined,
  }));
  // most calculators have none of these: what cannot be at fault is not looked at in every call
  const final = fields.filter((field) => field.final);
  const hasTyped = entries.some(([, { variables }]) => variables);
  const choosing = entries.filter(([, { unit, plain }]) => typeof unit === "object" && !plain);
  const required = definition.inputs?.required ?? [];
  const violationsOf = (values: Values): Violation[] => {
    const violations: Violation[] = [];
    for (const name of required) if (values[name] === undefined) violations.push({ parts: [name], keyword: "required", limit: name });
    for (const { name, check } of fields) if (values[name] !== undefined) checkPart(name, check, values[name], violations);
    return violations;
  };
  const finalFaults = (values: Values, faults: Fault[]): Fault[] =>
    final.flatMap(({ name, path, title, final: check }) => {
      const value = values[name];
      if (value === undefined || faults.some((fault) => fault.path.startsWith(path))) return [];
      const fault = check!(value, values, title);
      return fault ? [{ path, ...fault }] : [];
    });
  return (inputs, today, units) => {
    if (inputs === null || typeof inputs !== "object" || Array.isArray(inputs))
      throw invalid([{ path: "/inputs", code: "type", message: "The inputs must be an object: { name: value }." }]);
    const faults = unknownNames(inputs as Record<string, unknown>, schemas);
    const reading: Reading = { sent: emptyRecord(), faults, inputs: inputs as Record<string, unknown> };
    const values: Values = emptyRecord();
    let assumed: Values | undefined;
    for (const { name, path, read, isToday, isConditional, standard } of fields) {
      const value = Object.hasOwn(inputs, name) ? (inputs as Record<string, unknown>)[name] : undefined;
      if (isToday && (value === undefined ? !isConditional : value === "today")) (assumed ??= {})[name] = values[name] = today;
      else if (value !== undefined) values[name] = read(value, path, reading) as Value;
      else if (standard !== undefined && !isConditional) values[name] = read(copyOf(standard), path, reading) as Value;
    }
    const violations = violationsOf(inFirstUnits(values, choosing, shared));
    if (violations.length > 0) {
      const read = new Set(faults.map(({ path }) => path));
      const found = violations.slice(0, mostFaults).map((violation) => faultOf(violation, { schemas, values, shared }));
      // what could not be read already has its fault
      faults.push(...found.filter(({ path }) => !read.has(path)));
    }
    if (final.length > 0 && faults.length < mostFaults) faults.push(...finalFaults(values, faults));
    let steps = applyConditions(values, faults, tools);
    if (units) faults.push(...unitFaults(units, definition.outputs ?? {}, { values, shared }));
    if (faults.length > 0) throw invalid(faults);
    // only what a condition filled in may stand out of order
    const ordered = tools.conditions.size === 0 ? values : inOrder(values, entries);
    const checking = checks.length > 0 ? runChecks(ordered, tools) : undefined;
    // typed expressions belong to the state that reads them
    const computed = hasTyped ? undefined : checking?.slots;
    steps += checking?.steps ?? 0;
    return { values: ordered, sent: reading.sent, steps, assumed, units: units && Object.assign(emptyRecord<string>(), units), computed };
  };
}

const copyOf = (value: unknown) => (typeof value === "object" ? structuredClone(value) : value);

function invalid(faults: Fault[]): CalcError {
  const errors = faults.slice(0, mostFaults);
  const [first] = errors;
  const message =
    errors.length === 1
      ? first!.message
      : `${faults.length > mostFaults ? `More than ${mostFaults}` : errors.length} inputs are not valid; the first: ${first!.message}`;
  return new CalcError("invalid_inputs", { message, errors });
}

function unknownNames(inputs: Record<string, unknown>, schemas: Record<string, InputSchema>): Fault[] {
  const faults: Fault[] = [];
  for (const name of Object.keys(inputs)) {
    if (Object.hasOwn(schemas, name)) continue;
    const known = Object.keys(schemas);
    const near = nearest(name, known);
    const hint = near
      ? `Did you mean "${near}"?`
      : known.length
        ? `The inputs are ${known.join(", ")}.`
        : "This calculator takes no inputs.";
    faults.push({
      path: `/inputs/${escapePointer(name)}`,
      code: "additionalProperties",
      message: `"${name.slice(0, 100)}" is not an input of this calculator.`,
      hint,
    });
    if (faults.length >= mostFaults) break;
  }
  return faults;
}

// A condition asks about other inputs; where those are faulty themselves, it is left alone.
function applyConditions(values: Values, faults: Fault[], { definition, conditions, stateOf, names, shared }: AcceptTools): number {
  let steps = 0;
  for (const [name, condition] of conditions) {
    const schema = names.inputs.get(name)!.schema;
    let state: State | undefined;
    let applies: Value;
    try {
      state = stateOf(values);
      applies = condition(state);
    } catch {
      continue;
    } finally {
      steps += state?.steps ?? 0;
    }
    if (applies === true) {
      if (values[name] === undefined && schema.default !== undefined) values[name] = schema.default as Value;
      if (values[name] === undefined)
        faults.push(missing(name, schema, { why: `Needed where ${definition.inputs!.properties[name]!.when}.`, shared }));
    } else if (values[name] !== undefined)
      faults.push({
        path: `/inputs/${name}`,
        code: "when",
        message: `${schema.title ?? name} does not apply here (only where ${schema.when}).`,
        hint: "Leave it out.",
      });
  }
  return steps;
}

function inOrder(values: Values, entries: [string, InputSchema][]): Values {
  const ordered: Values = emptyRecord();
  for (const [name] of entries) if (values[name] !== undefined) ordered[name] = values[name]!;
  return ordered;
}

function runChecks(values: Values, { checks, stateOf }: AcceptTools): State {
  const state = stateOf(values);
  for (const { at, require, message } of checks) {
    if (holds(require, state)) continue;
    const paths = at.length > 0 ? at.map((name) => `/inputs/${name}`) : ["/inputs"];
    throw invalid(paths.map((path) => ({ path, code: "check", message: message(state) })));
  }
  return state;
}

/** A check that cannot be computed counts as broken. */
function holds(require: (state: State) => Value, state: State): boolean {
  try {
    return require(state) === true;
  } catch (error) {
    if (error instanceof CalcError && error.code === "too_much_work") throw error;
    if (error instanceof CalcError || error instanceof RangeError) return false;
    throw error;
  }
}

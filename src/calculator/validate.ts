// A client's inputs → valid inputs: in declared units, with defaults; all faults are reported together.
import { CalcError, type Fault } from "../errors.ts";
import { nearest } from "../language/nearest.ts";
import { emptyRecord } from "../language/values.ts";
import type { Calculator, Definition, InputSchema, Spent, State, Value, Values } from "../types.ts";
import { faultOf, missing } from "./faults.ts";
import { checkPart, isObject } from "./kinds/keywords.ts";
import { type Environment, mostFaults, type Prepare, type Reading, type Violation } from "./kinds/kind.ts";
import type { Names } from "./names.ts";
import { escapePointer, inFirstUnits, unitFaults } from "./quantities.ts";
import { outOfDate } from "./remarks.ts";

export interface ValidatorOptions {
  definition: Definition;
  names: Names;
  environment: Environment;
  stateOf: (values: Values) => State;
  /** Conditions of `when` by input, and the checks in order. */
  conditions: Map<string, (state: State) => Value>;
  /** What plugins change in the inputs of a request before they are read. */
  preparations: Prepare[];
  checks: { at: string[]; applies: (state: State) => boolean; require: (state: State) => Value; message: (state: State) => string }[];
}

/** Makes the validator of one calculator. */
export function createValidator(options: ValidatorOptions): Calculator["validate"] {
  const { definition, environment, conditions, checks } = options;
  const entries = Object.entries(definition.inputs?.properties ?? {});
  const readInputs = createInputReader(options);
  const addViolations = createSchemaCheck(options);
  const addFinalFaults = createFinalCheck(options);
  const hasTypedFormula = entries.some(([, { variables }]) => variables);
  const lists = entries.flatMap(([name, { type }]) => (type === "array" ? [name] : []));
  return (inputs, today, units, spent = { steps: 0 }) => {
    const before = spent.steps;
    spent.steps += 1;
    if (!isObject(inputs)) throw invalid([{ path: "/inputs", code: "type", message: "The inputs must be an object: { name: value }." }]);
    for (const name of lists) spent.steps += readingSteps(inputs[name]);
    const { values, assumed, sent, faults } = readInputs(inputs, today);
    addViolations(values, faults);
    addFinalFaults(values, faults);
    if (conditions.size > 0) applyConditions(values, faults, { ...options, spent, today });
    if (units) faults.push(...unitFaults(units, definition.outputs ?? {}, { values, environment }));
    if (faults.length > 0) throw invalid(faults);
    // only what a condition filled in may be out of order
    const ordered = conditions.size === 0 ? values : inOrder(values, entries);
    const state = checks.length > 0 ? runChecks(ordered, options, spent) : undefined;
    return {
      values: ordered,
      sent,
      steps: spent.steps - before,
      assumed,
      ended: definition.valid && outOfDate(definition, today),
      units: units && Object.assign(emptyRecord<string>(), units),
      // typed formulas belong to the state that reads them
      computed: hasTypedFormula ? undefined : state?.slots,
    };
  };
}

/** What reading a list takes: a few steps for each number in it, and more for one with a unit. */
function readingSteps(value: unknown): number {
  if (typeof value === "number") return 2;
  if (value === null || typeof value !== "object") return 4;
  if (Object.hasOwn(value, "unit")) return 12;
  return Object.values(value).reduce<number>((sum, each) => sum + readingSteps(each), 1);
}

interface ReadInputs extends Pick<Reading, "sent" | "faults"> {
  values: Values;
  /** Dates that were filled with today's. */
  assumed: Values | undefined;
}

/** Reads what a client sent into declared units, and fills defaults. */
function createInputReader({
  definition,
  environment,
  preparations,
}: ValidatorOptions): (inputs: Record<string, unknown>, today: string) => ReadInputs {
  const schemas = definition.inputs?.properties ?? {};
  // prepared once: schemas have many shapes, and V8 reads such objects slowly
  const fields = Object.entries(schemas).map(([name, schema]) => ({
    name,
    path: `/inputs/${name}`,
    read: environment.kinds.of(schema).read(schema, environment),
    isToday: schema.default === "today",
    isConditional: schema.when !== undefined,
    standard: schema.default as Value | undefined,
  }));
  return (request, today) => {
    const faults = unknownNames(request, schemas);
    const inputs = preparations.reduce((each, prepare) => prepare(each, faults), request);
    const reading: Reading = { sent: emptyRecord(), faults, inputs };
    const values: Values = emptyRecord();
    let assumed: Values | undefined;
    for (const { name, path, read, isToday, isConditional, standard } of fields) {
      const value = Object.hasOwn(inputs, name) ? inputs[name] : undefined;
      if (isToday && (value === undefined ? !isConditional : value === "today")) (assumed ??= {})[name] = values[name] = today;
      else if (value !== undefined) values[name] = read(value, path, reading) as Value;
      else if (standard !== undefined && !isConditional) values[name] = read(copyOf(standard), path, reading) as Value;
    }
    // written out: an object that is spread and then added to takes V8's slow path
    return { values, assumed, sent: reading.sent, faults };
  };
}

type AddFaults = (values: Values, faults: Fault[]) => void;

/** Adds a fault for every violation of the schemas; unreadable values already have one. */
function createSchemaCheck({ definition, environment }: ValidatorOptions): AddFaults {
  const { properties: schemas = {}, required = [] } = definition.inputs ?? {};
  const entries = Object.entries(schemas);
  const checks = entries.map(([name, schema]) => ({ name, check: environment.kinds.of(schema).check(schema, environment) }));
  // a length in the reader's own unit has the same range whatever its unit
  const choosing = entries.filter(([, { unit, plain }]) => typeof unit === "object" && !plain && !schemas[unit.by]?.followsUnits);
  return (read, faults) => {
    const values = inFirstUnits(read, choosing, environment);
    const violations: Violation[] = [];
    for (const name of required) if (values[name] === undefined) violations.push({ parts: [name], keyword: "required", limit: name });
    for (const { name, check } of checks) if (values[name] !== undefined) checkPart(name, check, values[name], violations);
    if (violations.length === 0) return;
    const unreadable = new Set(faults.map(({ path }) => path));
    const found = violations.slice(0, mostFaults).map((violation) => faultOf(violation, { schemas, values: read, environment }));
    faults.push(...found.filter(({ path }) => !unreadable.has(path)));
  };
}

/** Runs the final checks of kinds on values that have no other fault. */
function createFinalCheck({ definition, environment }: ValidatorOptions): AddFaults {
  const checks = Object.entries(definition.inputs?.properties ?? {}).flatMap(([name, schema]) => {
    const check = environment.kinds.of(schema).finalCheck?.(schema, environment);
    return check ? [{ name, path: `/inputs/${name}`, label: schema.title ?? name, check }] : [];
  });
  return (values, faults) => {
    if (checks.length === 0 || faults.length >= mostFaults) return;
    const before = [...faults];
    for (const { name, path, label, check } of checks) {
      const value = values[name];
      if (value === undefined || before.some((fault) => fault.path.startsWith(path))) continue;
      const fault = check(value, values, label);
      if (fault) faults.push({ path, ...fault });
    }
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

// A condition reads other inputs; where those are wrong themselves, it is not applied.
function applyConditions(
  values: Values,
  faults: Fault[],
  { definition, conditions, stateOf, names, environment, spent, today }: ValidatorOptions & { spent: Spent; today: string },
): void {
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
      spent.steps += state?.steps ?? 0;
    }
    if (applies === true) {
      if (values[name] === undefined && schema.default !== undefined)
        values[name] = (schema.default === "today" ? today : schema.default) as Value;
      if (values[name] === undefined)
        faults.push(missing(name, schema, { why: `Needed where ${definition.inputs!.properties[name]!.when}.`, environment }));
    } else if (values[name] !== undefined)
      faults.push({
        path: `/inputs/${name}`,
        code: "when",
        message: `${schema.title ?? name} does not apply here (only where ${schema.when}).`,
        hint: "Leave it out.",
      });
  }
}

function inOrder(values: Values, entries: [string, InputSchema][]): Values {
  const ordered: Values = emptyRecord();
  for (const [name] of entries) if (values[name] !== undefined) ordered[name] = values[name]!;
  return ordered;
}

function runChecks(values: Values, { checks, stateOf }: ValidatorOptions, spent: Spent): State {
  const state = stateOf(values);
  try {
    for (const { at, applies, require, message } of checks) {
      if (!holds(applies, state) || holds(require, state)) continue;
      const paths = at.length > 0 ? at.map((name) => `/inputs/${name}`) : ["/inputs"];
      throw invalid(paths.map((path) => ({ path, code: "check", message: message(state) })));
    }
    return state;
  } finally {
    spent.steps += state.steps;
  }
}

/** A condition that cannot be computed counts as false: its check is broken, or does not apply. */
function holds(require: (state: State) => Value, state: State): boolean {
  try {
    return require(state) === true;
  } catch (error) {
    if (error instanceof CalcError && error.code === "too_much_work") throw error;
    if (error instanceof CalcError || error instanceof RangeError) return false;
    throw error;
  }
}

// A kind of value: everything that differs between numbers, choices, texts, dates, lists, …. A further format is one more
// object of this shape (plugins bring theirs as `kinds`); forms, samples and OpenAPI derive from what `publish` says.
import type { Fault } from "../../errors.ts";
import type { Calculator, Definition, Formula, Functions, InputSchema, OutputDefinition, Path, State, Value, Values } from "../../types.ts";
import type { Substance } from "../../units/convert.ts";
import type { Units } from "../../units/registry.ts";
import type { Findings } from "../findings.ts";

/** What surrounds a definition: the files beside the calculators, the functions, and the kinds of values. */
export interface Environment {
  units: Units;
  functions: Functions;
  constants: Record<string, { value: number; unit?: string; source?: string; title?: string }>;
  tables: Record<string, unknown>;
  substances: Record<string, Substance>;
  /** How `currency` is written. */
  currency: string;
  kinds: Kinds;
  /** What plugins make of a definition before it is compiled: they may change it, add findings, or refuse it with a CalcError. */
  define?: (definition: Definition, context: DefineContext) => Definition;
  /** What plugins add to a calculator's detail: its members by name. */
  describe?: (calculator: Calculator) => Record<string, unknown>;
}
export interface DefineContext {
  slug: string;
  environment: Environment;
  /** Of this definition; the compiler collects its own there too. */
  findings: Findings;
  /** Adds what changes the inputs of each request before they are read. */
  prepare: (change: Prepare) => void;
}
/** Inputs as a client sent them → the inputs to read; it may add faults. */
export type Prepare = (inputs: Record<string, unknown>, faults: Fault[]) => Record<string, unknown>;
/** Kinds by name, and the one of a field. */
export interface Kinds {
  /** What the `format` of an input may be. */
  formats: string[];
  /** What the `type` of an output may be. */
  types: string[];
  of: (schema: InputSchema) => Kind;
  /** The kind of an output's type. */
  ofType: (type: string) => Kind;
}

/** One way in which a value breaks its schema: where inside the value, which keyword, and the keyword's value. */
export interface Violation {
  parts: string[];
  keyword: string;
  limit: unknown;
  /** A message in place of the keyword's usual sentence; `label` is the field's name. */
  message?: (label: string) => string;
  hint?: string;
}
/** Adds the violations of a value to a list. */
export type Check = (value: unknown, violations: Violation[]) => void;
/** Checks a whole value, or a value against other inputs, after all other checks passed. */
export type FinalCheck = (value: Value, values: Values, label: string) => Omit<Fault, "path"> | undefined;

/** So many faults of one request are reported; those beyond are not looked for. */
export const mostFaults = 20;

/** What is collected while the inputs of one request are read. */
export interface Reading {
  sent: Record<string, { value: number; unit: string }>;
  faults: Fault[];
  inputs: Record<string, unknown>;
}
/** A value as a client sent it → in the declared unit; what cannot be read adds a fault and stays as it is. */
export type Reader = (value: unknown, path: string, reading: Reading) => unknown;
/** A validated value → what formulas compute with: coherent SI, functions for typed formulas. */
export type ToFormula = (value: Value, values: Values, state: State) => Value | Formula;

/** What decides how a value is written: an input's schema or an output's definition. */
export type Field = Pick<InputSchema, "oneOf" | "format"> &
  Pick<OutputDefinition, "unit" | "as" | "decimals" | "significant" | "grouping"> & { type?: string };
/** A value as people write it; `values` are the inputs, which may choose its unit. */
export type Writer = (value: Value, values: Record<string, unknown>) => string;

/** The contract of a kind; each function is called once per field and prepares all that can be prepared. */
export interface Kind {
  /** The checks that JSON Schema can express. */
  check: (schema: InputSchema, environment: Environment) => Check;
  /** The checks that JSON Schema cannot express. */
  finalCheck?: (schema: InputSchema, environment: Environment) => FinalCheck;
  /** Reads what a client sent. */
  read: (schema: InputSchema, environment: Environment) => Reader;
  /** Converts to the value that formulas see; `plain` where the whole file computes in declared units. */
  toFormula: (schema: InputSchema, environment: Environment, plain: boolean) => ToFormula;
  /** Writes a value for people; `digits` is for numbers that declare neither `decimals` nor `significant`. */
  write: (field: Field, environment: Environment, digits: number) => Writer;
  /** Members of the published JSON Schema beside those of the definition. */
  publish: (schema: InputSchema, environment: Environment) => Record<string, unknown>;
  /** What to send, in words: "a number from 0 to 100 (%)". */
  describe: (schema: InputSchema) => string;
  /** Adds findings where a definition lacks what the kind needs. */
  examine: (schema: InputSchema, path: Path, findings: Findings) => void;
  /** What an output of this kind must be; without it no output may be of this kind. */
  result?: { words: string; test: (value: Value) => boolean };
}

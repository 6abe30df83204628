// Types that several modules share.
import type { Definition } from "./definition.ts";
import type { Trace, Value } from "./formula.ts";

export type * from "./definition.ts";
export type * from "./formula.ts";

/** Writes one line of the log. */
export type LogFunction = (level: "info" | "warn" | "error", message: string, about?: { requestId: string }) => void;

/** Where something stands in a file: keys and positions from the root. */
export type Path = (string | number)[];
/** Which kind of mistake a finding is. */
export type FindingCode = "yaml" | "shape" | "name" | "unknown-name" | "unknown-unit" | "syntax" | "bounds" | "cycle" | "compile";
/** Something wrong in a calculator file: which kind of mistake, where, and how to correct it. */
export interface Finding {
  code: FindingCode;
  path: Path;
  message: string;
  /** The name that is not known. */
  name?: string;
}

/** The inputs of one calculation by name, in declared units, defaults filled, keys in schema order. */
export type Values = Record<string, Value>;

/** What one calculation knows while it runs: inputs and formulas by slot, each formula computed once, on demand. */
export interface State {
  slots: (Value | Formula | undefined)[];
  steps: number;
  /** Computes the formula of a slot, and stores its value there. */
  compute: (slot: number) => Value;
  /** Inputs as people sent them, for the explanation. */
  values: Values;
  /** Quantities that came in another unit than the declared one, by pointer. */
  sent: ValidInputs["sent"];
  /** Units to answer outputs in, in place of the declared ones. */
  units: Record<string, string>;
  /** Results that are already written, by output. */
  results?: Record<string, Result>;
}
/** A compiled expression: state and the parameters of the enclosing formula → value. */
export type Closure = (state: State, parameters: Value[]) => Value;
/** A formula in a function's place, as `map` and `root` receive it. */
export type Formula = (...values: Value[]) => Value;

/** What a function of the language is. */
export interface FunctionEntry {
  /** One sentence: what a caller gets. */
  summary: string;
  /** Parameter names; "x?" may be left out, "...x" takes the rest. */
  params: string[];
  /** A formula and the value it must give; a test runs every one. */
  example: [string, Value] | null;
  /** Applied to each element of list arguments, with numbers guarded. */
  each?: boolean;
  /** Positions whose argument is the name of a formula; "maybe" where a list may stand there as well. */
  formulas?: { at: number[]; maybe?: boolean };
  /** Name of a dimension rule: a key of `dimensionRules` in scripts/validation/dimension-rules.ts. */
  dimension: string;
  /** Steps that a call takes beyond its first, or how many by its arguments; a step is about a quarter of a microsecond. `npm run soak -- --only functions` compares. */
  cost?: number | ((...values: never[]) => number);
  call: (...values: never[]) => Value;
}
export type Functions = Record<string, FunctionEntry>;

/** A unit as parsed from its text. */
export interface Unit {
  text: string;
  /** Exponents of the base units, and marks that keep torque apart from energy (used only for converting). */
  dimension: Record<string, number>;
  /** Coherent SI per one unit, for converting. */
  factor: number;
  /** The same for formulas: 1 where the unit is plain (%, dB, counts). */
  formulaFactor: number;
  /** Added before the factor (°C, °F). */
  offset: number;
  inverse: boolean;
  difference: boolean;
  /** Never converted for formulas. */
  plain: boolean;
  /** Shown text for one and for many, and whether it stands glued to the number. */
  symbol: string;
  plural: string;
  glued: boolean;
  /** Shown before the number: $, €. */
  leading: boolean;
}

/** A calculator file: where it is, and its definition. */
export interface Source {
  path: string;
  slug: string;
  category: string;
  /** May parse the file again at each call. */
  definition: () => Definition;
  /** Present where it is known without parsing the definition. */
  card?: Card;
}
/** The parts of a calculator that lists and search use. */
export interface Card {
  title: string;
  description: string;
  subcategory: string;
  aliases: string[];
  questions: string[];
  /** 1 many people search it, 2 known in its field, 3 specialist. */
  popularity: 1 | 2 | 3;
  /** Slugs of withdrawn calculators that this one answers for. */
  replaces: string[];
  hasFormula: boolean;
  units: FieldUnits;
  /** Titles of the inputs and labels of the outputs, each once. */
  fields: string[];
  /** The choices of units of a converter. */
  converts?: string[] | undefined;
  /** The text input that a search may fill. */
  recognizes?: string | undefined;
}
/** The declared units of a calculator's numbers, each once: the first one where an input chooses. */
export interface FieldUnits {
  outputs: string[];
  inputs: string[];
  /** Of the inputs without which it does not calculate. */
  required: string[];
}

/** One result: `value` for programs (15 significant digits), `formatted` for people. */
export interface Result {
  value: Value;
  label: string;
  unit: string;
  formatted: string;
  columns?: Record<string, { label: string; unit: string }>;
}
/** What a reader should know of an answer beside its explanation. */
export interface Remark {
  /** The output that is meant; absent where it is the whole answer. */
  output?: string;
  code: "outside_plausible" | "out_of_date";
  message: string;
}
/** What a calculation answers. */
export interface Outcome {
  results: Record<string, Result>;
  explanation: string;
  /** Never empty. */
  remarks?: Remark[];
  /** Inputs that were filled from the day's date, since the client sent none. */
  assumed?: Values;
  /** The inputs that were calculated with, where they are not the call's. */
  inputs?: Values;
  /** Further members of the answer, by plugins. */
  members?: Record<string, unknown>;
}
/** Inputs after validation: what formulas and the cache key are made of. */
export interface ValidInputs {
  values: Values;
  /** Quantities that came in another unit than the declared one, by pointer, as sent. */
  sent: Record<string, { value: number; unit: string }>;
  assumed?: Values | undefined;
  units?: Record<string, string> | undefined;
  /** The remark on rules that have ended. */
  ended?: Remark | undefined;
  /** Steps that reading, conditions and checks took. */
  steps: number;
  /** Values that checks computed already, by slot. */
  computed?: State["slots"];
}
/** The sender of a request, and the daily limit. */
export interface Caller {
  id: string;
  /** The API key that was used, by its id. */
  key?: string;
  plan?: string;
  /** Calculations per UTC day; Infinity for no end. */
  limit?: number;
}
/** One calculation, as plugins around it see it. */
export interface Call extends ValidInputs {
  calculator: Calculator;
  caller?: Caller;
  context: Record<string, unknown>;
  work: Work;
  /** What a plugin runs in place of the calculator: `key` is all that it depends on beside the inputs; it counts as one calculation unless it says as how many. */
  custom?: { key: unknown; run: (call: Call) => Promise<Outcome>; calculations?: number };
  /** What plugins make of the outcome, in this order. */
  additions: Addition[];
  /** Set by the plugin that counts allowances: nothing may be computed or answered before it is settled, or after it failed. */
  admitted?: Promise<unknown>;
}

/** What a plugin adds to the answer of a request: `key` is all that it depends on beside the call; `run` gets the outcome, and the call with the inputs that it was calculated with. */
export interface Addition {
  key: unknown;
  /** The inputs that the calculator reads in place of those that were sent. */
  inputs?: unknown;
  run: (outcome: Outcome, call: Call) => Outcome | Promise<Outcome>;
}

/** One line of the list of calculators. */
export interface Summary {
  slug: string;
  title: string;
  description: string;
  category: string;
  subcategory: string;
  hasFormula: boolean;
}

/** Adds up the steps of several calculations. */
export interface Spent {
  steps: number;
}
/** The work of one request, all of its calculations together. */
export interface Work extends Spent {
  /** Who asks, by key or address; "" where nobody needs to be told apart. */
  from: string;
  /** Whether the client has gone, so that nobody reads an answer. */
  hasLeft: () => boolean;
}

/** A calculator that can run. Immutable: a changed file makes a new one. */
export interface Calculator extends Summary, Card {
  /** Digest of everything that could change an answer; cached answers of other revisions are never used. */
  revision: string;
  readonly definition: Definition;
  /** The definition with converters and choices written out. */
  completed: () => Definition;
  /** Everything a client needs to call it. */
  detail: () => Record<string, unknown>;
  /** Client's inputs (and units for outputs) → validated inputs, or a CalcError with every fault. `today` fills `default: today`; `spent` gets the steps, of refused inputs too. */
  validate: (inputs: unknown, today: string, units?: Record<string, string>, spent?: Spent) => ValidInputs;
  run: (inputs: ValidInputs, spent?: Spent) => Outcome;
  /** The values of the outputs without texts (of one output with `only`); adds the steps to `spent`. For solving, charts and checks. */
  values: (inputs: ValidInputs, part?: { only?: string; spent?: Spent }) => Values;
  /** Runs the outputs, and tells of every formula that they took; adds the steps to `spent`. */
  trace: (inputs: ValidInputs, spent?: Spent) => Trace;
  /** An input as an answer writes it, in another unit where one is named. */
  writeInput: (name: string, inputs: ValidInputs, unit?: string) => Result;
  /** A number as an answer writes it for an output, in its declared unit or another one. */
  writeOutput: (name: string, value: number, written: { inputs: ValidInputs; unit?: string | undefined }) => string;
}

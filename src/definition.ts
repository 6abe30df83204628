// The contents of calculator files and category files, as types; schema.json describes the same for editors.

/** A unit as a calculator declares it: one, or one per choice of another input. */
export type UnitChoice = string | ({ by: string } & Record<string, string>);

/** One input, array item or row field, as the file says it. */
export interface InputSchema {
  type: "number" | "integer" | "string" | "boolean" | "array" | "object";
  title?: string;
  description?: string;
  unit?: UnitChoice;
  substance?: string;
  plain?: boolean;
  as?: string;
  when?: string;
  enum?: (string | number)[];
  const?: string | number;
  /** Tables whose rows are the choices, and further choices. */
  choices?: string | (string | { const: string; title: string; description?: string })[];
  oneOf?: { const: string | number; title: string; description?: string }[];
  default?: unknown;
  /** Of a choice of unit: the units sent with the numbers decide it. Not for files. */
  followsUnits?: true;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  grouping?: boolean;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  format?: string;
  variables?: string[];
  sameLength?: string;
  shape?: "symmetric" | "square";
  items?: InputSchema;
  properties?: Record<string, InputSchema>;
  required?: string[];
  examples?: unknown[];
}

/** One output or table column, as the file says it. */
export interface OutputDefinition {
  label: string;
  description?: string;
  unit?: UnitChoice;
  substance?: string;
  plain?: boolean;
  as?: string;
  /** What an answer can sensibly be, in its unit: others carry a remark. */
  minimum?: number;
  maximum?: number;
  decimals?: number;
  significant?: number;
  grouping?: boolean;
  /** "table", "comparison", or a kind of value, also of a plugin. */
  type?: string;
  when?: string;
  /** Stands with the details, below the main results. */
  detail?: boolean;
  of?: string;
  formula?: string;
  columns?: Record<string, OutputDefinition>;
}

export interface ConstantDefinition {
  value: number;
  unit?: string;
  plain?: boolean;
  source?: string;
  title?: string;
}
/** One test of a calculator, or with `each` a series of tests. */
export interface Example {
  title: string;
  inputs: Record<string, unknown>;
  solve?: string;
  outputs?: Record<string, unknown>;
  /** Values of a series by input and output, `says` included: the first ones belong together, the second ones, … */
  each?: Record<string, unknown[]>;
  /** The inputs that the message of the refusal points at; true where it points at none. */
  refused?: string | string[] | true;
  /** Pieces of the explanation, or of the message of the refusal. */
  says?: string | string[];
  /** The outputs that lie outside their plausible span. */
  remarks?: string | string[];
  origin?: "published" | "derived" | "computed";
  source?: string;
}
export interface Reference {
  title: string;
  locator?: string;
  url?: string;
}

/** What a chart of a calculator draws: outputs over an input, or columns of a table over another one. */
export interface PlotDefinition {
  kind: "line" | "steps" | "bars" | "stacked" | "area" | "scatter";
  x: string;
  y: string | string[];
  axes?: { x?: "log"; y?: "log" };
  /** Only of a scatter. */
  fit?: "linear";
}
/** A normal distribution; all are names of number inputs or outputs. The area between two bounds is filled. */
export interface BellDefinition {
  kind: "bell";
  mean: string;
  deviation: string;
  from?: string;
  to?: string;
}
/** The bands of a table of thresholds, and where an output lies among them. */
export interface BandsDefinition {
  kind: "bands";
  of: string;
  table: string;
}
export type ChartDefinition = PlotDefinition | BellDefinition | BandsDefinition;

/** A calculator file as written, checked against schema.json. */
export interface Definition {
  title: string;
  description: string;
  subcategory: string;
  aliases?: string[];
  /** Questions as people type them or ask an agent. */
  questions?: string[];
  /** The text input that a search fills with a text such as "MMXXVI" or "H2SO4". */
  recognizes?: string;
  /** 1 many people search it, 2 known in its field, 3 specialist; 2 where nothing is said. */
  popularity?: 1 | 2 | 3;
  /** Slugs of withdrawn calculators that this one answers for. */
  replaces?: string[];
  plain?: boolean;
  converts?: string;
  units?: string[];
  inputs?: { type: "object"; required?: string[]; properties: Record<string, InputSchema> };
  checks?: { require: string; when?: string; at?: string | string[]; message: string }[];
  constants?: Record<string, string | ConstantDefinition>;
  tables?: Record<string, unknown>;
  formulas?: Record<string, string | number | boolean | unknown[] | Record<string, string | number | boolean>>;
  outputs?: Record<string, OutputDefinition>;
  solvable?: false | string[][];
  /** The formulas that matter most: as computed (true), or in the textbook's form. */
  show?: Record<string, true | string>;
  chart?: "none" | ChartDefinition;
  explanation?: string | (string | { when?: string; otherwise?: true; text: string })[];
  usage?: string;
  limits?: string;
  valid?: { from?: string; to?: string; jurisdiction?: string; review?: string };
  page?: string;
  examples?: Example[];
  references?: Reference[];
  sameAs?: unknown;
}

/** A category file: `_category.yaml`. */
export interface CategoryDefinition {
  title: string;
  description: string;
  group: string;
  order?: number;
  subcategories: Record<string, string>;
  notice?: string;
  /** Slugs of its calculators that most people look for, the first of them first. */
  popular?: string[];
}

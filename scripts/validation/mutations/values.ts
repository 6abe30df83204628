// Mistakes in data: cells and labels of tables, constants, defaults, choices and bounds of inputs.
import type { Definition, InputSchema, Path } from "formulary";
import { keyedTable, unwrapTable } from "formulary/compiler";
import { changedCell } from "../coverage-tables.ts";
import { optionsOf } from "../sample.ts";
import { type Change, changeTo } from "./change.ts";

/** Every change of a table, a constant, or what an input accepts; an entry without formulas computes nothing that could go wrong. */
export const valueChanges = (definition: Definition): Change[] => (definition.formulas === undefined ? [] : changesOf(definition));

const changesOf = (definition: Definition): Change[] => [
  ...Object.entries(definition.tables ?? {}).flatMap(([name, table]) => tableChanges(name, table)),
  ...Object.entries(definition.constants ?? {}).flatMap(([name, constant]) =>
    typeof constant === "object" ? [changeTo("constant", ["constants", name, "value"], constant.value * 1.02 || 0.02)] : [],
  ),
  ...Object.entries(definition.inputs?.properties ?? {}).flatMap(([name, schema]) => inputChanges(["inputs", "properties", name], schema)),
];

type Leaf = { path: Path; value: number | string | boolean };
function leavesOf(data: unknown, path: Path): Leaf[] {
  if (data === null || typeof data !== "object") return [{ path, value: data as Leaf["value"] }];
  return Object.entries(data).flatMap(([key, value]) => leavesOf(value, [...path, Array.isArray(data) ? Number(key) : key]));
}

function tableChanges(name: string, table: unknown): Change[] {
  if (typeof table === "string") return [];
  const { values } = unwrapTable(table);
  const base: Path = ["tables", name, ...(values === table ? [] : [keyedTable(table) ? "rows" : "values"])];
  const isForPeople = (path: Path) => keyedTable(table) !== undefined && /^(title|description)$/.test(String(path.at(-1)));
  const leaves = leavesOf(values, base).filter(({ path }) => !isForPeople(path));
  const isDeep = leaves.some(({ path }) => path.length > base.length + 1);
  const columnOf = ({ path }: Leaf) => leaves.filter((other) => !isDeep || other.path.at(-1) === path.at(-1)).map(({ value }) => value);
  // The first threshold of a list is where the range begins.
  const cells = leaves.filter(({ path, value }) => !(typeof value === "number" && path.at(-1) === 0 && path.at(-2) === 0));
  return [
    ...cells.map((leaf) => changeTo("table cell", leaf.path, changedCell(leaf.value, columnOf(leaf)))),
    ...labelChanges(values, base),
  ];
}

/** Lists of thresholds with the labels of two neighbouring rows exchanged. */
function labelChanges(data: unknown, path: Path): Change[] {
  if (data === null || typeof data !== "object") return [];
  const rows = Object.entries(data);
  if (!Array.isArray(data) || !data.every((row) => Array.isArray(row) && typeof row[0] === "number" && typeof row[1] === "string"))
    return rows.flatMap(([key, value]) => labelChanges(value, [...path, Array.isArray(data) ? Number(key) : key]));
  const list = data as [number, string][];
  return list.slice(1).flatMap(([from, label], at) => {
    const [before, other] = list[at]!;
    if (label === other) return [];
    const swapped = list.map((row, position) => (position === at ? [before, label] : position === at + 1 ? [from, other] : row));
    return [{ ...changeTo("label", path, swapped), now: `"${label}" and "${other}" exchanged` }];
  });
}

function inputChanges(path: Path, schema: InputSchema): Change[] {
  const { items, properties = {} } = schema;
  return [
    ...defaultChanges(path, schema),
    ...choiceChanges(path, schema),
    ...boundChanges(path, schema),
    ...(items ? inputChanges([...path, "items"], items) : []),
    ...Object.entries(properties).flatMap(([name, field]) => inputChanges([...path, "properties", name], field)),
  ];
}

function defaultChanges(path: Path, schema: InputSchema): Change[] {
  const { default: standard, type, maximum = schema.exclusiveMaximum ?? Number.POSITIVE_INFINITY, multipleOf = 1 } = schema;
  const other = optionsOf(schema)?.find((option) => option !== standard);
  if (other !== undefined && standard !== undefined) return [changeTo("default", [...path, "default"], other)];
  if (typeof standard !== "number") return [];
  const step = type === "integer" ? multipleOf : 0.05 * Math.abs(standard) || Math.min(1, maximum / 20);
  return [changeTo("default", [...path, "default"], standard + step <= maximum ? standard + step : standard - step)];
}

function choiceChanges(path: Path, schema: InputSchema): Change[] {
  const key = schema.oneOf ? "oneOf" : "enum";
  const list = schema[key];
  const options = optionsOf(schema) ?? [];
  if (!Array.isArray(list) || list.length < 3) return [];
  return options.flatMap((option, at) =>
    option === schema.default
      ? []
      : [{ ...changeTo("choice", [...path, key, at], undefined), now: `without the choice ${JSON.stringify(option)}` }],
  );
}

function boundChanges(path: Path, schema: InputSchema): Change[] {
  if (optionsOf(schema)) return [];
  const widened = (key: "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum", up: boolean): Change[] => {
    const bound = schema[key];
    if (!bound) return [];
    const isFarther = bound > 0 === up;
    return schema.type === "integer" && !isFarther ? [] : [changeTo("bound", [...path, key], isFarther ? bound * 10 : bound / 10)];
  };
  return [
    ...widened("maximum", true),
    ...widened("exclusiveMaximum", true),
    ...widened("minimum", false),
    ...widened("exclusiveMinimum", false),
  ];
}

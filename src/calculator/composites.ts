// Outputs made of several values: tables of columns, and comparisons of methods.
import { CalcError } from "../errors.ts";
import { isList, none, type Row } from "../language/values.ts";
import type { OutputDefinition, Result, State, Value } from "../types.ts";
import type { Compilation } from "./formulas.ts";
import { choicesOf } from "./kinds/choice.ts";
import { numberKind } from "./kinds/number.ts";
import { publishedUnit } from "./kinds/units.ts";
import { checked, cleaned, compileWhen, outwardOf } from "./results.ts";

interface Body {
  value: (state: State) => Value;
  result: (state: State) => Result;
  write: (value: Value, state: State) => string;
  read: (state: State) => Value;
}

/** A table output: columns of one length (single values repeated), answered as rows. */
export function compileTable(name: string, output: OutputDefinition, compilation: Compilation): Body | undefined {
  const path = ["outputs", name];
  if (!output.columns) {
    compilation.findings.add("compile", path, "A table needs columns.");
    return undefined;
  }
  const columns = Object.entries(output.columns).map(([key, column]) => {
    const run = compilation.expression(column.formula ?? column.of ?? key, [...path, "columns", key]);
    const convert = outwardOf(column, compilation);
    const applies = compileWhen(column.when, [...path, "columns", key, "when"], compilation);
    const { type = "number" } = column;
    const kind = compilation.environment.kinds.ofType(type);
    const check = (value: Value) => (value === none ? value : cleaned(checked(value, kind, `${name}, column ${column.label}`)));
    const read = (state: State): Column => {
      const value = convert(run!(state, []), state);
      return isList(value) ? value.map(check) : check(value);
    };
    return { key, column, applies, read, hasEmptyCells: type !== "text" };
  });
  const rowsOf = (state: State, visible: typeof columns): Value[] => {
    const cells = visible.map(({ key, read, hasEmptyCells }) => ({ key, values: read(state), hasEmptyCells }));
    return toRows(cells, name);
  };
  const value = (state: State) =>
    rowsOf(
      state,
      columns.filter(({ applies }) => applies(state)),
    );
  const result = (state: State): Result => {
    const visible = columns.filter(({ applies }) => applies(state));
    const rows = rowsOf(state, visible);
    const heads = visible.map(({ key, column }) => [
      key,
      { label: column.label, unit: publishedUnit(column.unit, state.values, compilation.environment) },
    ]);
    return { value: rows, label: output.label, unit: "", formatted: rowCount(rows.length), columns: Object.fromEntries(heads) };
  };
  return { value, result, write: notText(name), read: value };
}

const rowCount = (rows: number) => `${rows} ${rows === 1 ? "row" : "rows"}`;
const notText = (name: string) => () => {
  throw new CalcError("formula", { message: `${name} is a table: it cannot stand in a sentence.` });
};

type Column = Value[] | Value;
function toRows(columns: { key: string; values: Column; hasEmptyCells: boolean }[], name: string): Value[] {
  const lengths = new Set<number>();
  for (const { values } of columns) if (isList(values)) lengths.add(values.length);
  if (lengths.size > 1)
    throw new CalcError("formula", { message: `The columns of ${name} have different lengths (${[...lengths].join(", ")}).` });
  const [length = 1] = lengths;
  const rows: Row[] = [];
  for (let at = 0; at < length; at++) rows.push({});
  // column by column: all rows get the same property in turn, which V8 does fast
  for (const { key, values, hasEmptyCells } of columns)
    for (let at = 0; at < length; at++) {
      const cell = isList(values) ? values[at]! : values;
      if (cell !== none || !hasEmptyCells) rows[at]![key] = cell;
    }
  return rows;
}

type ComparisonRow = { method: string; title: string; value: Value; formatted: string; chosen: boolean };

/** A comparison of the methods of one choice: a row for each that can be computed with these inputs. */
export function compileComparison(name: string, output: OutputDefinition, compilation: Compilation): Body | undefined {
  const path = ["outputs", name];
  const formula = compilation.names.formulas.get(output.of ?? name);
  if (!formula?.branches || formula.by === undefined) {
    compilation.findings.add("compile", path, 'A comparison shows all methods of a formula that is a choice: "of" names it.');
    return undefined;
  }
  compilation.used.add(formula.name);
  const input = compilation.names.inputs.get(formula.by);
  const convert = outwardOf(output, compilation);
  const writer = numberKind.write({ ...output, type: "number" }, compilation.environment, 6);
  const titles = new Map(input?.schema.oneOf?.map((choice) => [String(choice.const), choice.title]));
  const methods = (input && choicesOf(input.schema)) ?? [];
  const rowOf = (method: string, state: State): ComparisonRow[] => {
    const value = methodValue(state, formula.branches![method]!);
    if (value === undefined) return [];
    const number = cleaned(checked(convert(value, state), numberKind, `${name}, ${method}`));
    const chosen = method === String(state.slots[input!.slot]);
    return [{ method, title: titles.get(method) ?? method, value: number, formatted: writer(number, state.values), chosen }];
  };
  const result = (state: State): Result => {
    const rows = methods.flatMap((method) => rowOf(String(method), state));
    const unit = publishedUnit(output.unit, state.values, compilation.environment);
    return {
      value: rows,
      label: output.label,
      unit,
      formatted: rows.map((row) => `${row.title} ${row.formatted}`).join("; "),
      columns: { title: { label: "Method", unit: "" }, value: { label: output.label, unit } },
    };
  };
  const value = (state: State) => result(state).value;
  return { value, result, write: notText(name), read: value };
}

// A method whose own input was not sent is left out; it would need an invented number.
function methodValue(state: State, slot: number): Value | undefined {
  try {
    return (state.slots[slot] as Value | undefined) ?? state.compute(slot);
  } catch (error) {
    if (error instanceof CalcError && error.code === "absent") return undefined;
    throw error;
  }
}

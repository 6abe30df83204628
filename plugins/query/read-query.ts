// Inputs as texts, as forms, addresses and command lines have them → the inputs of a calculation, with what could not be read.
import type { Fault, InputSchema } from "formulary";
import { choicesOf, type Environment, isChoice, unitText } from "formulary/compiler";
import { takesNumber } from "../solve/index.ts";
import { readNumber } from "./read-number.ts";

/** What the controls of a form contain. */
export interface FormValues {
  /** The text of each control, by the control's name. */
  texts: Map<string, string>;
  inputs: Record<string, unknown>;
  faults: Fault[];
  /** How a text was read, by JSON pointer of the field, where the reading differs from the text. */
  interpretations: Map<string, string>;
}
/** The inputs of a calculator: of its detail, with units as declared. */
interface WithInputs {
  inputs: { properties: Record<string, InputSchema>; required: string[] };
}
const maxTextLength = 20_000;

/** One field while it is read: the name of its control, the JSON pointer of its value, and its form. */
interface FieldContext {
  name: string;
  path: string;
  values: FormValues;
  environment: Environment;
}

/** Reads the query that a form sends; an empty control is an input that was not sent. */
export function readQuery(
  parameters: URLSearchParams,
  { inputs: { properties, required } }: WithInputs,
  environment: Environment,
): FormValues {
  const texts = new Map([...parameters].map(([name, text]) => [name, text.slice(0, maxTextLength)]));
  const values: FormValues = { texts, inputs: Object.create(null), faults: [], interpretations: new Map() };
  for (const [name, schema] of Object.entries(properties)) {
    const value = readField(schema, { name, path: `/inputs/${name}`, values, environment });
    if (value !== undefined) values.inputs[name] = value;
    else if (required.includes(name)) {
      const empty = emptyValueOf(schema);
      if (empty !== undefined) values.inputs[name] = empty;
    }
  }
  return values;
}

/** The value of an empty required control: false for a checkbox, an empty text or list where that is valid. */
function emptyValueOf(schema: InputSchema): unknown {
  if (schema.type === "boolean") return false;
  if (schema.type === "array") return (schema.minItems ?? 0) === 0 ? [] : undefined;
  const isFreeText = schema.type === "string" && !isChoice(schema) && !schema.format && (schema.minLength ?? 0) === 0;
  return isFreeText ? "" : undefined;
}

function readField(schema: InputSchema, field: FieldContext): unknown {
  if (isRows(schema)) return readRows(schema, field);
  const text = field.values.texts.get(field.name)?.trim() ?? "";
  if (text === "") return undefined;
  return schema.type === "array" ? readList(text, schema, field) : readValue(text, schema, field);
}

/** Whether an input is a table of rows. */
export const isRows = (schema: InputSchema): boolean => schema.type === "array" && schema.items?.type === "object";

function readValue(text: string, schema: InputSchema, field: FieldContext): unknown {
  const choices = choicesOf(schema);
  if (choices) return choices.find((value) => String(value) === text) ?? text;
  if (schema.type === "boolean") return text === "true" ? true : text === "false" ? false : text;
  if (!takesNumber(schema)) return text;
  if (schema.as && text.includes(":")) return text;
  return readQuantity(text, schema, field);
}

function readQuantity(text: string, schema: InputSchema, { name, path, values, environment }: FieldContext): unknown {
  const declared = unitText(schema.unit, values.inputs);
  const number = readNumber(text, { unit: declared, substance: schema.substance, environment });
  if (number.error !== undefined) {
    values.faults.push({ path, code: "type", message: number.error });
    return undefined;
  }
  if (number.interpretation) values.interpretations.set(path, number.interpretation);
  const chosen = values.texts.get(`${name}.unit`);
  if (typeof number.value === "object" || !chosen || chosen === declared) return number.value;
  // a field without a choice of units of its own shows the unit beside its number
  if (typeof schema.unit === "object") {
    values.texts.set(name, `${text} ${chosen}`);
    values.texts.delete(`${name}.unit`);
  }
  return { value: number.value, unit: chosen };
}

const lineBreak = /\r?\n|;/;
function readList(text: string, schema: InputSchema, field: FieldContext): unknown[] {
  const items = schema.items!;
  if (items.type === "array") {
    const lines = text.split(lineBreak).filter((line) => line.trim());
    return lines.map((line, at) => readList(line, items, { ...field, path: `${field.path}/${at}` }));
  }
  // free texts may contain commas
  const separator = takesNumber(items) ? /[\s,;]+/ : isChoice(items) || items.format ? /[\n;,]/ : lineBreak;
  const parts = text
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean);
  const itemSchema = schema.unit === undefined ? items : { ...items, unit: schema.unit };
  const list = parts.map((part, at) => readValue(part, itemSchema, { ...field, path: `${field.path}/${at}` }) ?? null);
  // "1,000" is two numbers in a list, so the form repeats the list that it read
  if (takesNumber(items) && parts.length > 1 && text.includes(",")) {
    const first = parts.slice(0, 8).join("; ");
    field.values.interpretations.set(field.path, `Read as ${parts.length} numbers: ${first}${parts.length > 8 ? "; …" : ""}`);
  }
  return list;
}

const mostRows = 200;
function readRows(schema: InputSchema, field: FieldContext): unknown[] | undefined {
  const { name, path } = field;
  const { texts } = field.values;
  const columns = Object.entries(schema.items!.properties ?? {});
  const count = countRows(name, texts);
  const rows: unknown[] = [];
  for (let at = 0; at < count; at++) {
    if (!isFilled(columns, (column) => texts.get(`${name}.${at}.${column}`))) continue;
    // rows move up over empty ones, so that the JSON pointer of a row is also its position in the form
    for (const [column] of columns) move(texts, `${name}.${at}.${column}`, `${name}.${rows.length}.${column}`);
    rows.push(readRow(columns, { ...field, name: `${name}.${rows.length}`, path: `${path}/${rows.length}` }));
  }
  for (let at = rows.length; at < count; at++) for (const [column] of columns) texts.delete(`${name}.${at}.${column}`);
  return rows.length > 0 ? rows : undefined;
}

/** Whether a row says something. In a form a choice or a checkbox always does, so that the other controls decide; an address may leave them out. */
function isFilled(columns: [string, InputSchema][], textOf: (column: string) => string | undefined): boolean {
  const deciding = columns.filter(([, schema]) => !isChoice(schema) && schema.type !== "boolean");
  const isForm = deciding.some(([column]) => textOf(column) !== undefined);
  return (isForm ? deciding : columns).some(([column]) => textOf(column)?.trim());
}

function move(texts: Map<string, string>, from: string, to: string): void {
  if (from === to) return;
  for (const part of ["", ".unit"]) {
    const text = texts.get(from + part);
    texts.delete(to + part);
    if (text !== undefined) texts.set(to + part, text);
  }
}

function readRow(columns: [string, InputSchema][], field: FieldContext): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [column, schema] of columns) {
    const value = readField(schema, { ...field, name: `${field.name}.${column}`, path: `${field.path}/${column}` });
    if (value !== undefined) row[column] = value;
    else if (schema.type === "boolean" && schema.default !== true) row[column] = false;
  }
  return row;
}

/** How many rows of a table a form sent, empty ones included. */
export function countRows(name: string, texts: Map<string, string>): number {
  let count = 0;
  for (const key of texts.keys()) {
    const [input, at] = key.split(".");
    if (input === name && /^\d{1,3}$/.test(at ?? "")) count = Math.max(count, Number(at) + 1);
  }
  return Math.min(count, mostRows);
}

/** Inputs as a client sends them → the query of a form with them. Without inputs the query is still not empty. */
export function toQuery(inputs: Record<string, unknown>, { inputs: { properties } }: Pick<WithInputs, "inputs">): URLSearchParams {
  const query = new URLSearchParams();
  const set = (name: string, value: unknown) => {
    if (Array.isArray(value) && value.some((each) => isRecord(each) && !isQuantity(each)))
      for (const [at, row] of value.entries())
        for (const [column, each] of Object.entries(row as Record<string, unknown>)) set(`${name}.${at}.${column}`, each);
    else if (Array.isArray(value)) query.set(name, listText(value));
    else if (value !== null && typeof value === "object") {
      const { value: number, unit } = value as { value: number; unit: string };
      query.set(name, String(number));
      query.set(`${name}.unit`, unit);
    } else query.set(name, String(value));
  };
  for (const [name, value] of Object.entries(inputs)) set(name, value);
  if (query.size === 0) query.set(Object.keys(properties)[0] ?? "inputs", "");
  return query;
}

const isRecord = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === "object" && !Array.isArray(value);
const isQuantity = (value: unknown): value is { value: number; unit: string } =>
  isRecord(value) && typeof value.value === "number" && typeof value.unit === "string";

// A number of a list with its unit is one word: 3cm.
function listText(list: unknown[]): string {
  if (list.some(isQuantity)) return list.map((each) => (isQuantity(each) ? `${each.value}${each.unit}` : String(each))).join(" ");
  if (list.some(Array.isArray)) return list.map((row) => (Array.isArray(row) ? row.join(" ") : String(row))).join("\n");
  return list.join(list.every((each) => typeof each === "number") ? " " : "\n");
}

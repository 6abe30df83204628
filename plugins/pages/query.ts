// The query of a page → the inputs of a calculation, with what was typed, what was understood and what was not.
import type { Fault, InputSchema } from "formulary";
import { firstUnit, type Shared } from "formulary/compiler";
import { choicesOf, type Detail, isNumber } from "./detail.ts";
import { readNumber } from "./numbers.ts";

export interface Reading {
  /** What stands in each control, by the name of the control. */
  typed: Map<string, string>;
  inputs: Record<string, unknown>;
  faults: Fault[];
  /** What was understood of a field, by JSON pointer, where it is not what was typed. */
  heard: Map<string, string>;
}
/** Longest text that one control may hold. */
const longest = 20_000;

interface Place {
  /** Name of the control. */
  name: string;
  /** JSON pointer of the value. */
  path: string;
}
interface Tools {
  reading: Reading;
  shared: Shared;
}

/** Reads what a form sent; a control that was left empty is an input that was not sent. */
export function readQuery(parameters: URLSearchParams, { inputs: { properties, required } }: Detail, shared: Shared): Reading {
  const typed = new Map([...parameters].map(([name, text]) => [name, text.slice(0, longest)]));
  const reading: Reading = { typed, inputs: Object.create(null), faults: [], heard: new Map() };
  for (const [name, schema] of Object.entries(properties)) {
    const value = readField(schema, { name, path: `/inputs/${name}` }, { reading, shared });
    if (value !== undefined) reading.inputs[name] = value;
    else if (required.includes(name)) {
      const empty = emptyOf(schema);
      if (empty !== undefined) reading.inputs[name] = empty;
    }
  }
  return reading;
}

/** What an empty control means where the calculator takes nothing else for it: an unticked box, no text, no entries. */
function emptyOf(schema: InputSchema): unknown {
  if (schema.type === "boolean") return false;
  if (schema.type === "array") return (schema.minItems ?? 0) === 0 ? [] : undefined;
  const free = schema.type === "string" && !choicesOf(schema) && !schema.format && (schema.minLength ?? 0) === 0;
  return free ? "" : undefined;
}

function readField(schema: InputSchema, place: Place, tools: Tools): unknown {
  const { typed } = tools.reading;
  if (isRows(schema)) return readRows(schema, place, tools);
  const text = typed.get(place.name)?.trim() ?? "";
  if (text === "") return undefined;
  if (schema.type === "array") return readList(text, schema, place, tools);
  return readOne(text, schema, place, tools);
}

/** Whether an input is a table of rows. */
export const isRows = (schema: InputSchema): boolean => schema.type === "array" && schema.items?.type === "object";

function readOne(text: string, schema: InputSchema, place: Place, tools: Tools): unknown {
  const choices = choicesOf(schema);
  if (choices) return choices.find(({ value }) => String(value) === text)?.value ?? text;
  if (schema.type === "boolean") return text === "true" ? true : text === "false" ? false : text;
  if (!isNumber(schema)) return text;
  if (schema.as && text.includes(":")) return text;
  return readAmount(text, schema, place, tools);
}

function readAmount(text: string, schema: InputSchema, { name, path }: Place, { reading, shared }: Tools): unknown {
  const declared = unitOf(schema, reading.inputs);
  const heard = readNumber(text, { unit: declared, substance: schema.substance, shared });
  if (heard.error !== undefined) {
    reading.faults.push({ path, code: "type", message: heard.error });
    return undefined;
  }
  if (heard.heard) reading.heard.set(path, heard.heard);
  const chosen = reading.typed.get(`${name}.unit`);
  if (typeof heard.value === "object" || !chosen || chosen === declared) return heard.value;
  return { value: heard.value, unit: chosen };
}

/** The unit that a field is in now: another input may choose it. */
export function unitOf({ unit }: InputSchema, inputs: Record<string, unknown>): string {
  if (unit === undefined || typeof unit === "string") return unit ?? "";
  const chosen = unit[String(inputs[unit.by])];
  return chosen ?? firstUnit(unit);
}

const lineBreak = /\r?\n|;/;
function readList(text: string, schema: InputSchema, place: Place, tools: Tools): unknown[] {
  const items = schema.items!;
  if (items.type === "array") {
    const lines = text.split(lineBreak).filter((line) => line.trim());
    return lines.map((line, at) => readList(line, items, { ...place, path: `${place.path}/${at}` }, tools));
  }
  // a text of its own may hold commas
  const separator = isNumber(items) ? /[\s,;]+/ : choicesOf(items) || items.format ? /[\n;,]/ : lineBreak;
  const parts = text
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean);
  const unit = schema.unit === undefined ? items : { ...items, unit: schema.unit };
  const values = parts.map((part, at) => readOne(part, unit, { ...place, path: `${place.path}/${at}` }, tools) ?? null);
  // a comma separates values here, so what was understood is always said
  if (isNumber(items) && parts.length > 1 && text.includes(","))
    tools.reading.heard.set(place.path, `Read as ${parts.length} numbers: ${parts.slice(0, 8).join("; ")}${parts.length > 8 ? "; …" : ""}`);
  return values;
}

const mostRows = 200;
function readRows(schema: InputSchema, { name, path }: Place, tools: Tools): unknown[] | undefined {
  const { typed } = tools.reading;
  const fields = Object.entries(schema.items!.properties ?? {});
  const sent = rowsIn(name, typed);
  const rows: unknown[] = [];
  for (let at = 0; at < sent; at++) {
    if (!fields.some(([field, each]) => isTelling(each) && typed.get(`${name}.${at}.${field}`)?.trim())) continue;
    // empty rows are closed up, so that a pointer to a row is the row's place in the form
    for (const [field] of fields) move(typed, `${name}.${at}.${field}`, `${name}.${rows.length}.${field}`);
    rows.push(readRow(fields, { name: `${name}.${rows.length}`, path: `${path}/${rows.length}` }, tools));
  }
  for (let at = rows.length; at < sent; at++) for (const [field] of fields) typed.delete(`${name}.${at}.${field}`);
  return rows.length > 0 ? rows : undefined;
}

function move(typed: Map<string, string>, from: string, to: string): void {
  if (from === to) return;
  for (const part of ["", ".unit"]) {
    const text = typed.get(from + part);
    typed.delete(to + part);
    if (text !== undefined) typed.set(to + part, text);
  }
}

function readRow(fields: [string, InputSchema][], { name, path }: Place, tools: Tools): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [field, schema] of fields) {
    const value = readField(schema, { name: `${name}.${field}`, path: `${path}/${field}` }, tools);
    if (value !== undefined) row[field] = value;
    else if (schema.type === "boolean") row[field] = false;
  }
  return row;
}

// a choice always sends something: it does not make a row
const isTelling = (schema: InputSchema) => choicesOf(schema) === undefined && schema.type !== "boolean";

/** How many rows of a table a form sent, empty ones included. */
export function rowsIn(name: string, typed: Map<string, string>): number {
  let count = 0;
  for (const key of typed.keys()) {
    const [input, at] = key.split(".");
    if (input === name && /^\d{1,3}$/.test(at ?? "")) count = Math.max(count, Number(at) + 1);
  }
  return Math.min(count, mostRows);
}

/** Inputs as a client sends them → the query that fills a form with them; without any, one that leaves all to defaults. */
export function toQuery(inputs: Record<string, unknown>, { inputs: { properties } }: Detail): URLSearchParams {
  const query = new URLSearchParams();
  const put = (name: string, value: unknown) => {
    if (Array.isArray(value) && value.some((each) => each !== null && typeof each === "object" && !Array.isArray(each)))
      for (const [at, row] of value.entries())
        for (const [field, each] of Object.entries(row as Record<string, unknown>)) put(`${name}.${at}.${field}`, each);
    else if (Array.isArray(value)) query.set(name, listText(value));
    else if (value !== null && typeof value === "object") {
      const { value: number, unit } = value as { value: number; unit: string };
      query.set(name, String(number));
      query.set(`${name}.unit`, unit);
    } else query.set(name, String(value));
  };
  for (const [name, value] of Object.entries(inputs)) put(name, value);
  if (query.size === 0) query.set(Object.keys(properties)[0] ?? "inputs", "");
  return query;
}

function listText(list: unknown[]): string {
  if (list.some(Array.isArray)) return list.map((row) => (Array.isArray(row) ? row.join(" ") : String(row))).join("\n");
  return list.join(list.every((each) => typeof each === "number") ? " " : "\n");
}

// Lists of any kind of value, and matrices: lists of lists of numbers.
import { isList } from "../../language/values.ts";
import type { InputSchema, Value, Values } from "../../types.ts";
import { checkPart, checkRules, isNumber, typeRules } from "./keywords.ts";
import type { Kind } from "./kind.ts";
import { examineRange } from "./number.ts";
import { unitInWords } from "./units.ts";
import { createValueWriter } from "./write.ts";

export const listKind: Kind = {
  check: (schema, environment) => {
    const check = checkRules(typeRules(schema));
    const items = schema.items && environment.kinds.of(schema.items).check(schema.items, environment);
    return (value, violations) => {
      const before = violations.length;
      check(value, violations);
      // nobody reads the faults of the elements of a list that is too long
      if (items && Array.isArray(value) && violations.length === before)
        for (let at = 0; at < value.length; at++) checkPart(at, items, value[at], violations);
    };
  },
  finalCheck: (schema) => (value, values, label) => {
    const message = shapeRules.map((rule) => rule(value, schema, values)).find((each) => each !== undefined);
    return message === undefined ? undefined : { code: "shape", message: `${label}: ${message}` };
  },
  read: (schema, environment) => {
    const { items, unit, substance, maxItems = Number.POSITIVE_INFINITY } = schema;
    const item = items && { ...(unit !== undefined && { unit }), ...(substance && { substance }), ...items };
    const read = item && environment.kinds.of(item).read(item, environment);
    return (value, path, reading) => {
      if (!Array.isArray(value)) return value === 0 ? 0 : value;
      if (!read || value.length > maxItems) return value;
      // most elements are numbers, and need no path for a fault
      return value.map((each, at) => (typeof each === "number" ? (each === 0 ? 0 : each) : read(each, `${path}/${at}`, reading)));
    };
  },
  toFormula: (schema, environment, plain) => {
    const { items, unit } = schema;
    if (!items) return (value) => value;
    const item = { ...items, ...(unit !== undefined && items.unit === undefined && { unit }) };
    const each = environment.kinds.of(item).toFormula(item, environment, plain || schema.plain === true);
    // as: no element is a typed formula
    return (value, values, state) => (value as Value[]).map((element) => each(element, values, state) as Value);
  },
  write: (field, environment, digits) => createValueWriter(field, environment, { digits }),
  publish: ({ format, unit, plain, items }, environment) => ({
    ...(format && { format }),
    ...(unit !== undefined && { unit }),
    ...(plain && { plain }),
    ...(items && { items: publishSchema(items, environment.kinds.of(items).publish(items, environment)) }),
  }),
  describe: () => "a list",
  examine: (schema, path, findings) => {
    examineRange(schema, path, findings);
    if (schema.maxItems === undefined || !schema.items) findings.add("bounds", path, "A list needs maxItems and items.");
  },
  result: {
    words: "a list of finite numbers or texts",
    test: (value) => isList(value) && value.every((each) => typeof each === "string" || typeof each === "boolean" || isNumber(each)),
  },
};

/** Rows of numbers; as an input a list whose rows have one length. */
export const matrixKind: Kind = {
  ...listKind,
  result: { words: "rows of finite numbers", test: (value) => isList(value) && value.every((row) => isList(row) && row.every(isNumber)) },
};

/** A definition's schema for clients: without the keywords that the kind publishes in another form. */
export function publishSchema(schema: InputSchema, own: Record<string, unknown>): Record<string, unknown> {
  const {
    enum: _choices,
    items: _items,
    properties: _properties,
    required: _required,
    plain: _plain,
    format: _format,
    unit,
    ...rest
  } = schema;
  return { ...rest, ...own, ...(own.unit !== undefined && unit !== undefined && { unit: unitInWords(unit) }) };
}

type ShapeRule = (value: Value, schema: InputSchema, values: Values) => string | undefined;
const isMatrix = (value: Value): value is number[][] => Array.isArray(value) && value.every(Array.isArray);
/** The checks that JSON Schema cannot express: matrices, and lists of equal length. */
const shapeRules: ShapeRule[] = [
  (value, { format }) =>
    /atrix$/.test(format ?? "") && isMatrix(value) && value.some((row) => row.length !== value[0]!.length)
      ? "every row must have the same number of elements."
      : undefined,
  (value, { format, shape }) =>
    (format === "squareMatrix" || shape === "square" || shape === "symmetric") &&
    isMatrix(value) &&
    value.some((row) => row.length !== value.length)
      ? "the matrix must be square."
      : undefined,
  (value, { shape }) =>
    shape === "symmetric" && isMatrix(value) && value.some((row, i) => row.some((x, j) => x !== value[j]?.[i]))
      ? "the matrix must be symmetric."
      : undefined,
  (value, { sameLength }, values) => {
    const other = sameLength === undefined ? undefined : values[sameLength];
    return Array.isArray(value) && Array.isArray(other) && other.length !== value.length
      ? `it must have as many elements as ${sameLength} (${other.length}).`
      : undefined;
  },
];

// Objects with named fields: the rows of an input that is a table.
import { emptyRecord } from "../../language/values.ts";
import type { Value } from "../../types.ts";
import { checkPart, checkRules, isObject, typeRules } from "./keywords.ts";
import type { Check, Kind } from "./kind.ts";
import { publishSchema } from "./list.ts";
import { examineRange } from "./number.ts";
import { createValueWriter } from "./write.ts";

export const rowKind: Kind = {
  check: (schema, environment) => {
    const { properties, required = [] } = schema;
    const check = checkRules(typeRules(schema));
    const fields = Object.entries(properties ?? {}).map(([name, field]): [string, Check] => [
      name,
      environment.kinds.of(field).check(field, environment),
    ]);
    return (value, violations) => {
      check(value, violations);
      if (!properties || !isObject(value)) return;
      for (const name of required) if (own(value, name) === undefined) violations.push({ parts: [name], keyword: "required", limit: name });
      for (const name of Object.keys(value))
        if (!Object.hasOwn(properties, name)) violations.push({ parts: [name], keyword: "additionalProperties", limit: false });
      for (const [name, part] of fields) {
        const field = own(value, name);
        if (field !== undefined) checkPart(name, part, field, violations);
      }
    };
  },
  read: (schema, environment) => {
    const fields = Object.entries(schema.properties ?? {});
    const readers = new Map(fields.map(([name, field]) => [name, environment.kinds.of(field).read(field, environment)]));
    return (value, path, reading) => {
      if (!schema.properties || !isObject(value)) return value === 0 ? 0 : value;
      const row = emptyRecord<unknown>();
      for (const [name, each] of Object.entries(value)) {
        const read = readers.get(name);
        row[name] = read ? read(each, `${path}/${name}`, reading) : each;
      }
      for (const [name, field] of fields) if (field.default !== undefined && !Object.hasOwn(row, name)) row[name] = field.default;
      return row;
    };
  },
  toFormula: (schema, environment, plain) => {
    if (!schema.properties) return (value) => value;
    const fields = Object.entries(schema.properties).map(
      ([name, field]) => [name, environment.kinds.of(field).toFormula(field, environment, plain)] as const,
    );
    return (value, values, state) => {
      const row = emptyRecord<Value>();
      for (const [name, field] of fields)
        if (Object.hasOwn(value as object, name)) row[name] = field((value as Record<string, Value>)[name]!, values, state) as Value;
      return row;
    };
  },
  write: (field, environment, digits) => createValueWriter(field, environment, { digits }),
  publish: ({ unit, plain, properties, required }, environment) => ({
    ...(unit !== undefined && { unit }),
    ...(plain && { plain }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [
          name,
          publishSchema(field, environment.kinds.of(field).publish(field, environment)),
        ]),
      ),
      required,
      additionalProperties: false,
    }),
  }),
  describe: () => "an object",
  examine: (schema, path, findings) => {
    examineRange(schema, path, findings);
    if (!schema.properties) findings.add("bounds", path, "A row needs properties.");
  },
};

const own = (record: Record<string, unknown>, name: string): unknown => (Object.hasOwn(record, name) ? record[name] : undefined);

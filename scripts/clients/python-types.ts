// JSON Schema → types of Python: a TypedDict for each object with named members.
/** A part of a document. */
export type Json = { [key: string]: unknown };

/** The types of the schemas of a document, and of those met on the way. */
export interface PythonTypes {
  /** The type of a schema; an object with members becomes a class named by the hint. */
  typeOf: (schema: Json, hint: string) => string;
  /** All classes, to be called last. */
  declarations: () => string;
}

const simple: Record<string, string> = { string: "str", integer: "int", number: "float", boolean: "bool", null: "None" };
const capital = (name: string) => name.replace(/(?:^|_|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
const literal = (value: unknown): string =>
  value === true ? "True" : value === false ? "False" : value === null ? "None" : JSON.stringify(value);

/** Prepares the types of named schemas. */
export function pythonTypes(schemas: Record<string, Json>): PythonTypes {
  const declared = new Map<string, string>();
  const members = (schema: Json) => Object.entries((schema.properties ?? {}) as Record<string, Json>);

  function declare(name: string, schema: Json): string {
    // the name counts before its members are read: schemas may refer to themselves
    if (declared.has(name)) return name;
    declared.set(name, "");
    const required = (schema.required ?? []) as string[];
    const fields = members(schema).map(([member, each]) => {
      const type = typeOf(each, name + capital(member));
      return `    ${JSON.stringify(member)}: ${JSON.stringify(required.includes(member) ? type : `NotRequired[${type}]`)},\n`;
    });
    declared.set(name, `${name} = TypedDict(${JSON.stringify(name)}, {\n${fields.join("")}})\n`);
    return name;
  }

  function typeOf(schema: Json, hint: string): string {
    const { $ref, type, enum: choices, items, additionalProperties: others } = schema;
    if (typeof $ref === "string") {
      const name = $ref.split("/").at(-1)!;
      return members(schemas[name] ?? {}).length > 0 ? declare(name, schemas[name]!) : schemas[name] ? alias(name) : "Any";
    }
    if (Object.hasOwn(schema, "const")) return `Literal[${literal(schema.const)}]`;
    if (Array.isArray(choices)) return `Literal[${choices.map(literal).join(", ")}]`;
    const either = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
    if (either) return union(either.map((each, at) => typeOf(each, `${hint}${at + 1}`)));
    if (Array.isArray(type)) return union(type.map((each: string) => typeOf({ ...schema, type: each }, hint)));
    if (type === "array") return `list[${items ? typeOf(items as Json, `${hint}Item`) : "Any"}]`;
    if (type === "object" || members(schema).length > 0) {
      if (members(schema).length > 0) return declare(hint, schema);
      return `dict[str, ${others && typeof others === "object" ? typeOf(others as Json, `${hint}Value`) : "Any"}]`;
    }
    return simple[String(type)] ?? "Any";
  }

  /** A named schema that is no object with members; one that contains itself is anything. */
  function alias(name: string): string {
    if (declared.has(name)) return declared.get(name) === "" ? "Any" : name;
    declared.set(name, "");
    const type = typeOf(schemas[name]!, name);
    // after those that it names
    declared.delete(name);
    declared.set(name, `${name} = ${type}\n`);
    return name;
  }

  return {
    typeOf,
    // aliases after the classes that they name
    declarations: () => {
      const all = [...declared.values()];
      return [...all.filter((text) => text.includes("TypedDict(")), ...all.filter((text) => !text.includes("TypedDict("))].join("\n");
    },
  };
}

const union = (types: string[]): string => {
  const distinct = [...new Set(types)];
  return distinct.includes("Any") ? "Any" : distinct.length === 1 ? distinct[0]! : `Union[${distinct.join(", ")}]`;
};

// One calculator as an OpenAPI document of its own: calculate, with its inputs and results typed and its examples to try.
import type { Calculator, Definition, InputSchema, Kernel, OutputDefinition } from "formulary";
import { examplesToTry, unitInWords } from "formulary/compiler";
import { takesNumber } from "../solve/index.ts";
import { measurementSchema } from "../uncertainty/index.ts";
import { calculateOperation, components, info } from "./document.ts";
import { type Json, object, ref, schemas } from "./schemas.ts";

/** The document of one calculator, for a server with these members of a request. */
export function calculatorDocument(calculator: Calculator, { requestSchema }: Pick<Kernel, "requestSchema">): Json {
  const { slug, title, description, hasFormula } = calculator;
  const definition = calculator.completed();
  const { Inputs, ...requests } = requestsOf(calculator, definition, requestSchema);
  const examples = examplesToTry(definition).map(({ title: summary, inputs: given, solve, outputs = {} }, at) => {
    const [target] = Object.entries(outputs).filter(([name]) => name !== solve);
    const backwards = solve !== undefined && target && { solveFor: solve, target: Object.fromEntries([target]) };
    return [`example${at + 1}`, { summary, value: { calculator: slug, inputs: given, ...backwards } }];
  });
  const kind = hasFormula ? "Calculation" : "Acknowledgement";
  const answer = hasFormula ? answerOf(slug, definition) : schemas.Acknowledgement;
  const own: Record<string, Json> = { [kind]: answer!, Inputs: Inputs!, ...requests };
  const environment = [
    "Quantity",
    "Value",
    ...(hasFormula ? ["Result", "Solved", "Range", "Step", "Uncertainty", "Sensitivity", "Measurement"] : []),
    "Fault",
    "Problem",
  ];
  const used = environment.filter(
    (name) => !["Quantity", "Measurement"].includes(name) || JSON.stringify(own).includes(`schemas/${name}"`),
  );
  const held = Object.fromEntries(used.map((name) => [name, name === "Measurement" ? measurementSchema : schemas[name]!]));
  const bodies = Object.keys(requests).map(ref);
  const body = bodies.length === 1 ? bodies[0]! : { anyOf: bodies };
  return {
    ...info(title, description),
    paths: {
      "/api/v1/calculate": {
        post: calculateOperation(body, Object.fromEntries(examples), ref(kind)),
      },
    },
    components: components({ ...held, ...own }, ["ETag"]),
  };
}

/** Members that are written out for each calculator, beside those that are the same for all. */
const typed = ["calculator", "inputs", "units", "solveFor", "target"];

function requestsOf(from: Calculator, definition: Definition, { properties: members }: Kernel["requestSchema"]): Record<string, Json> {
  const { slug, hasFormula } = from;
  const { $schema: _, allOf: __, ...published } = from.detail().inputs as Json;
  const fields = definition.inputs?.properties ?? {};
  const properties = Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [name, inputSchema(schema, { isMeasured: hasFormula })]),
  );
  // "x-when" says when an input is wanted: generators of clients and forms make nothing good of if/then/else
  const Inputs = { ...published, properties };
  const calculator = { const: slug };
  const outputs = Object.entries(definition.outputs ?? {}).map(
    ([name, { label, unit, columns }]): WithUnit => ({
      name,
      title: label,
      ...(unit !== undefined && { unit }),
      ...(columns && { columns }),
    }),
  );
  const units = unitsOf(outputs);
  const others = hasFormula ? Object.entries(members).filter(([name]) => !typed.includes(name)) : [];
  const further = Object.fromEntries(others.map(([name, { examples: _, ...schema }]) => [`${name}?`, schema]));
  const forwards = object({ calculator, inputs: ref("Inputs"), ...(units && { "units?": units }), ...further });
  const numbers = Object.entries(definition.outputs ?? {}).filter(([, { type = "number" }]) => type === "number");
  const unknowns = Object.entries(fields).filter(([, schema]) => takesNumber(schema));
  if (!hasFormula || definition.solvable === false || numbers.length === 0 || unknowns.length === 0) return { Inputs, Request: forwards };
  const inputUnits = unknowns.map(([name, { title = name, unit }]): WithUnit => ({ name, title, ...(unit !== undefined && { unit }) }));
  const bothUnits = unitsOf([...inputUnits, ...outputs]);
  const backwards = object({
    calculator,
    inputs: { ...object({}), description: "All inputs but the one that solveFor names.", properties },
    solveFor: { type: "string", enum: unknowns.map(([name]) => name) },
    target: {
      ...object({}),
      minProperties: 1,
      maxProperties: 1,
      properties: Object.fromEntries(numbers.map(([name, { label }]) => [name, { ...quantified({ type: "number" }), title: label }])),
    },
    ...(bothUnits && { "units?": bothUnits }),
    ...further,
  });
  return { Inputs, Request: forwards, BackwardsRequest: backwards };
}

type WithUnit = { name: string; title: string } & Pick<OutputDefinition, "unit" | "columns">;
function unitsOf(fields: WithUnit[]): Json | undefined {
  const withUnit = fields.filter(({ unit, columns }) => unit !== undefined && !columns);
  if (withUnit.length === 0) return undefined;
  const properties = withUnit.map(({ name, title }) => [name, { type: "string", title, maxLength: 100 }]);
  return { ...object({}), description: "Units to answer outputs in.", properties: Object.fromEntries(properties) };
}

const quantified = (schema: Json, more: Json[] = []): Json => ({ anyOf: [schema, ref("Quantity"), ...more] });

/** Words that JSON Schema knows; ours get a prefix, as OpenAPI wants it. */
const standard = new Set(
  "type title description enum const oneOf default minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems maxItems items properties required additionalProperties examples".split(
    " ",
  ),
);

interface SchemaOptions {
  /** The unit of the list that it is an element of. */
  inherited?: InputSchema["unit"];
  /** Whether it may have an uncertainty. */
  isMeasured?: boolean;
}
/** An input as OpenAPI says it. What a number may come as besides stands here alone: /calculators/:slug keeps plain numbers, from which a form is one field an input. */
function inputSchema(schema: InputSchema, { inherited, isMeasured = false }: SchemaOptions = {}): Json {
  const { format, items, properties, type, title, description, default: standing, examples, ...rest } = schema;
  const unit = schema.unit ?? inherited;
  const named = { ...(title && { title }), ...(description && { description }) };
  const values = { ...(standing !== undefined && { default: standing }), ...(examples && { examples }) };
  const own = Object.fromEntries(
    Object.entries({ ...rest, ...(rest.unit !== undefined && { unit: unitInWords(rest.unit) }) }).map(([key, each]) => [
      standard.has(key) ? key : `x-${key}`,
      each,
    ]),
  );
  if (format === "date") {
    const date = { type, format, ...own };
    return standing === "today" ? { ...named, ...values, anyOf: [date, { const: "today" }] } : { ...named, ...values, ...date };
  }
  if (takesNumber(schema) && (unit !== undefined || schema.as)) {
    const written = schema.as ? [{ type: "string", description: schema.as, pattern: "^\\d+(:\\d\\d?(\\.\\d+)?)+$" }] : [];
    const measured = isMeasured && type === "number" ? [ref("Measurement")] : [];
    return { ...named, ...values, ...quantified({ type, ...own }, [...measured, ...written]) };
  }
  return {
    type,
    ...named,
    ...values,
    ...own,
    ...(format && { "x-format": format }),
    ...(items && { items: inputSchema(items, { inherited: schema.unit }) }),
    ...(properties && { properties: mapped(properties, (each) => inputSchema(each)), additionalProperties: false }),
  };
}

/** The answer with its results by name. */
function answerOf(slug: string, { outputs = {}, inputs, solvable }: Definition): Json {
  // an input that was solved for stands among the results
  const unknowns = Object.entries(solvable === false ? {} : (inputs?.properties ?? {})).filter(([, schema]) => takesNumber(schema));
  const found = unknowns.map(([name, { type }]) => [name, { allOf: [ref("Result"), { properties: { value: { type } } }] }]);
  const results = Object.entries(outputs).map(([name, { description, type = "number" }]) => [
    name,
    { allOf: [ref("Result"), { properties: { value: typeOf(type) } }], ...(description && { description }) },
  ]);
  const { properties, ...calculation } = schemas.Calculation as Json & { properties: Json };
  const { properties: outcome, ...more } = schemas.Outcome as Json & { properties: Json };
  const byName = { type: "object", additionalProperties: false, properties: Object.fromEntries([...found, ...results]) };
  return {
    ...calculation,
    properties: { ...properties, calculator: { const: slug }, result: { ...more, properties: { ...outcome, results: byName } } },
  };
}
const valueTypes: Record<string, string> = { number: "number", text: "string", boolean: "boolean", date: "string", clock: "string" };
const typeOf = (type: NonNullable<OutputDefinition["type"]>): Json => ({ type: valueTypes[type] ?? "array" });

const mapped = <T, R>(record: Record<string, T>, change: (value: T) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));

// What a client may send to be calculated: one JSON Schema, which the server validates with and publishes.
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import type { CalculationRequest } from "../calculation/calculate.ts";
import { CalcError, type Fault } from "../errors.ts";
import { nearest } from "../language/nearest.ts";

const quantity = {
  type: "object",
  description: "A number with its unit.",
  required: ["value", "unit"],
  additionalProperties: false,
  properties: { value: { type: "number" }, unit: { type: "string", maxLength: 100 } },
};

/** The body of POST /api/v1/calculate; `title` says in a fault what a member must be. */
export const requestSchema = {
  type: "object",
  required: ["calculator", "inputs"],
  additionalProperties: false,
  dependentRequired: { solveFor: ["target"], target: ["solveFor"] },
  properties: {
    calculator: { type: "string", title: "the slug of a calculator", examples: ["compound-interest"] },
    inputs: {
      type: "object",
      title: "an object: { name: value }",
      description: "The calculator's inputs by name; a number of a unit may come as { value, unit } in any unit that converts.",
    },
    solveFor: {
      type: "string",
      title: "the name of a number input, which is left out of inputs",
      description: "The input to find, so that the output named in target reaches its value.",
      examples: ["years"],
    },
    target: {
      type: "object",
      title: "an output and the value it is to reach: { name: number } or { name: { value, unit } }",
      minProperties: 1,
      maxProperties: 1,
      additionalProperties: { anyOf: [{ type: "number" }, quantity] },
      examples: [{ futureValue: 2000 }],
    },
    units: {
      type: "object",
      title: "units by output: { name: unit }",
      description: "Outputs to answer in another unit that theirs converts to.",
      additionalProperties: { type: "string", maxLength: 100 },
      examples: [{ energy: "kcal" }],
    },
  },
};
const members: Record<string, { title: string; examples?: unknown[] }> = requestSchema.properties;
let validate: ValidateFunction | undefined;

/** A body as a request; throws 422 with every fault at its place. */
export function checkedRequest(body: Record<string, unknown>): CalculationRequest {
  if (isPlain(body)) return body;
  // made on first use: a program that only computes needs no code generation
  validate ??= new Ajv2020({ allErrors: true, ownProperties: true, strictNumbers: true, logger: false, strict: false }).compile(
    requestSchema,
  );
  // as: that is what the schema says
  if (validate(body)) return body as unknown as CalculationRequest;
  const faults = (validate.errors ?? []).map(toFault);
  const errors = faults.filter(({ path }, at) => faults.findIndex((each) => each.path === path) === at).slice(0, 20);
  throw new CalcError("invalid_inputs", { message: errors[0]!.message, errors });
}

// nearly every request is these two members and nothing else: the schema would say yes, in several times the time
function isPlain(body: Record<string, unknown>): body is Record<string, unknown> & CalculationRequest {
  const { calculator, inputs } = body;
  const plain = typeof calculator === "string" && inputs !== null && typeof inputs === "object" && !Array.isArray(inputs);
  return plain && Object.keys(body).length === 2;
}

function toFault({ keyword, instancePath, params }: ErrorObject): Fault {
  const missing = params.missingProperty as string | undefined;
  const [, name = missing ?? String(params.additionalProperty)] = instancePath.split("/");
  const path = `/${name.slice(0, 100)}`;
  const member = Object.hasOwn(members, name) ? members[name] : undefined;
  if (member) {
    const example = member.examples?.[0];
    const hint = example === undefined ? 'Send for example { "rate": 5 }.' : `Send for example ${JSON.stringify(example)}.`;
    const code = missing === undefined ? keyword : "required";
    const words = name === "inputs" && missing !== undefined ? "inputs is missing." : `${name} must be ${member.title}.`;
    return { path, code, message: words, hint: name === "inputs" && missing !== undefined ? "Send an object: { name: value }." : hint };
  }
  const near = nearest(name, Object.keys(members));
  return {
    path,
    code: "additionalProperties",
    message: `"${name.slice(0, 100)}" is not a member of the request.`,
    hint: near ? `Did you mean "${near}"?` : 'Send { "calculator": "…", "inputs": { … } }.',
  };
}

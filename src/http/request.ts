// What a client may send to be calculated: one JSON Schema, which the server validates with and publishes.
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import type { CalculationRequest } from "../calculation/calculate.ts";
import { CalcError, type Fault } from "../errors.ts";
import { nearest } from "../language/nearest.ts";

/** A number with its unit, as inputs and targets may come. */
export const quantitySchema = {
  type: "object",
  description: "A number with its unit.",
  required: ["value", "unit"],
  additionalProperties: false,
  properties: { value: { type: "number" }, unit: { type: "string", maxLength: 100 } },
};

/** The body of POST /api/v1/calculate; each description says in a fault what a member must be. */
export const requestSchema = {
  type: "object",
  required: ["calculator", "inputs"],
  additionalProperties: false,
  dependentRequired: { solveFor: ["target"], target: ["solveFor"] },
  properties: {
    calculator: { type: "string", description: "the slug of a calculator", examples: ["compound-interest"] },
    inputs: { type: "object", description: "an object, the calculator's inputs by name: { name: value }", examples: [{ rate: 5 }] },
    solveFor: { type: "string", description: "the name of a number input to find; it is left out of inputs", examples: ["years"] },
    target: {
      type: "object",
      description: "one output and the value it is to reach, in its own unit or as { value, unit }",
      minProperties: 1,
      maxProperties: 1,
      additionalProperties: { anyOf: [{ type: "number" }, quantitySchema] },
      examples: [{ futureValue: 2000 }],
    },
    units: {
      type: "object",
      description: "units by output (at most 100): these outputs are answered in them",
      maxProperties: 100,
      additionalProperties: { type: "string", maxLength: 100 },
      examples: [{ energy: "kcal" }],
    },
  },
};
const members: Record<string, { description: string; examples: unknown[] }> = requestSchema.properties;
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
  const faults = (validate.errors ?? []).slice(0, 200).map(toFault).reverse();
  const errors = [...new Map(faults.map((fault) => [fault.path, fault])).values()].reverse().slice(0, 20);
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
    const words = missing === "inputs" ? "inputs is missing." : `${name} must be ${member.description}.`;
    const hint = `Send for example ${JSON.stringify(member.examples[0])}.`;
    return { path, code: missing === undefined ? keyword : "required", message: words, hint };
  }
  const near = nearest(name, Object.keys(members));
  return {
    path,
    code: "additionalProperties",
    message: `"${name.slice(0, 100)}" is not a member of the request.`,
    hint: near ? `Did you mean "${near}"?` : 'Send { "calculator": "…", "inputs": { … } }.',
  };
}

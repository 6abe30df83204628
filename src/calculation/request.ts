// What a client may send to be calculated: one JSON Schema, which the server validates with and publishes.
import type { Addition, Calculator, Call, ValidInputs } from "../types.ts";

/** What a client asks for; plugins may know further members. */
export interface CalculationRequest {
  calculator: string;
  inputs: unknown;
  /** Units to show outputs in, by output. */
  units?: Record<string, string>;
  [member: string]: unknown;
}
/** Further members of a request, which a plugin understands. */
export interface RequestMembers {
  /** JSON Schema of each member; the description says in an error what it must be. */
  properties: Record<string, { description: string; examples: unknown[]; [keyword: string]: unknown }>;
  dependentRequired?: Record<string, string[]>;
  /** Validates a request that has one of the members, which the plugin then runs in place of the calculator. */
  prepare?: (
    request: CalculationRequest,
    on: { calculator: Calculator; today: string },
  ) => Promise<ValidInputs & Required<Pick<Call, "custom">>>;
  /** What a request wants added to its answer. */
  add?: (request: CalculationRequest, on: { calculator: Calculator }) => Addition[];
}

/** A number with its unit, as inputs and targets may come. */
export const quantitySchema = {
  type: "object",
  description: "A number with its unit.",
  required: ["value", "unit"],
  additionalProperties: false,
  properties: { value: { type: "number" }, unit: { type: "string", maxLength: 100 } },
};

/** A JSON Schema whose members can be read one by one. */
export interface RequestSchema {
  type: "object";
  required: string[];
  additionalProperties: false;
  dependentRequired?: Record<string, string[]>;
  properties: RequestMembers["properties"];
}

/** The body of POST /api/v1/calculate, with the members that plugins understand; each description says in a fault what a member must be. */
export function createRequestSchema(members: RequestMembers[]): RequestSchema {
  const dependent = members.flatMap(({ dependentRequired = {} }) => Object.entries(dependentRequired));
  return {
    type: "object",
    required: ["calculator", "inputs"],
    additionalProperties: false,
    ...(dependent.length > 0 && { dependentRequired: Object.fromEntries(dependent) }),
    properties: {
      calculator: { type: "string", description: "the slug of a calculator", examples: ["compound-interest"] },
      inputs: { type: "object", description: "an object, the calculator's inputs by name: { name: value }", examples: [{ rate: 5 }] },
      ...Object.fromEntries(members.flatMap(({ properties }) => Object.entries(properties))),
      units: {
        type: "object",
        description: "units by output (at most 100): these outputs are answered in them",
        maxProperties: 100,
        additionalProperties: { type: "string", maxLength: 100 },
        examples: [{ energy: "kcal" }],
      },
    },
  };
}

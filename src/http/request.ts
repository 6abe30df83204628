// The body of POST /calculate against its schema, with every fault in words.
import type { CalculationRequest, RequestSchema } from "../calculation/request.ts";
import { CalcError, type Fault } from "../errors.ts";
import { createAjv, type ErrorObject, type ValidateFunction } from "../json-schema.ts";
import { nearest } from "../language/nearest.ts";

/** A body as a request; throws 422 with every fault at its place. */
export type RequestCheck = (body: Record<string, unknown>) => CalculationRequest;

/** Makes the check of bodies. */
export function createRequestCheck(schema: RequestSchema): RequestCheck {
  let validate: ValidateFunction | undefined;
  return (body) => {
    if (isPlain(body)) return body;
    // compiled on first use: a program that only computes needs no code generation
    validate ??= createAjv({ allErrors: true, ownProperties: true, strictNumbers: true, logger: false, strict: false }).compile(schema);
    // as: that is what the schema says
    if (validate(body)) return body as unknown as CalculationRequest;
    const faults = (validate.errors ?? [])
      .slice(0, 200)
      .map((error) => toFault(error, schema.properties))
      .reverse();
    const errors = [...new Map(faults.map((fault) => [fault.path, fault])).values()].reverse().slice(0, 20);
    throw new CalcError("invalid_inputs", { message: errors[0]!.message, errors });
  };
}

// nearly every request has these two members and no other: the schema would accept it, in several times the time
function isPlain(body: Record<string, unknown>): body is Record<string, unknown> & CalculationRequest {
  const { calculator, inputs } = body;
  const plain = typeof calculator === "string" && inputs !== null && typeof inputs === "object" && !Array.isArray(inputs);
  return plain && Object.keys(body).length === 2;
}

function toFault({ keyword, instancePath, params }: ErrorObject, members: RequestSchema["properties"]): Fault {
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

import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it } from "vitest";
import { createKinds } from "../../src/calculator/kinds/index.ts";
import type { Environment, Violation } from "../../src/calculator/kinds/kind.ts";
import type { InputSchema } from "../../src/types.ts";

const schema: InputSchema = {
  type: "object",
  required: ["x", "rows"],
  properties: {
    x: { type: "number", minimum: -1, exclusiveMaximum: 5 },
    n: { type: "integer", exclusiveMinimum: 0, maximum: 9, multipleOf: 3 },
    method: { type: "string", enum: ["one", "other"] },
    only: { type: "string", const: "this" },
    text: { type: "string", minLength: 2, maxLength: 4 },
    flag: { type: "boolean" },
    free: { type: "number" },
    above: { type: "number", exclusiveMinimum: 0, maximum: 9 },
    half: { type: "number", minimum: 0, multipleOf: 2.5 },
    rows: {
      type: "array",
      minItems: 1,
      maxItems: 2,
      items: { type: "object", required: ["a"], properties: { a: { type: "number", minimum: 0, maximum: 1 }, b: { type: "array" } } },
    },
  },
};
const closed = (each: InputSchema): object => ({
  ...each,
  ...(each.items && { items: closed(each.items) }),
  ...(each.properties && {
    properties: Object.fromEntries(Object.entries(each.properties).map(([name, field]) => [name, closed(field)])),
    additionalProperties: false,
  }),
});
const whole = { x: 0, n: 3, method: "one", only: "this", text: "abc", flag: true, free: 1, above: 1, half: 5, rows: [{ a: 0.5, b: [] }] };
const odd = [
  undefined,
  null,
  true,
  "",
  "one",
  "😀😀😀😀",
  "abcde",
  0,
  -1,
  3,
  5,
  9,
  12,
  2.5,
  1e20,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
]
  .concat([[], {}, [1, 2, 3]] as never[])
  .concat([[{}], [{ a: 2, c: 1 }, { a: "x", b: 1 }, 5], [{ a: 0, b: null }]] as never[]);

it("refuses what ajv refuses, for the same reasons in the same order, but for elements of lists of a wrong length", () => {
  const validate = new Ajv2020({ strictTypes: false, allErrors: true, ownProperties: true, strictNumbers: true }).compile(closed(schema));
  const kinds = createKinds();
  // as: checks need the kinds alone of what surrounds a definition
  const check = kinds.of(schema).check(schema, { kinds } as Environment);
  const names = Object.keys(whole);
  const inputs = names.flatMap((name, at) =>
    odd.flatMap((one) => odd.map((other) => ({ ...whole, [name]: one, [names[(at + 1) % names.length]!]: other }))),
  );
  for (const each of [...inputs, {}, { ...whole, y: 1 }, 5, []]) {
    const found: Violation[] = [];
    check(each, found);
    validate(each);
    const errors = validate.errors ?? [];
    // the elements of a list of a wrong length are not looked at
    const lists = errors.filter(({ keyword }) => /^(max|min)Items$/.test(keyword)).map(({ instancePath }) => `${instancePath}/`);
    const read = errors.filter(({ instancePath }) => !lists.some((list) => instancePath.startsWith(list)));
    const said = read.map(({ instancePath, keyword, params }) => {
      const name =
        keyword === "required" ? params.missingProperty : keyword === "additionalProperties" ? params.additionalProperty : undefined;
      return [[...instancePath.split("/").slice(1), ...(name === undefined ? [] : [name])], keyword];
    });
    expect(found.map(({ parts, keyword }) => [parts, keyword])).toEqual(said);
  }
});

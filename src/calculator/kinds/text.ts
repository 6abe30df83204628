import { checkRules, isText, typeRules } from "./keywords.ts";
import type { Kind } from "./kind.ts";
import { examineRange } from "./number.ts";
import { createValueWriter } from "./write.ts";

/** Texts; also what other kinds of text are made from. */
export const textKind: Kind = {
  check: (schema) => checkRules(typeRules(schema)),
  // a number is refused by the check; -0 is written as 0 in what it says
  read: () => (value) => (value === 0 ? 0 : value),
  toFormula: () => (value) => value,
  write: (field, environment, digits) => createValueWriter(field, environment, { digits }),
  publish: ({ format, unit, plain }) => ({ ...(format && { format }), ...(unit !== undefined && { unit }), ...(plain && { plain }) }),
  describe: () => "a text",
  examine: (schema, path, findings) => {
    examineRange(schema, path, findings);
    if (schema.maxLength === undefined) findings.add("bounds", path, "A text needs a maxLength.");
  },
  result: { words: "a text", test: isText },
};

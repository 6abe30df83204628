// Texts of one form, such as dates: a plugin makes its kind of value with this.
import type { InputSchema } from "../../types.ts";
import { checkRules, isText, typeRules } from "./keywords.ts";
import type { Kind } from "./kind.ts";
import { examineRange } from "./number.ts";
import { textKind } from "./text.ts";
import { createValueWriter } from "./write.ts";

interface Form {
  /** What to send, after "must be": "a date as YYYY-MM-DD". */
  words: string;
  /** What an output must be: "a date". */
  resultWords?: string;
  test: (text: string) => boolean;
  /** The sentence about a wrong value, where one says more than `words`. */
  message?: (value: string, label: string) => string | undefined;
  hint?: (value: string) => string | undefined;
  /** The text as people read it. */
  write?: (text: string) => string;
  /** Members of the published JSON Schema beside those of every text. */
  publish?: (schema: InputSchema) => Record<string, unknown>;
}

/** The kind of texts that pass a test: `format: name` of an input, `type: name` of an output. */
export function formatKind(name: string, { words, resultWords = words, test, message, hint, write, publish }: Form): Kind {
  return {
    ...textKind,
    check: (schema) =>
      checkRules([
        ...typeRules(schema),
        {
          keyword: "format",
          limit: name,
          holds: (value) => !isText(value) || test(value),
          message: (value) => (label) => message?.(String(value), label) ?? `${label} must be ${words}.`,
          hint: (value) => hint?.(String(value)),
        },
      ]),
    write: (field, environment, digits) =>
      createValueWriter(field, environment, { digits, special: (value) => (isText(value) ? write?.(value) : undefined) }),
    publish: (schema, environment) => ({ ...textKind.publish(schema, environment), ...publish?.(schema) }),
    describe: () => words,
    // the test bounds the length, so no maxLength is needed
    examine: examineRange,
    result: { words: resultWords, test: (value) => isText(value) && test(value) },
  };
}

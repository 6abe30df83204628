// Times of day, as HH:MM or HH:MM:SS.
import { checkRules, isText, typeRules } from "./keywords.ts";
import type { Kind } from "./kind.ts";
import { examineRange } from "./number.ts";
import { textKind } from "./text.ts";

/** Whether a text is a time of day: HH:MM, or HH:MM:SS. */
export const isClock = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(text);

const words = "a time as HH:MM";

export const clockKind: Kind = {
  ...textKind,
  check: (schema) =>
    checkRules([
      ...typeRules(schema),
      {
        keyword: "format",
        limit: "clock",
        holds: (value) => !isText(value) || isClock(value),
        message: () => (label) => `${label} must be ${words}.`,
        hint: (value) => (/^\d:[0-5]\d/.test(String(value)) ? `Send "0${value}".` : undefined),
      },
    ]),
  publish: (schema, environment) => {
    const { format, ...rest } = textKind.publish(schema, environment);
    return { format, ...(schema.description === undefined && { description: "HH:MM" }), ...rest };
  },
  describe: () => words,
  examine: examineRange,
  result: { words: "a time of day", test: (value) => typeof value === "string" && isClock(value) },
};

// Days of the Gregorian calendar, as YYYY-MM-DD; written "7 October 2024".
import { checkRules, isText, typeRules } from "./keywords.ts";
import type { Kind } from "./kind.ts";
import { examineRange } from "./number.ts";
import { textKind } from "./text.ts";
import { createValueWriter } from "./write.ts";

/** Whether a text is a day of the Gregorian calendar: YYYY-MM-DD. */
export function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (!year || Number(year) < 1) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
}

const months = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
/** "2024-10-07" → "7 October 2024". */
function longDate(text: string): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  return year ? `${Number(day)} ${months[Number(month) - 1]} ${Number(year)}` : text;
}

const looksLikeDate = /^\d{4}-\d\d-\d\d$/;
const words = "a date as YYYY-MM-DD";

export const dateKind: Kind = {
  ...textKind,
  check: (schema) =>
    checkRules([
      ...typeRules(schema),
      {
        keyword: "format",
        limit: "date",
        holds: (value) => !isText(value) || isDate(value),
        message: (value) => (label) =>
          looksLikeDate.test(String(value)) ? `${label}: the calendar has no ${value}.` : `${label} must be ${words}.`,
      },
    ]),
  write: (field, environment, digits) =>
    createValueWriter(field, environment, { digits, special: (value) => (typeof value === "string" ? longDate(value) : undefined) }),
  describe: () => words,
  examine: examineRange,
  result: { words: "a date", test: (value) => typeof value === "string" && isDate(value) },
};

import type { Kind } from "./kind.ts";
import { examineRange } from "./number.ts";
import { textKind } from "./text.ts";

/** Yes or no. */
export const booleanKind: Kind = {
  ...textKind,
  describe: () => "true or false",
  examine: examineRange,
  result: { words: "yes or no", test: (value) => typeof value === "boolean" },
};

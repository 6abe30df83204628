// The kinds that come with the program, and which of them a field has.
import type { InputSchema } from "../../types.ts";
import { booleanKind } from "./boolean.ts";
import { choiceKind, isChoice } from "./choice.ts";
import { durationKind } from "./duration.ts";
import type { Kind, Kinds } from "./kind.ts";
import { listKind, matrixKind } from "./list.ts";
import { numberKind } from "./number.ts";
import { rowKind } from "./row.ts";
import { textKind } from "./text.ts";

const ofType: Record<InputSchema["type"], Kind> = {
  number: numberKind,
  integer: numberKind,
  string: textKind,
  boolean: booleanKind,
  array: listKind,
  object: rowKind,
};
const formats: Record<string, Kind> = { matrix: matrixKind, squareMatrix: matrixKind };
const types: Record<string, Kind> = {
  number: numberKind,
  text: textKind,
  boolean: booleanKind,
  list: listKind,
  matrix: matrixKind,
};

/** The kinds of a program: its own, and those that plugins bring, by the `format` of an input and the `type` of an output. */
export function createKinds(further: Record<string, Kind> = {}): Kinds {
  const byFormat = new Map(Object.entries({ ...formats, ...further }));
  const byType = new Map(Object.entries({ ...types, ...further }));
  const results = [...byType.keys()].filter((type) => byType.get(type)!.result);
  return {
    formats: [...byFormat.keys()],
    // these two are made from several formulas
    types: [...results, "table", "comparison"],
    of: (schema) => {
      if (isChoice(schema)) return choiceKind;
      if (schema.as !== undefined) return durationKind;
      return byFormat.get(schema.format ?? "") ?? ofType[schema.type] ?? textKind;
    },
    ofType: (type) => byType.get(type) ?? textKind,
  };
}

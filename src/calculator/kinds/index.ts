// The kinds that come with the program, and which of them a field has.
import type { InputSchema } from "../../types.ts";
import { booleanKind } from "./boolean.ts";
import { choiceKind, isChoice } from "./choice.ts";
import { clockKind } from "./clock.ts";
import { dateKind } from "./date.ts";
import { durationKind } from "./duration.ts";
import { expressionKind } from "./expression.ts";
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
const formats: Record<string, Kind> = {
  date: dateKind,
  clock: clockKind,
  matrix: matrixKind,
  squareMatrix: matrixKind,
  expression: expressionKind,
};
const outputs: Record<string, Kind> = {
  number: numberKind,
  text: textKind,
  boolean: booleanKind,
  date: dateKind,
  clock: clockKind,
  list: listKind,
  matrix: matrixKind,
};

/** The kinds of a program: its own, and those that plugins bring, by the `format` of an input and the `type` of an output. */
export function createKinds(further: Record<string, Kind> = {}): Kinds {
  const byFormat = new Map(Object.entries({ ...formats, ...further }));
  const byType = new Map(Object.entries({ ...outputs, ...further }));
  return {
    further: Object.keys(further),
    of: (schema) => {
      if (isChoice(schema)) return choiceKind;
      if (schema.as !== undefined) return durationKind;
      return byFormat.get(schema.format ?? "") ?? ofType[schema.type] ?? textKind;
    },
    ofType: (type) => byType.get(type) ?? textKind,
  };
}

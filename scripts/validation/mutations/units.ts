// Mistakes in the units of plain outputs: another unit of the same quantity, which converts nothing.
import { plainUnits } from "../coverage-units.ts";
import type { CalculatorFile } from "../file.ts";
import { type Change, changeTo } from "./change.ts";

/** Every plain output and column with another unit of the same quantity. */
export const unitChanges = (file: CalculatorFile): Change[] =>
  plainUnits(file).map(({ path, other }) => changeTo("unit", [...path, "unit"], other));

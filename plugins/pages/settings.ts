// The settings of a calculator's page: the parameters of its query that are not inputs. Names of inputs have no hyphen, so none
// that has one is the same.
import { csvTable } from "./csv.ts";
import { solveSettings } from "./solve-form.ts";

/** The query of a result that is kept for comparison; there may be several. */
export const keepSetting = "keep-result";
/** The button that lets a kept result go; its value is its place, from 0. */
export const dropSetting = "drop-result";
/** The button that removes a row; its value is the row's name. */
export const removeRowSetting = "remove-row";
/** The setting for the unit of an output is this and the output's name. */
export const outputUnitPrefix = "show-";

const settings = [
  ...["chart-over", "all-rows", "with-moves", "with-working", csvTable],
  ...[...solveSettings, keepSetting, dropSetting, removeRowSetting],
];

/** Whether a parameter is a setting rather than an input. */
export const isSetting = (name: string): boolean => settings.includes(name) || name.startsWith(outputUnitPrefix);

/** Results that a page keeps beside the present one. */
export const mostKept = 4;
/** A longer address is none that people send to each other. */
export const longestKept = 1500;

/** The queries of the results that a page keeps. */
export const keptQueries = (parameters: URLSearchParams): string[] =>
  parameters
    .getAll(keepSetting)
    .filter((query) => query.length <= longestKept)
    .slice(0, mostKept);

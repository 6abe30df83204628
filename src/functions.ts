// The door "formulary/functions": what a plugin needs that brings functions of the formula language, and no more.

export { isClock } from "./calculator/kinds/clock.ts";
export { isDate } from "./calculator/kinds/date.ts";
export { CalcError, failFormula, failText } from "./errors.ts";
export * from "./language/arguments.ts";
export { entry, scalar } from "./language/entry.ts";
export { didYouMean } from "./language/nearest.ts";
export { fixed, roundTo, significant } from "./language/numbers.ts";
export {
  elementwise,
  equal,
  isList,
  isRow,
  kindOf,
  lookUp,
  nearly,
  order,
  plainText,
  sumOf,
  toBoolean,
  toList,
  toNumber,
  toNumbers,
  toText,
} from "./language/values.ts";
export { definePlugin, type Plugin } from "./plugins.ts";
export type * from "./types.ts";

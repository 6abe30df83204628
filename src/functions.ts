// The entry point "formulary/functions": what plugins need that add functions of the formula language or kinds of values.

export { formatKind } from "./calculator/kinds/format.ts";
export type { Environment, Kind } from "./calculator/kinds/kind.ts";
export { textKind } from "./calculator/kinds/text.ts";
export { CalcError, failFormula, failText } from "./errors.ts";
export * from "./language/arguments.ts";
export { entry, scalar, withCosts } from "./language/entry.ts";
export { didYouMean, distance } from "./language/nearest.ts";
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
  sizeOf,
  sumOf,
  toBoolean,
  toList,
  toNumber,
  toNumbers,
  toText,
} from "./language/values.ts";
export { definePlugin, type Plugin } from "./plugins.ts";
export type * from "./types.ts";

// The front door: all that plugins, scripts and tests may import.
import type { Server, ServerOptions } from "./server.ts";

export type { Answer } from "./calculation/calculate.ts";
export { rootSearch } from "./calculation/root.ts";
export { solve } from "./calculation/solve.ts";

export { type Compilation, compileDefinition, type DefinitionFault } from "./calculator/calculator.ts";
export { isClock, isDate } from "./calculator/days.ts";
export { createCalculator } from "./calculator/lazy.ts";
export { type FormulaEntry, firstUnit, type Names, type Path, type Shared, tableSource, unwrapTable } from "./calculator/names.ts";
export { type Catalog, type CatalogOptions, createCatalog } from "./catalog/catalog.ts";
export { bare, type Document, type Finding, readDocument } from "./catalog/document.ts";
export { shapeFaultsOf } from "./catalog/shape.ts";
export { createShared } from "./catalog/shared.ts";
export { CalcError, codes, type Fault, failFormula, failText } from "./errors.ts";
export { compile } from "./language/compile.ts";
export { entry, scalar } from "./language/entry.ts";
export { didYouMean } from "./language/nearest.ts";
export { fixed, significant, toDigits } from "./language/numerals.ts";
export { bounds, parse } from "./language/parse.ts";
export type { Scope } from "./language/scope.ts";
export { splitTemplate } from "./language/template.ts";
export { children, namesIn } from "./language/tree.ts";
export { parseTyped } from "./language/typed.ts";
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
} from "./language/values.ts";
export { composePlugins, definePlugin, type Hooks, type Kernel, type Plugin } from "./plugins.ts";
export type { Server, ServerOptions } from "./server.ts";
export { count, createDays, rememberedDays, unitsOf } from "./storage/allowance.ts";
export type { Area, AreaDriver, AreaName, Taken, Usage } from "./storage/area.ts";
export { type Areas, closeStorage, createStorage } from "./storage/index.ts";
export { memoryDriver } from "./storage/memory.ts";
export { createRing } from "./storage/ring.ts";
export type * from "./types.ts";
export { convert, fromSI, sameDimension, toSI } from "./units/convert.ts";
export { createUnits, type Units } from "./units/registry.ts";

/** Boots a server; what only a server needs is loaded with it, since checkers of files come through this door too. */
export const createServer = async (options: ServerOptions): Promise<Server> => (await import("./server.ts")).createServer(options);

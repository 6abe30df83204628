// The front door: all that plugins, scripts and tests may import.
export { solve, type Unknown } from "./calculation/solve.ts";

export { type Compilation, compileDefinition, createCalculator, type DefinitionFault } from "./calculator/calculator.ts";
export { isClock, isDate } from "./calculator/days.ts";
export { type FormulaEntry, firstUnit, type Names, type Path, type Shared, tableSource, unwrapTable } from "./calculator/names.ts";
export { type Catalog, type CatalogOptions, createCatalog } from "./catalog/catalog.ts";
export { bare, type Document, type Finding, readDocument } from "./catalog/document.ts";
export { shapeFaultsOf } from "./catalog/shape.ts";
export { createShared } from "./catalog/shared.ts";
export { CalcError, codes, type Fault, failFormula, failText } from "./errors.ts";
export { compile } from "./language/compile.ts";
export { entry } from "./language/functions/entry.ts";
export { kernelFunctions } from "./language/functions/index.ts";
export { didYouMean } from "./language/nearest.ts";
export { fixed, significant } from "./language/numerals.ts";
export { bounds, parse } from "./language/parse.ts";
export type { Scope } from "./language/scope.ts";
export { splitTemplate } from "./language/template.ts";
export { children, namesIn } from "./language/tree.ts";
export { parseTyped } from "./language/typed.ts";
export { composePlugins, definePlugin, type Kernel, type Plugin } from "./plugins.ts";
export { createServer, type Server, type ServerOptions } from "./server.ts";
export type * from "./types.ts";
export { convert, fromSI, sameDimension, toSI } from "./units/convert.ts";
export { createUnits, type Units } from "./units/registry.ts";

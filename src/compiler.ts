// The entry point "formulary/compiler": reads, compiles and runs calculator files without a server, for checkers and other tools.
export { type CompiledDefinition, compileDefinition, fieldsOf } from "./calculator/calculator.ts";
export { type ExampleCase, exampleCases, examplesToTry } from "./calculator/examples.ts";
export type { Findings } from "./calculator/findings.ts";
export { choicesOf, isChoice, toWords } from "./calculator/kinds/choice.ts";
export { type Environment, type Kind, type Kinds, mostFaults, type Prepare } from "./calculator/kinds/kind.ts";
export { rangeOf } from "./calculator/kinds/number.ts";
export { firstUnit, unitInWords, unitText } from "./calculator/kinds/units.ts";
export { digitsOf } from "./calculator/kinds/write.ts";
export { createCalculator } from "./calculator/lazy.ts";

export type { FormulaEntry, Names } from "./calculator/names.ts";
export { spanTest } from "./calculator/remarks.ts";
export { createStates } from "./calculator/state.ts";
export { keyedTable, tableSource, unwrapTable } from "./calculator/tables.ts";
export { type Catalog, type CatalogOptions, createCatalog } from "./catalog/catalog.ts";
export { type Document, type LocatedFinding, readDocument } from "./catalog/document.ts";
export { createEnvironment } from "./catalog/environment.ts";
export { categoryFindings, shapeFindings } from "./catalog/shape.ts";
export { attempt, CalcError } from "./errors.ts";
export { compile } from "./language/compile.ts";
export { bounds, parse } from "./language/parse.ts";
export type { Scope } from "./language/scope.ts";
export { splitTemplate } from "./language/template.ts";
export { children, namesIn } from "./language/tree.ts";
export { composePlugins, type Plugin } from "./plugins.ts";
export type * from "./types.ts";
export { convert, converts, fromSI, sameDimension, toSI } from "./units/convert.ts";
export { createUnits, type Units } from "./units/registry.ts";

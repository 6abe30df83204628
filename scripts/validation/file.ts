// Opens a catalogue and its calculator files for the rules.
import { readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { Calculator, CategoryDefinition, Definition, Functions } from "formulary";
import {
  type CompiledDefinition,
  compileDefinition,
  createCalculator,
  createEnvironment,
  type Document,
  type Environment,
  type Kind,
  type LocatedFinding,
  readDocument,
} from "formulary/compiler";
import { type CatalogueFiles, readCatalogueFiles } from "./shared-files.ts";

/** A calculator file with its catalogue, as rules see it. */
export interface CalculatorFile {
  path: string;
  slug: string;
  category: string;
  text: string;
  document: Document;
  /** As written; may be of any shape before the shape rule has passed. */
  definition: Definition;
  categories: Map<string, CategoryDefinition>;
  environment: Environment;
  /** Compiled on first use; undefined where the compiler has findings. */
  calculator: () => Calculator | undefined;
  compiled: () => CompiledDefinition;
  /** Calls a function with this file and keeps the result: several rules that need it compute it once. */
  once: <Result>(compute: (file: CalculatorFile) => Result) => Result;
}

/** A catalogue on disk: its shared parts, its categories, and its calculator files. */
export interface Catalogue {
  environment: Environment;
  categories: Map<string, CategoryDefinition>;
  paths: string[];
  findings: LocatedFinding[];
}

/** Reads the catalogue in some folders. */
export const readCatalogue = (folders: string[], language: Language): Catalogue => toCatalogue(readCatalogueFiles(folders), language);

/** The parts of plugins that calculator files use. */
export interface Language {
  functions: Functions;
  /** Kinds of values beside the built-in ones. */
  kinds?: Record<string, Kind>;
  define?: Environment["define"];
}

/** The catalogue of some files. */
export function toCatalogue({ shared, categories, paths }: CatalogueFiles, { functions, kinds, define }: Language): Catalogue {
  const own = [...shared, ...categories.map(([, file]) => file)].flatMap(({ findings }) => findings);
  const created = createEnvironment(
    shared.map((file) => ({ ...file, displayPath: file.path, fingerprint: "", kind: "shared" as const, root: 0 })),
    { functions, currency: "$", kinds, define },
  );
  return {
    environment: created.environment,
    categories: new Map(categories.toReversed().map(([name, { data }]) => [name, data as CategoryDefinition])),
    paths,
    findings: [...own, ...created.findings.filter(({ file }) => !own.some((each) => each.file === file))],
  };
}

/** Opens one calculator file; gives a finding where it cannot be read at all. */
export function openFile(path: string, { environment, categories }: Catalogue): { file?: CalculatorFile; finding?: LocatedFinding } {
  const text = readFileSync(path, "utf8");
  const { document, finding } = readDocument(path, text);
  if (!document) return { finding: finding! };
  if (document.data === null || typeof document.data !== "object" || Array.isArray(document.data))
    return { finding: { file: path, line: 1, column: 1, message: "The file must be a map: title, description, …." } };
  const definition = document.data as Definition;
  const [slug, category] = [basename(path, ".yaml"), basename(dirname(path))];
  return { file: withDefinition({ path, slug, category, text, document, categories, environment }, definition) };
}

/** A file whose definition is another one than was written, to see whether its rules notice. */
export function withDefinition(
  file: Omit<CalculatorFile, "definition" | "calculator" | "compiled" | "once">,
  definition: Definition,
): CalculatorFile {
  const { path, slug, category, environment } = file;
  let compiled: CompiledDefinition | undefined;
  const compile = () => (compiled ??= compileDefinition(definition, environment, slug));
  let calculator: Calculator | undefined;
  const make = () =>
    (calculator ??= createCalculator(
      { path, slug, category, definition: () => definition },
      { environment, revision: "", urlOf: (each) => `/calculators/${each}` },
      compile(),
    ));
  const results = new Map<unknown, unknown>();
  const opened: CalculatorFile = {
    ...file,
    definition,
    compiled: compile,
    calculator: () => (compile().findings.length === 0 ? make() : undefined),
    once: <Result>(compute: (file: CalculatorFile) => Result): Result => {
      if (!results.has(compute)) results.set(compute, compute(opened));
      // as: the result of this very function
      return results.get(compute) as Result;
    },
  };
  return opened;
}

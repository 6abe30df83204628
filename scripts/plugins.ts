// The plugins that all programs put together: functions, kinds of values and converters, and further ones by PLUGINS.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { CalcError, type Plugin } from "formulary/compiler";
import converters from "../plugins/converters/index.ts";
import functionsArithmetic from "../plugins/functions-arithmetic/index.ts";
import functionsChemistry from "../plugins/functions-chemistry/index.ts";
import functionsComplex from "../plugins/functions-complex/index.ts";
import functionsDates from "../plugins/functions-dates/index.ts";
import functionsFinance from "../plugins/functions-finance/index.ts";
import functionsHigher from "../plugins/functions-higher/index.ts";
import functionsLists from "../plugins/functions-lists/index.ts";
import functionsMatrix from "../plugins/functions-matrix/index.ts";
import functionsModels from "../plugins/functions-models/index.ts";
import functionsNumberTheory from "../plugins/functions-number-theory/index.ts";
import functionsNumerical from "../plugins/functions-numerical/index.ts";
import functionsOptimization from "../plugins/functions-optimization/index.ts";
import functionsPhysics from "../plugins/functions-physics/index.ts";
import functionsResampling from "../plugins/functions-resampling/index.ts";
import functionsSpecial from "../plugins/functions-special/index.ts";
import functionsStatistics from "../plugins/functions-statistics/index.ts";
import functionsTables from "../plugins/functions-tables/index.ts";
import functionsText from "../plugins/functions-text/index.ts";
import functionsTrigonometry from "../plugins/functions-trigonometry/index.ts";
import lengths from "../plugins/lengths/index.ts";
import query from "../plugins/query/index.ts";
import ranges from "../plugins/ranges/index.ts";
import search from "../plugins/search/index.ts";
import solve from "../plugins/solve/index.ts";
import steps from "../plugins/steps/index.ts";
import typedFormulas from "../plugins/typed-formulas/index.ts";
import uncertainty from "../plugins/uncertainty/index.ts";

/** What every program has: functions, kinds of values and converters, which checks of files must know, and the ways to search and to ask. */
export const functionPlugins = (): Plugin[] => [
  converters(),
  lengths(),
  functionsArithmetic(),
  functionsHigher(),
  functionsLists(),
  functionsTrigonometry(),
  functionsDates(),
  functionsFinance(),
  functionsText(),
  functionsTables(),
  functionsChemistry(),
  functionsModels(),
  functionsNumerical(),
  functionsNumberTheory(),
  functionsComplex(),
  functionsMatrix(),
  functionsOptimization(),
  functionsResampling(),
  functionsStatistics(),
  typedFormulas(),
  functionsSpecial(),
  functionsPhysics(),
  search(),
  solve(),
  ranges(),
  steps(),
  uncertainty(),
  query(),
];

/** The plugins that PLUGINS names, by path or package name: modules whose default export is a plugin, or makes one. */
export async function loadPlugins(names: string[]): Promise<Plugin[]> {
  return Promise.all(names.map(loadPlugin));
}

async function loadPlugin(name: string): Promise<Plugin> {
  const module = (await import(/^[./]/.test(name) ? pathToFileURL(resolve(name)).href : name).catch((cause) => {
    throw new CalcError("configuration", {
      message: `PLUGINS names "${name}", which cannot be loaded: ${(cause as Error).message}`,
      cause,
    });
  })) as { default: Plugin | (() => Plugin) };
  return typeof module.default === "function" ? module.default() : module.default;
}

/** The built-in plugins of this sort and, of those in PLUGINS, what calculator files need: functions, kinds, folders and `define`. */
export async function filePlugins(names: string[]): Promise<Plugin[]> {
  const further = await loadPlugins(names);
  return [
    ...functionPlugins(),
    ...further.map(({ name, functions, kinds, catalog, hooks }) => ({
      name,
      ...(functions && { functions }),
      ...(kinds && { kinds }),
      ...(catalog && { catalog }),
      ...(hooks?.define && { hooks: { define: hooks.define } }),
    })),
  ];
}

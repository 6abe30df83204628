// The functions that come with the program, in their order; with stores.ts the only file that knows plugins.
import functionsArithmetic from "../plugins/functions-arithmetic/index.ts";
import functionsChemistry from "../plugins/functions-chemistry/index.ts";
import functionsComplex from "../plugins/functions-complex/index.ts";
import functionsDates from "../plugins/functions-dates/index.ts";
import functionsFinance from "../plugins/functions-finance/index.ts";
import functionsHigher from "../plugins/functions-higher/index.ts";
import functionsLists from "../plugins/functions-lists/index.ts";
import functionsMatrix from "../plugins/functions-matrix/index.ts";
import functionsNumberTheory from "../plugins/functions-number-theory/index.ts";
import functionsNumerical from "../plugins/functions-numerical/index.ts";
import functionsStatistics from "../plugins/functions-statistics/index.ts";
import functionsTables from "../plugins/functions-tables/index.ts";
import functionsText from "../plugins/functions-text/index.ts";
import functionsTrigonometry from "../plugins/functions-trigonometry/index.ts";
import type { Plugin } from "../src/index.ts";

/** The plugins of functions: what formulas may call, and so what checks of files must know. */
export const builtIn = (): Plugin[] => [
  functionsArithmetic(),
  functionsHigher(),
  functionsLists(),
  functionsTrigonometry(),
  functionsDates(),
  functionsFinance(),
  functionsText(),
  functionsTables(),
  functionsChemistry(),
  functionsNumerical(),
  functionsNumberTheory(),
  functionsComplex(),
  functionsMatrix(),
  functionsStatistics(),
];

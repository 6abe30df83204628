// The plugins that come with the program, in their order; with stores.ts the only file that knows them.
import accounts, { readPlans, socketIn } from "../plugins/accounts/index.ts";
import dashboard from "../plugins/dashboard/index.ts";
import functionsChemistry from "../plugins/functions-chemistry/index.ts";
import functionsComplex from "../plugins/functions-complex/index.ts";
import functionsDates from "../plugins/functions-dates/index.ts";
import functionsFinance from "../plugins/functions-finance/index.ts";
import functionsMatrix from "../plugins/functions-matrix/index.ts";
import functionsNumberTheory from "../plugins/functions-number-theory/index.ts";
import functionsStatistics from "../plugins/functions-statistics/index.ts";
import functionsText from "../plugins/functions-text/index.ts";
import pages from "../plugins/pages/index.ts";
import quotas from "../plugins/quotas/index.ts";
import resultCache from "../plugins/result-cache/index.ts";
import type { Plugin } from "../src/index.ts";
import type { Configuration } from "./configuration.ts";
import { storagePlugins } from "./stores.ts";

/** The plugins of functions: what formulas may call, and so what checks of files must know. */
export const builtIn = (): Plugin[] => [
  functionsDates(),
  functionsFinance(),
  functionsText(),
  functionsChemistry(),
  functionsNumberTheory(),
  functionsComplex(),
  functionsMatrix(),
  functionsStatistics(),
];

/** Everything that a server runs. */
export function serverPlugins({ storage, plans, dataFolder, publicUrl, signup, trustedProxies }: Configuration): Plugin[] {
  const keys = accounts({ plans: readPlans(plans), ...(storage.keys === "memory:" && { socket: socketIn(dataFolder) }) });
  return [
    ...builtIn(),
    ...storagePlugins(storage),
    keys,
    quotas(),
    resultCache(),
    pages({ publicUrl, trustedProxies }),
    dashboard({ publicUrl, signup, trustedProxies }),
  ];
}

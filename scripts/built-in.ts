// The plugins that come with the program, in their order; with stores.ts the only file that knows them.
import accounts, { readPlans, socketIn } from "../plugins/accounts/index.ts";
import batch from "../plugins/batch/index.ts";
import functionsChemistry from "../plugins/functions-chemistry/index.ts";
import functionsComplex from "../plugins/functions-complex/index.ts";
import functionsDates from "../plugins/functions-dates/index.ts";
import functionsFinance from "../plugins/functions-finance/index.ts";
import functionsMatrix from "../plugins/functions-matrix/index.ts";
import functionsNumberTheory from "../plugins/functions-number-theory/index.ts";
import functionsStatistics from "../plugins/functions-statistics/index.ts";
import functionsText from "../plugins/functions-text/index.ts";
import mcp from "../plugins/mcp/index.ts";
import openapi from "../plugins/openapi/index.ts";
import quotas from "../plugins/quotas/index.ts";
import resultCache from "../plugins/result-cache/index.ts";
import type { Plugin } from "../src/index.ts";
import type { Configuration } from "./configuration.ts";
import { storagePlugins } from "./stores.ts";

export { serveOverPipes } from "../plugins/mcp/index.ts";

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

type Wanted = Pick<Configuration, "storage" | "plans" | "dataFolder" | "publicUrl">;

/** Everything that a server runs. */
export function serverPlugins({ storage, plans, dataFolder, publicUrl }: Wanted): Plugin[] {
  const keys = accounts({ plans: readPlans(plans), ...(storage.keys === "memory:" && { socket: socketIn(dataFolder) }) });
  return [...builtIn(), ...storagePlugins(storage), keys, quotas(), resultCache(), batch(), openapi({ publicUrl }), mcp()];
}

// The plugins that come with the program, in their order: what the server runs, and what checks of files must know.
import functionsDates from "../plugins/functions-dates/index.ts";
import type { Plugin } from "../src/index.ts";

/** The built-in plugins. */
export const builtIn = (): Plugin[] => [functionsDates()];

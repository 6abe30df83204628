// Optimization for formulas: linear programs, assignments, games, graphs, tours, knapsacks and bins. By own code: exact, or with
// what the field shows beside the result (dual values, potentials, paths).
import { definePlugin } from "formulary/functions";
import { assignmentFunctions } from "./assignments.ts";
import { equilibriumFunctions } from "./equilibria.ts";
import { graphFunctions } from "./graphs.ts";
import { linearProgramFunctions } from "./linear-programs.ts";
import { packingFunctions } from "./packing.ts";
import { tourFunctions } from "./tours.ts";
import { transportFunctions } from "./transport.ts";

/** Functions of optimization and of graphs. */
export default () =>
  definePlugin({
    name: "functions-optimization",
    requires: ["functions-number-theory"],
    functions: {
      ...linearProgramFunctions,
      ...assignmentFunctions,
      ...transportFunctions,
      ...equilibriumFunctions,
      ...graphFunctions,
      ...tourFunctions,
      ...packingFunctions,
    },
  });

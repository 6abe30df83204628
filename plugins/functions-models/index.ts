// Models that are fitted to data, by own code: Cox's regression, seasonal smoothing, and the shocks of ARMA models.
import { definePlugin } from "formulary/functions";
import { survival } from "./cox.ts";
import { timeSeries } from "./series.ts";

/** Functions of models. */
export default () => definePlugin({ name: "functions-models", functions: { ...survival, ...timeSeries } });

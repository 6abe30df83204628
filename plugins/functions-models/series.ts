// What models of time series leave over, for given weights: the residuals of Holt and Winters' smoothing, and of ARMA models.
import type { FunctionEntry, Value } from "formulary";
import { failFormula, isList, numberList, toFinite, wholeNumber } from "formulary/functions";

const mostValues = 1000;

/** Weights of the level, the trend and the season, and the factor that damps the trend. */
type Weights = [level: number, trend: number, season: number, damping: number];

// P. R. Winters, Management Science 6 (1960); the equations as in R. J. Hyndman and G. Athanasopoulos, "Forecasting:
// Principles and Practice", 3rd ed. (2021), section 8.3; the start from the means of the first two seasons.
function seasonalSmoothing(series: Value, season: Value, weights: Value, multiplicative: Value = false): Value {
  const name = "seasonalSmoothing";
  const y = numberList(series, name, { most: mostValues });
  const m = wholeNumber(season, "The season", [2, 60]);
  const [alpha, beta, gamma, damping] = numberList(weights, name, { least: 4, most: 4 }) as Weights;
  if (y.length < 2 * m) failFormula("seasonalSmoothing needs two whole seasons at least.");
  const byFactor = multiplicative === true;
  const mean = (from: number) => y.slice(from, from + m).reduce((sum, x) => sum + x, 0) / m;
  let level = mean(0);
  let trend = (mean(m) - level) / m;
  const seasons = y.slice(0, m).map((x) => (byFactor ? x / level : x - level));
  const fitted: number[] = [];
  for (const [t, value] of y.entries()) {
    const base = level + damping * trend;
    const factor = seasons[t % m]!;
    fitted.push(byFactor ? base * factor : base + factor);
    const before = level;
    level = alpha * (byFactor ? value / factor : value - factor) + (1 - alpha) * base;
    trend = beta * (level - before) + (1 - beta) * damping * trend;
    seasons[t % m] = gamma * (byFactor ? value / base : value - base) + (1 - gamma) * factor;
  }
  return {
    fitted,
    residuals: y.map((value, t) => value - fitted[t]!),
    level,
    trend,
    // the one of the next time comes first
    seasons: seasons.map((_, k) => seasons[(y.length + k) % m]!),
  };
}

// G. E. P. Box and others, "Time Series Analysis", 5th ed. (2015), section 7.1.2: conditional on no shocks before the first ones.
function armaResiduals(series: Value, ar: Value, ma: Value, constant: Value = 0): Value {
  const name = "armaResiduals";
  const w = numberList(series, name, { most: mostValues });
  const [phi, theta] = [ar, ma].map((each) => numberList(each, name, { least: 0, most: 20 })) as [number[], number[]];
  const mean = toFinite(constant, name);
  if (w.length <= phi.length) failFormula("armaResiduals needs more values than autoregressive weights.");
  const shocks: number[] = [];
  for (let t = phi.length; t < w.length; t++) {
    const past = phi.reduce((sum, x, i) => sum + x * w[t - 1 - i]!, mean);
    const moving = theta.reduce((sum, x, i) => sum + x * (shocks[shocks.length - 1 - i] ?? 0), 0);
    shocks.push(w[t]! - past - moving);
  }
  return shocks;
}

const lengthOf = (list: Value) => (isList(list) ? list.length : 0);

/** Residuals of models of time series. */
export const timeSeries: Record<string, FunctionEntry> = {
  seasonalSmoothing: {
    params: ["series", "season", "weights", "multiplicative?"],
    summary:
      "Exponential smoothing with trend and season (Holt and Winters) for weights [level, trend, season, damping], additive or multiplicative, as a row: fitted, residuals, level, trend and seasons after the last value (the one of the next time first). The start are the means of the first two seasons. Up to 1000 values.",
    example: ["seasonalSmoothing([1, 3, 2, 4], 2, [0, 0, 0, 1]).level", 4],
    dimension: "plain",
    cost: ((series: Value) => 20 + lengthOf(series)) as unknown as FunctionEntry["cost"],
    call: seasonalSmoothing as unknown as FunctionEntry["call"],
  },
  armaResiduals: {
    params: ["series", "ar", "ma", "constant?"],
    summary:
      "The shocks of an ARMA model, value - constant - autoregressive part - moving-average part, from the first value that has all earlier ones; shocks before it are 0. armaResiduals([1, 2, 3], [0.5], []) is [1.5,2].",
    example: ["armaResiduals([1, 2, 3], [0.5], [])", [1.5, 2]],
    dimension: "plain",
    cost: ((series: Value, ar: Value, ma: Value) =>
      10 + (lengthOf(series) * (1 + lengthOf(ar) + lengthOf(ma))) / 16) as unknown as FunctionEntry["cost"],
    call: armaResiduals as unknown as FunctionEntry["call"],
  },
};

// Cox's regression of survival times: the coefficients with the greatest partial likelihood.
import type { FunctionEntry, Value } from "formulary";
import { failFormula, isList, listOf, numberList } from "formulary/functions";
import { CholeskyDecomposition, inverse, Matrix } from "ml-matrix";

const mostSubjects = 500;
const mostPredictors = 10;
const mostTurns = 50;

interface Subjects {
  /** In rising order of time. */
  times: number[];
  events: boolean[];
  /** The predictors of each subject, less their means and in standard deviations. */
  rows: number[][];
  efron: boolean;
}

interface Likelihood {
  value: number;
  gradient: number[];
  information: Matrix;
}

// B. Efron, Journal of the American Statistical Association 72 (1977); N. Breslow, Biometrics 30 (1974).
/** The logarithm of the partial likelihood, its slope and its curvature. */
function likelihoodAt({ times, events, rows, efron }: Subjects, beta: number[]): Likelihood {
  const p = beta.length;
  const risk = createSums(p);
  const gradient = beta.map(() => 0);
  const information = Matrix.zeros(p, p);
  let value = 0;
  // from the last time back, so that each risk set contains the one after it
  for (let end = times.length; end > 0; ) {
    let start = end;
    while (start > 0 && times[start - 1] === times[end - 1]) start--;
    const dying = createSums(p);
    let deaths = 0;
    for (let i = start; i < end; i++) {
      const score = rows[i]!.reduce((sum, x, k) => sum + x * beta[k]!, 0);
      risk.add(rows[i]!, Math.exp(score));
      if (!events[i]) continue;
      deaths++;
      dying.add(rows[i]!, Math.exp(score));
      value += score;
      for (let k = 0; k < p; k++) gradient[k]! += rows[i]![k]!;
    }
    for (let turn = 0; turn < deaths; turn++) {
      const share = efron ? turn / deaths : 0;
      const weight = risk.weight - share * dying.weight;
      const means = risk.first.map((x, k) => (x - share * dying.first[k]!) / weight);
      value -= Math.log(weight);
      for (let k = 0; k < p; k++) {
        gradient[k]! -= means[k]!;
        for (let j = 0; j < p; j++) {
          const second = (risk.second[k]![j]! - share * dying.second[k]![j]!) / weight;
          information.set(k, j, information.get(k, j) + second - means[k]! * means[j]!);
        }
      }
    }
    end = start;
  }
  return { value, gradient, information };
}

/** Weighted sums of the predictors of some subjects, and of their products. */
function createSums(p: number) {
  const sums = {
    weight: 0,
    first: Array<number>(p).fill(0),
    second: Array.from({ length: p }, () => Array<number>(p).fill(0)),
    add: (row: number[], weight: number) => {
      sums.weight += weight;
      for (let k = 0; k < p; k++) {
        sums.first[k]! += weight * row[k]!;
        for (let j = 0; j < p; j++) sums.second[k]![j]! += row[k]! * row[j]! * weight;
      }
    },
  };
  return sums;
}

/** Newton's method, with shorter steps where the likelihood would fall; undefined where it rises for ever, or stays level. */
function mostLikely(subjects: Subjects, p: number): { beta: number[]; likelihood: Likelihood } | undefined {
  let beta = Array<number>(p).fill(0);
  let likelihood = likelihoodAt(subjects, beta);
  for (let turn = 0; turn < mostTurns; turn++) {
    const cholesky = new CholeskyDecomposition(likelihood.information);
    const pivots = cholesky.lowerTriangularMatrix.diagonal();
    if (!cholesky.isPositiveDefinite() || !(Math.min(...pivots) > 1e-6 * Math.max(...pivots))) return undefined;
    const step = cholesky.solve(Matrix.columnVector(likelihood.gradient)).to1DArray();
    const length = Math.max(...step.map(Math.abs));
    let part = 1;
    let next = likelihood;
    let moved = beta;
    for (; part > 1e-6; part /= 2) {
      moved = beta.map((x, k) => x + part * step[k]!);
      next = likelihoodAt(subjects, moved);
      if (next.value >= likelihood.value - 1e-12 * Math.abs(likelihood.value)) break;
    }
    [beta, likelihood] = [moved, next];
    // beyond this a predictor separates those who die first from the others
    if (Math.max(...beta.map(Math.abs)) > 30) return undefined;
    if (length < 1e-9) return { beta, likelihood };
  }
  return undefined;
}

function coxRegression(times: Value, events: Value, predictors: Value, ties: Value = "efron"): Value {
  const name = "coxRegression";
  const at = numberList(times, name, { least: 2, most: mostSubjects });
  const happened = listOf(events, name, { of: "events", most: mostSubjects });
  const lists = listOf(predictors, name, { of: "predictors", most: mostPredictors }).map((each) => numberList(each, name));
  if (ties !== "efron" && ties !== "breslow") failFormula('coxRegression takes "efron" or "breslow" for ties.');
  if ([happened, ...lists].some((list) => list.length !== at.length)) failFormula("coxRegression needs lists of one length.");
  const means = lists.map((list) => list.reduce((sum, x) => sum + x, 0) / list.length);
  const sizes = lists.map((list, k) => Math.sqrt(list.reduce((sum, x) => sum + (x - means[k]!) ** 2, 0) / list.length) || 1);
  const order = at.map((_, i) => i).sort((a, b) => at[a]! - at[b]!);
  const subjects: Subjects = {
    times: order.map((i) => at[i]!),
    events: order.map((i) => happened[i] === true || happened[i] === 1),
    rows: order.map((i) => lists.map((list, k) => (list[i]! - means[k]!) / sizes[k]!)),
    efron: ties === "efron",
  };
  const start = likelihoodAt(
    subjects,
    sizes.map(() => 0),
  );
  const found = mostLikely(subjects, lists.length);
  if (!found) {
    const none = sizes.map(() => 0);
    return { status: "undetermined", coefficients: none, errors: none, logLikelihood: start.value, logLikelihood0: start.value, score: 0 };
  }
  const covariance = inverse(found.likelihood.information);
  const score = Matrix.rowVector(start.gradient).mmul(inverse(start.information)).mmul(Matrix.columnVector(start.gradient)).get(0, 0);
  return {
    status: "settled",
    coefficients: found.beta.map((x, k) => x / sizes[k]!),
    errors: covariance.diagonal().map((x, k) => Math.sqrt(x) / sizes[k]!),
    logLikelihood: found.likelihood.value,
    logLikelihood0: start.value,
    score,
  };
}

/** Survival of subjects with predictors. */
export const survival: Record<string, FunctionEntry> = {
  coxRegression: {
    params: ["times", "events", "predictors", "ties?"],
    summary:
      'Cox\'s proportional hazards for up to 500 subjects, as a row: status ("settled", or "undetermined" where predictors depend on each other or separate the events), coefficients and errors of the predictors (a list of lists, at most 10), logLikelihood, logLikelihood0 (without predictors) and score (of the score test). Ties by "efron" (default) or "breslow".',
    example: ["roundSignificant(coxRegression([1, 2, 3], [true, true, true], [[0, 1, 0]]).coefficients, 6)", [0.346574]],
    dimension: "plain",
    cost: ((times: Value, _: Value, predictors: Value) =>
      isList(times) && isList(predictors) ? 200 + times.length * (2 + predictors.length) ** 2 : 0) as unknown as FunctionEntry["cost"],
    call: coxRegression as unknown as FunctionEntry["call"],
  },
};

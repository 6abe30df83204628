// The propagation of uncertainty: to first order (JCGM 100:2008, 5.1 and 5.2), and by random draws (JCGM 101:2008).
import { CalcError, requestSteps, type Work } from "formulary";
import { EigenvalueDecomposition, Matrix } from "ml-matrix";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { derivatives, type Model } from "./model.ts";
import type { Correlations } from "./request.ts";

/** An input and its standard uncertainty in the declared unit. */
export interface Source {
  name: string;
  u: number;
}
/** What one input adds to the uncertainty of an output. */
export interface Contribution {
  name: string;
  /** The derivative of the output by the input. */
  sensitivity: number;
  /** Share of the variance; with correlations it may be negative. */
  share: number;
}
/** The uncertainty of one output. */
export interface Propagated {
  u: number;
  method: "first order" | "Monte Carlo";
  budget: Contribution[];
}
/** Of all outputs, and the number of draws, 0 where there were none. */
export interface Propagation {
  outputs: Record<string, Propagated>;
  draws: number;
}

const [fewestDraws, mostDraws] = [2000, 10_000];
/** Where the two methods differ by more, the draws are right: the model is not linear enough. */
const tolerance = 0.05;
/** Of the draws, so many may have no result. */
const mostFailures = 0.02;
const seed = 20_081_101;

/** The uncertainties of all outputs of a model; pauses after each evaluation. Throws where the correlations contradict each other. */
export function* propagate(
  model: Model,
  sources: Source[],
  { correlations, work }: { correlations: Correlations; work: Work },
): Generator<undefined, Propagation> {
  const root = rootOf(correlationMatrix(sources, correlations));
  const before = work.steps;
  const slopes: Record<string, number>[] = [];
  for (const { name, u } of sources) slopes.push(yield* derivatives(model, name, Math.max(Math.abs(model.at(name)) * 1e-3, u * 1e-2)));
  const perEvaluation = (work.steps - before) / Math.max(1, 4 * sources.length);
  const linear = toFirstOrder(sources, slopes, correlations);
  const affordable = Math.floor((0.9 * (requestSteps - work.steps)) / Math.max(1, perEvaluation));
  if (sources.length === 0 || affordable < fewestDraws) return { outputs: linear, draws: 0 };
  const draws = Math.min(mostDraws, affordable);
  const spread = yield* drawAll(model, sources, { root, draws });
  if (!spread) return { outputs: linear, draws: 0 };
  const outputs = Object.entries(linear).map(([name, first]): [string, Propagated] => {
    const u = spread[name] ?? first.u;
    const differs = Math.abs(u - first.u) > tolerance * first.u;
    return [name, differs ? { ...first, u, method: "Monte Carlo" } : first];
  });
  return { outputs: Object.fromEntries(outputs), draws };
}

const correlationMatrix = (sources: Source[], correlations: Correlations): number[][] =>
  sources.map((a) => sources.map((b) => (a === b ? 1 : coefficientOf(correlations, a.name, b.name))));
const coefficientOf = (correlations: Correlations, a: string, b: string): number => correlations[a]?.[b] ?? correlations[b]?.[a] ?? 0;

/** A root of a correlation matrix, R Rᵀ, by its eigenvalues, so that inputs may depend on each other fully. */
function rootOf(matrix: number[][]): number[][] {
  if (matrix.length === 0) return [];
  const { realEigenvalues, eigenvectorMatrix } = new EigenvalueDecomposition(new Matrix(matrix), { assumeSymmetric: true });
  if (realEigenvalues.some((value) => value < -1e-9))
    throw new CalcError("invalid_inputs", {
      message: "These correlations contradict each other: no inputs could have all of them at once.",
      errors: [{ path: "/correlations", code: "uncertainty", message: "The correlation matrix is not positive semidefinite." }],
    });
  return eigenvectorMatrix.to2DArray().map((row) => row.map((each, at) => each * Math.sqrt(Math.max(0, realEigenvalues[at]!))));
}

function toFirstOrder(sources: Source[], slopes: Record<string, number>[], correlations: Correlations): Record<string, Propagated> {
  const outputs = Object.keys(slopes[0] ?? {});
  return Object.fromEntries(
    outputs.map((output): [string, Propagated] => {
      const parts = sources.map(({ u }, at) => (slopes[at]![output] ?? 0) * u);
      const covered = parts.map((part, at) =>
        parts.reduce(
          (sum, other, to) => sum + part * other * (at === to ? 1 : coefficientOf(correlations, sources[at]!.name, sources[to]!.name)),
          0,
        ),
      );
      const variance = Math.max(
        0,
        covered.reduce((sum, each) => sum + each, 0),
      );
      const budget = sources.map(({ name }, at) => ({
        name,
        sensitivity: slopes[at]![output] ?? 0,
        share: variance > 0 ? covered[at]! / variance : 0,
      }));
      return [output, { u: Math.sqrt(variance), method: "first order", budget }];
    }),
  );
}

interface Draws {
  root: number[][];
  draws: number;
}
/** The standard deviation of each output over random inputs; undefined where too many of them have no result. */
function* drawAll(model: Model, sources: Source[], { root, draws }: Draws): Generator<undefined, Record<string, number> | undefined> {
  const normal = createNormal();
  const sums: Record<string, { count: number; mean: number; squares: number }> = {};
  let failures = 0;
  for (let draw = 0; draw < draws; draw++) {
    const independent = sources.map(normal);
    const changes = sources.map(({ name, u }, at): [string, number] => [
      name,
      model.at(name) + u * root[at]!.reduce((sum, each, of) => sum + each * independent[of]!, 0),
    ]);
    const values = model.resultsAt(Object.fromEntries(changes));
    yield;
    if (!values && ++failures > mostFailures * draws) return undefined;
    for (const [name, value] of Object.entries(values ?? {})) {
      const sum = (sums[name] ??= { count: 0, mean: 0, squares: 0 });
      sum.count++;
      const distance = value - sum.mean;
      sum.mean += distance / sum.count;
      sum.squares += distance * (value - sum.mean);
    }
  }
  return Object.fromEntries(Object.entries(sums).map(([name, { count, squares }]) => [name, Math.sqrt(squares / Math.max(1, count - 1))]));
}

/** Standard normal numbers from a seed that is always the same (Box and Muller 1958): the same request has the same answer. */
function createNormal(): () => number {
  const generator = xoroshiro128plus(seed);
  let spare: number | undefined;
  return () => {
    if (spare !== undefined) {
      const kept = spare;
      spare = undefined;
      return kept;
    }
    const radius = Math.sqrt(-2 * Math.log(1 - uniformFloat64(generator)));
    const angle = 2 * Math.PI * uniformFloat64(generator);
    spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  };
}

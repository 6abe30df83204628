// Solving backwards: any number input for any number output, all solutions within the input's range, in bounded work.
import { CalcError, type Calculator, type Fault, type InputSchema, requestSteps, type Spent, type ValidInputs } from "formulary";
import { bounds, firstUnit, isChoice } from "formulary/compiler";
import { didYouMean } from "formulary/functions";
import { close, grid, search } from "./search.ts";

/** What an evaluation takes beside reading the inputs and the formulas. */
const stepsPerEvaluation = 40;
/** Points for each third of the grid. */
const [fewestSamples, mostSamples] = [8, 240];

/** Which input is to be found, for which value of an output, in a unit where it is not the declared one. */
export interface SolveRequest {
  /** The other inputs, as a client sends them. */
  inputs: Record<string, unknown>;
  solveFor: string;
  output: string;
  target: number;
  unit?: string;
  today: string;
}

/** All values of one input, in its declared unit and in rising order, for which an output reaches a target; none is a CalcError. */
export function solve(calculator: Calculator, wanted: SolveRequest): number[] {
  const search = findSolutions(calculator, wanted, { steps: 0 });
  let turn = search.next();
  while (!turn.done) turn = search.next();
  return turn.value.solutions.map(({ values }) => values[wanted.solveFor] as number);
}

/** Throws what is wrong with a request whatever the unknown is, without searching. */
export function checkRequest(calculator: Calculator, wanted: SolveRequest): void {
  const schema = checkedInput(calculator, wanted);
  const { required = [] } = calculator.completed().inputs ?? {};
  const unknown = `/inputs/${wanted.solveFor}`;
  // what depends on other inputs may be right for another value of the unknown
  const isFinal = ({ path, code }: Fault) =>
    path !== unknown && code !== "check" && code !== "when" && (code !== "required" || required.includes(path.split("/")[2] ?? ""));
  try {
    acceptAt(calculator, wanted, schema)(grid(schema, 1)[0]!, { steps: 0 });
  } catch (error) {
    if (!(error instanceof CalcError)) throw error;
    if (error.errors.some(isFinal)) throw error;
  }
}

/** Validates a try, and charges what it took. */
type Accept = (x: number, spent: Spent) => ValidInputs;

// A unit that another input chooses: the range is in the first one, and the calculator converts.
function acceptAt(calculator: Calculator, { inputs, solveFor, output, unit, today }: SolveRequest, schema: InputSchema): Accept {
  const first = typeof schema.unit === "object" && !schema.plain ? firstUnit(schema.unit) : undefined;
  return (x, spent) => {
    const given = { ...inputs, [solveFor]: first === undefined ? x : { value: x, unit: first } };
    try {
      return calculator.validate(given, today, unit === undefined ? undefined : { [output]: unit }, spent);
    } catch (error) {
      if (!(error instanceof CalcError)) throw error;
      const errors = error.errors.map((fault) => ({ ...fault, path: fault.path.replace(/^\/units\//, "/target/") }));
      throw new CalcError(error.code, { message: error.message, errors });
    }
  };
}

/** The accepted inputs at each solution, and how the output compares with the target there. */
export interface Solutions {
  solutions: ValidInputs[];
  /** Where no whole number meets the target, the answer is the first that goes beyond it. */
  reaches: "equal" | "at_least" | "at_most";
}

/** The accepted inputs at each solution; pauses after each evaluation, and charges each to the request's work. */
export function* findSolutions(calculator: Calculator, wanted: SolveRequest, spent: Spent): Generator<undefined, Solutions> {
  const { solveFor, output, target, today, unit } = wanted;
  const schema = checkedInput(calculator, wanted);
  const accept = acceptAt(calculator, wanted, schema);
  const at = createEvaluator(calculator, wanted, { accept, spent });
  const samples = yield* samplesFor(at, schema, spent);
  const { found: places, beyond, low, high } = yield* search(at, target, schema, samples);
  // inputs that are refused everywhere are refused here
  const inputs = at.accepted();
  if (!inputs) throw at.refusal();
  const { title = solveFor } = schema;
  const { label } = calculator.completed().outputs![output]!;
  const written = (x: number) => calculator.writeOutput(output, x, { inputs, unit });
  if (low === high && close(low - target, target))
    throw noSolution(wanted, `${label} does not depend on ${title} here: it is ${written(target)} whatever that is.`);
  const found: ValidInputs[] = [];
  for (const x of beyond === undefined ? places : [beyond]) {
    yield;
    at.checkStepsLeft();
    try {
      // every output must be there, not only the one that was aimed at
      const accepted = calculator.validate(withSolution(calculator, wanted, accept(x, spent)), today, undefined, spent);
      calculator.values(accepted, { spent });
      found.push(accepted);
    } catch (error) {
      if (!(error instanceof CalcError)) throw error;
    }
  }
  if (found.length > 0) {
    const reaches = beyond === undefined ? "equal" : at(beyond) > 0 ? "at_least" : "at_most";
    return { solutions: found, reaches };
  }
  const reach = low <= high ? `there it goes from ${written(low)} to ${written(high)}` : "it has no value there";
  throw noSolution(wanted, `No ${title} within its range makes ${label} ${written(target)}: ${reach}.`);
}

/** Points of the grid for each third of it: as many as half of the steps that are left pay for. */
function* samplesFor(at: Evaluator, schema: InputSchema, spent: Spent): Generator<undefined, number> {
  for (const x of grid(schema, 8)) {
    const before = spent.steps;
    at(x);
    yield;
    if (!at.accepted()) continue;
    const affordable = (requestSteps - before) / (spent.steps - before);
    return Math.max(fewestSamples, Math.min(mostSamples, Math.floor(affordable / 6)));
  }
  return mostSamples;
}

/** The inputs with the one that was found, in the unit of the others where these decide it. */
export function withSolution(calculator: Calculator, { inputs, solveFor }: SolveRequest, { values }: ValidInputs): Record<string, unknown> {
  const { properties = {} } = calculator.completed().inputs ?? {};
  const { unit } = properties[solveFor]!;
  const value = values[solveFor];
  const follows = typeof unit === "object" && properties[unit.by]?.followsUnits;
  return { ...inputs, [solveFor]: follows ? { value, unit: firstUnit(unit) } : value };
}

/** Whether an input takes any number, rather than one of several choices: then it may be solved for. */
export function takesNumber(schema: InputSchema): boolean {
  // as: the kernel publishes a duration with two types, number and string
  const types = [schema.type as string | string[]].flat();
  return types.some((type) => type === "number" || type === "integer") && !isChoice(schema);
}

const noSolution = ({ output }: SolveRequest, message: string) =>
  new CalcError("no_finite_result", { message, errors: [{ path: `/target/${output}`, code: "no_finite_result", message }] });

/** How far the output is from the target at a point; NaN where the calculator refuses: a gap in the range, not the end of the search. */
interface Evaluator {
  (x: number): number;
  /** Some inputs that were accepted, and why the last ones were not. */
  accepted: () => ValidInputs | undefined;
  refusal: () => unknown;
  /** Throws where the request's steps are used up. */
  checkStepsLeft: () => void;
}

function createEvaluator(
  calculator: Calculator,
  { solveFor, output, target }: SolveRequest,
  { accept, spent }: { accept: Accept; spent: Spent },
): Evaluator {
  let accepted: ValidInputs | undefined;
  let refusal: unknown;
  const start = spent.steps;
  const checkStepsLeft = () => {
    // nothing is counted for inputs that are refused: they may take no more than one calculation
    const limit = accepted ? requestSteps : Math.min(requestSteps, start + bounds.steps);
    if (spent.steps <= limit) return;
    throw new CalcError("too_much_work", {
      message: `Solving for ${solveFor} takes more than the ${requestSteps.toLocaleString("en")} steps of a request: try inputs that make the calculation shorter.`,
    });
  };
  const evaluate = (x: number): number => {
    checkStepsLeft();
    spent.steps += stepsPerEvaluation;
    try {
      const inputs = accept(x, spent);
      accepted = inputs;
      const value = calculator.values(inputs, { only: output, spent })[output];
      return typeof value === "number" ? value - target : Number.NaN;
    } catch (error) {
      if (!(error instanceof CalcError)) throw error;
      refusal = error;
      return Number.NaN;
    }
  };
  return Object.assign(evaluate, { accepted: () => accepted, refusal: () => refusal, checkStepsLeft });
}

function checkedInput(calculator: Calculator, { solveFor, output, inputs }: SolveRequest): InputSchema {
  const { inputs: { properties = {} } = {}, outputs = {}, solvable } = calculator.completed();
  const own = <T>(record: Record<string, T>, name: string) => (Object.hasOwn(record, name) ? record[name] : undefined);
  const refuse = (path: string, message: string): never => {
    throw new CalcError("invalid_inputs", { message, errors: [{ path, code: path.split("/")[1]!, message }] });
  };
  const schema = own(properties, solveFor);
  if (!schema)
    return refuse("/solveFor", `"${solveFor}" is not an input of this calculator.${didYouMean(solveFor, Object.keys(properties))}`);
  if (solvable === false || !takesNumber(schema)) refuse("/solveFor", `${solveFor} cannot be solved for in this calculator.`);
  if (inputs !== null && typeof inputs === "object" && Object.hasOwn(inputs, solveFor))
    refuse(`/inputs/${solveFor}`, `${solveFor} is what solveFor asks for: leave it out of inputs.`);
  const wanted = own(outputs, output);
  if (!wanted) refuse(`/target/${output}`, `"${output}" is not an output of this calculator.${didYouMean(output, Object.keys(outputs))}`);
  if ((wanted!.type ?? "number") !== "number") refuse(`/target/${output}`, `${output} is no number, so it cannot be a target.`);
  return schema;
}

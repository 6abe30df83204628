// Solving backwards: any number input for any number output, all solutions within the input's range, in bounded work.
import { CalcError, type Calculator, type InputSchema, type Spent, type ValidInputs } from "formulary";
import { bounds, firstUnit, isChoice } from "formulary/compiler";
import { didYouMean } from "formulary/functions";
import { close, grid, search } from "./search.ts";

/** Steps of all evaluations together, refused ones too; each costs so many beyond its own. */
const budget = 10 * bounds.steps;
/** Steps until some inputs must be accepted: no more than one calculation may take, since nothing is counted for it. */
const firstBudget = bounds.steps;
const stepsPerEvaluation = 100;

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
export function solve(calculator: Calculator, unknown: SolveRequest): number[] {
  const work = solutions(calculator, unknown);
  let turn = work.next();
  while (!turn.done) turn = work.next();
  return turn.value.map(({ values }) => values[unknown.solveFor] as number);
}

/** The inputs at the first point of the range that is accepted: what a question is known by. Without one, why not. */
export function* firstAccepted(calculator: Calculator, unknown: SolveRequest): Generator<undefined, ValidInputs> {
  const schema = checkedInput(calculator, unknown);
  const accept = acceptAt(calculator, unknown, schema);
  let refusal: unknown;
  const spent: Spent = { steps: 0 };
  for (const x of grid(schema)) {
    mustBeWithin(firstBudget, spent, unknown);
    try {
      return accept(x, spent);
    } catch (error) {
      if (!(error instanceof CalcError)) throw error;
      refusal = error;
    }
    yield;
  }
  throw refusal;
}

/** Validates a try, and charges what it took. */
type Accept = (x: number, spent: Spent) => ValidInputs;

function mustBeWithin(limit: number, spent: Spent, { solveFor }: SolveRequest): void {
  spent.steps += stepsPerEvaluation;
  if (spent.steps > limit)
    throw new CalcError("too_much_work", {
      message: `Solving for ${solveFor} takes more than ${limit.toLocaleString("en")} steps: try inputs that make the calculation shorter.`,
    });
}

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

/** The accepted inputs at each solution. */
export function* solutions(calculator: Calculator, unknown: SolveRequest): Generator<undefined, ValidInputs[]> {
  const { solveFor, output, target, today } = unknown;
  const schema = checkedInput(calculator, unknown);
  const accept = acceptAt(calculator, unknown, schema);
  // inputs that are refused everywhere are refused here
  yield* firstAccepted(calculator, unknown);
  const found: ValidInputs[] = [];
  const spent: Spent = { steps: 0 };
  const { found: places, low, high } = yield* search(evaluator(calculator, unknown, { accept, spent }), target, schema);
  if (low === high && close(low - target, target))
    throw noSolution(unknown, `${output} does not depend on ${solveFor} here: it is ${target} for every ${solveFor}.`);
  for (const x of places) {
    yield;
    try {
      // every output must be there, not only the one that was aimed at
      const accepted = calculator.validate(withSolution(calculator, unknown, accept(x, spent)), today);
      calculator.values(accepted);
      found.push(accepted);
    } catch (error) {
      if (!(error instanceof CalcError)) throw error;
    }
  }
  if (found.length > 0) return found;
  const reach =
    low <= high ? `there it goes from ${Number(low.toPrecision(6))} to ${Number(high.toPrecision(6))}` : "it has no value there";
  throw noSolution(unknown, `No ${solveFor} within its range makes ${output} ${target}: ${reach}.`);
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
function evaluator(
  calculator: Calculator,
  unknown: SolveRequest,
  { accept, spent }: { accept: Accept; spent: Spent },
): (x: number) => number {
  const { output, target } = unknown;
  return (x) => {
    mustBeWithin(budget, spent, unknown);
    try {
      const value = calculator.values(accept(x, spent), { only: output, spent })[output];
      return typeof value === "number" ? value - target : Number.NaN;
    } catch (error) {
      if (error instanceof CalcError) return Number.NaN;
      throw error;
    }
  };
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

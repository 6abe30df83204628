// Solving backwards: a request may leave one number input out, name it in solveFor, and say in target what an output must reach.
import { CalcError, type Call, definePlugin, type Kernel, type Outcome, type ValidInputs, type Work } from "formulary";
import { digitsOf, unitText } from "formulary/compiler";
import { quantitySchema } from "formulary/http";
import { solvablePairs } from "./pairs.ts";
import { checkRequest, findSolutions, type Solutions, type SolveRequest, withSolution } from "./solve.ts";
import { createAlternation, createQueues } from "./turns.ts";

export { solve, takesNumber } from "./solve.ts";

/** What solving found: every value of the input. */
export interface Solved {
  name: string;
  label: string;
  unit: string;
  /** How the output compares with the target at the solutions. */
  reaches: Solutions["reaches"];
  solutions: { value: Outcome["results"][string]["value"]; formatted: string }[];
}
/** The same as JSON Schema, for documents. */
export const solvedSchema = {
  type: "object",
  description: "With solveFor: every value of the input that reaches the target, rising; result is the outcome at the first.",
  required: ["name", "label", "unit", "reaches", "solutions"],
  additionalProperties: false,
  properties: {
    name: { type: "string" },
    label: { type: "string" },
    unit: { type: "string" },
    reaches: {
      enum: ["equal", "at_least", "at_most"],
      description:
        "How the output compares with the target at the solutions; at_least and at_most only where the input is a whole number and none meets the target: then the one solution is the first number that goes beyond it.",
    },
    solutions: {
      type: "array",
      items: {
        type: "object",
        required: ["value", "formatted"],
        additionalProperties: false,
        properties: { value: { $ref: "#/components/schemas/Value" }, formatted: { type: "string" } },
      },
      minItems: 1,
    },
  },
};
/** What an outcome says of solving, if it was solved. */
export const solvedOf = ({ members }: Outcome): Solved | undefined => members?.solved as Solved | undefined;

const properties = {
  solveFor: { type: "string", description: "the name of a number input to find; it is left out of inputs", examples: ["years"] },
  target: {
    type: "object",
    description: "one output and the value it is to reach, in its own unit or as { value, unit }",
    minProperties: 1,
    maxProperties: 1,
    additionalProperties: { anyOf: [{ type: "number" }, quantitySchema] },
    examples: [{ futureValue: 2000 }],
  },
};

/** Searches of one key or address at a time, and those that may wait for them. */
const queueSizes = { atOnce: 2, waiting: 20 };
/** A slice of a search, in milliseconds: others are served between two slices. */
const slice = 5;

/** Runs a search in slices between which others are served, few at a time for one key or address; it ends where its client has left. */
export type RunSearch = <T>(search: Generator<undefined, T>, work: Work) => Promise<T>;

/** How searches are run on this server. */
export const runSearchOf = (kernel: Kernel): RunSearch => kernel.service<RunSearch>("searches");

/** Brings the members `solveFor` and `target` of POST /calculate. */
export default () => {
  const takeTurn = createQueues(queueSizes);
  const nextTurn = createAlternation();
  return definePlugin({
    name: "solve",
    requires: ["functions-numerical"],
    provides: {
      searches: (): RunSearch => (search, work) => takeTurn(work.from, () => inSlices(search, work, nextTurn)),
    },
    hooks: {
      describe: (calculator) =>
        calculator.hasFormula && calculator.completed().solvable !== false ? { solvable: solvablePairs(calculator) } : {},
    },
    members: {
      properties,
      dependentRequired: { solveFor: ["target"], target: ["solveFor"] },
      prepare: async (request, { calculator, today }) => {
        const wanted = toSolveRequest(request as unknown as RequestWithTarget, today);
        checkRequest(calculator, wanted);
        const { [wanted.solveFor]: own, ...units } = request.units ?? {};
        const run = (call: Call) => takeTurn(call.work.from, () => runBackwards(call, { ...wanted, units, own }, nextTurn));
        return { values: {}, sent: {}, steps: 0, units: request.units, custom: { key: wanted, run } };
      },
    },
  });
};

interface RequestWithTarget {
  inputs: Record<string, unknown>;
  solveFor: string;
  target: Record<string, number | { value: number; unit: string }>;
}
function toSolveRequest({ inputs, solveFor, target = {} }: RequestWithTarget, today: string): SolveRequest {
  const [[output, goal] = ["", Number.NaN]] = Object.entries(target);
  const quantity = typeof goal === "number" ? { target: goal } : { target: goal.value, unit: goal.unit };
  return { inputs, solveFor, output, ...quantity, today };
}

/** A search, the units for outputs, and the unit for the input that is found. */
interface WithUnits extends SolveRequest {
  units: Record<string, string>;
  own: string | undefined;
}

/** The outcome at the first solution, and all solutions. */
async function runBackwards({ calculator, work }: Call, wanted: WithUnits, nextTurn: () => Promise<void>): Promise<Outcome> {
  const { solveFor, today, units, own } = wanted;
  const { solutions, reaches } = await inSlices(findSolutions(calculator, wanted, work), work, nextTurn);
  const first = calculator.validate(withSolution(calculator, wanted, solutions[0]!), today, units);
  const results = solutions.map((accepted) => calculator.writeInput(solveFor, accepted, own));
  const { label, unit } = results[0]!;
  const outcome = calculator.run({ ...first, sent: { ...first.sent, ...roundedInput(calculator, solveFor, first) } }, work);
  const solved: Solved = { name: solveFor, label, unit, reaches, solutions: results.map(({ value, formatted }) => ({ value, formatted })) };
  // beside the outputs: the reader asked for it
  return { ...outcome, results: { [solveFor]: results[0]!, ...outcome.results }, inputs: first.values, members: { solved } };
}

// The explanation says what was found as a person would; a duration is written as one anyway.
function roundedInput(calculator: Call["calculator"], name: string, { values }: ValidInputs): ValidInputs["sent"] {
  const { unit, as } = calculator.completed().inputs!.properties[name]!;
  const x = values[name] as number;
  return as ? {} : { [`/inputs/${name}`]: { value: Number(x.toPrecision(digitsOf(x))), unit: unitText(unit, values) } };
}

/** Runs a search in slices, each in a turn of its own; it ends where its client has left. */
export async function inSlices<T>(
  search: Generator<undefined, T>,
  { hasLeft }: Pick<Work, "hasLeft">,
  nextTurn: () => Promise<void>,
): Promise<T> {
  for (;;) {
    await nextTurn();
    if (hasLeft()) throw new CalcError("client_left", { message: "The client closed the connection before the answer." });
    const end = performance.now() + slice;
    do {
      const { done, value } = search.next();
      if (done) return value;
    } while (performance.now() < end);
  }
}

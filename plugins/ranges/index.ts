// A range of inputs: `over` names one or two inputs and the values they take, and the answer is a table with a row for each point.
import { type CalculationRequest, type Call, definePlugin, type Kernel } from "formulary";
import { quantitySchema } from "formulary/http";
import { runSearchOf } from "../solve/index.ts";
import { checkCompany, mostInputs, mostPoints, pointsOf } from "./points.ts";
import { tabulate } from "./table.ts";

export { countPoints, mostPoints } from "./points.ts";

const scalar = { anyOf: [{ type: "number" }, { type: "string", maxLength: 1000 }, { type: "boolean" }, quantitySchema] };
const properties = {
  over: {
    type: "object",
    description: `the values of at most ${mostInputs} inputs, each a list or { from, to, count }: the answer is a table of at most ${mostPoints} points`,
    minProperties: 1,
    maxProperties: mostInputs,
    additionalProperties: {
      anyOf: [
        { type: "array", minItems: 1, maxItems: mostPoints, items: scalar },
        {
          type: "object",
          required: ["from", "to", "count"],
          additionalProperties: false,
          properties: {
            from: { type: "number" },
            to: { type: "number" },
            count: { type: "integer", minimum: 2, maximum: mostPoints },
            unit: { type: "string", maxLength: 100 },
            scale: { enum: ["linear", "log"], default: "linear" },
          },
        },
      ],
    },
    examples: [{ rate: { from: 1, to: 10, count: 10 } }],
  },
};

const text = { type: "string" };
/** What an answer says of its points, as JSON Schema for documents. */
export const rangeSchema = {
  type: "object",
  description: "With over: how many points were calculated, and which of them have no result; the rows are in result.results.table.",
  required: ["points"],
  additionalProperties: false,
  properties: {
    points: { type: "integer", minimum: 1, description: "Each counts as a calculation." },
    refused: {
      type: "array",
      description: "Points without a result: the row, counted from 1, and the reason. Their results are null.",
      items: {
        type: "object",
        required: ["row", "code", "message"],
        additionalProperties: false,
        properties: { row: { type: "integer", minimum: 1 }, code: text, message: text },
      },
    },
  },
};

/** Brings the member `over` of POST /calculate. */
export default () => {
  let kernel: Kernel;
  return definePlugin({
    name: "ranges",
    requires: ["solve"],
    hooks: {
      open: (started) => {
        kernel = started;
      },
    },
    members: {
      properties,
      add: (request: CalculationRequest) => {
        checkCompany(request);
        return [];
      },
      prepare: async (request, { calculator, today }) => {
        const points = pointsOf(request, calculator);
        const { inputs, over, units } = request;
        const run = (call: Call) => runSearchOf(kernel)(tabulate(call, { inputs, points, today }), call.work);
        return { values: {}, sent: {}, steps: 0, units, custom: { key: { inputs, over, today }, run, calculations: points.length } };
      },
    },
  });
};

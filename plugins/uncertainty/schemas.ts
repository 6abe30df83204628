// What uncertainty and sensitivity answer, as JSON Schema, for documents.
const text = { type: "string" };
const number = { type: "number" };
const entry = (properties: Record<string, object>, required: string[]) => ({
  type: "object",
  required,
  additionalProperties: false,
  properties,
});

/** Of one result. */
export const uncertaintySchema = {
  ...entry(
    {
      value: { ...number, minimum: 0, description: "The standard uncertainty, in the unit of the result." },
      formatted: { ...text, description: "The result and its uncertainty, with digits that match: 12.3 ± 0.4 m." },
      method: {
        type: "string",
        enum: ["first order", "Monte Carlo"],
        description: "JCGM 100:2008 to first order; JCGM 101:2008 where that differs by more than 5 %.",
      },
      draws: { type: "integer", description: "Random draws that it was compared with; 0 where they did not fit the request's budget." },
      budget: {
        type: "array",
        description: "What each input adds, the largest share first.",
        items: entry(
          {
            input: text,
            label: text,
            uncertainty: { ...number, description: "Of the input, in its declared unit." },
            sensitivity: { ...number, description: "The derivative of the output by the input." },
            share: { ...number, description: "Of the variance; it may be negative where inputs are correlated." },
          },
          ["input", "label", "uncertainty", "sensitivity", "share"],
        ),
      },
    },
    ["value", "formatted", "method", "draws", "budget"],
  ),
  description: "With an uncertainty beside an input: that of this result.",
};

/** Of one output and one input. */
export const sensitivitySchema = entry(
  {
    input: text,
    label: text,
    derivative: { ...number, description: "In the unit of the output for one of the declared unit of the input." },
    elasticity: { ...number, description: "Percent of the output for one percent of the input." },
    lessInput: { ...number, description: "The change of the output where the input is 1 % less." },
    moreInput: { ...number, description: "The change of the output where the input is 1 % more." },
  },
  ["input", "label", "derivative"],
);

/** An input with its uncertainty. */
export const measurementSchema = {
  ...entry(
    {
      value: number,
      unit: { type: "string", maxLength: 100 },
      uncertainty: {
        anyOf: [
          { type: "number", minimum: 0 },
          { type: "string", pattern: "^\\s*\\d+(\\.\\d+)?\\s*%\\s*$" },
        ],
        description: 'In the unit of the value, or a share of it: "2 %".',
      },
    },
    ["value", "uncertainty"],
  ),
  description: "A number with its standard uncertainty.",
};

// Requests to try, one for each thing that POST /calculate can do.
import type { Json } from "./schemas.ts";

const compound: Json = { calculator: "compound-interest", inputs: { principal: 1000, rate: 5, years: 10 } };
const { years: _, ...withoutYears } = compound.inputs as Json;
const backwards: Json = { ...compound, inputs: withoutYears, solveFor: "years", target: { futureValue: 2000 } };
const otherUnits: Json = {
  calculator: "jump-height",
  inputs: { flight: 550, mass: { value: 165, unit: "lb" } },
  units: { height: "in", energy: "kcal" },
};
/** Bodies by name, with a summary. */
export const requests: Json = {
  forwards: { summary: "Forwards", value: compound },
  backwards: { summary: "Backwards: when is it doubled?", value: backwards },
  units: { summary: "In and out in other units", value: otherUnits },
  uncertainty: {
    summary: "With uncertainties, and what moves the result",
    value: {
      calculator: "jump-height",
      inputs: { flight: { value: 550, unit: "ms", uncertainty: 5 }, mass: { value: 75, uncertainty: "1 %" } },
      sensitivity: true,
    },
  },
  over: {
    summary: "Over a range: a table",
    value: { ...compound, inputs: { principal: 1000, years: 10 }, over: { rate: { from: 1, to: 10, count: 10 } } },
  },
  steps: { summary: "With the working", value: { ...compound, steps: true } },
};

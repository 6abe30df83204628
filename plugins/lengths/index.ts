// Lengths in the reader's own unit: a file with `unit: length` (length^2, 1/length) gets an input `lengthUnit`, which chooses
// the unit of all of them. Where it is "none", lengths are bare numbers.
import type { Environment } from "formulary/compiler";
import { type Definition, definePlugin, type InputSchema, type OutputDefinition, type UnitChoice } from "formulary/functions";
import { followUnits } from "./follow.ts";

/** The units that a whole form may be in. */
const lengthUnits = ["mm", "cm", "m", "km", "in", "ft", "yd", "mi"];
const ownLength = /\blength\b(?=[^}]*$)/;
const input = "lengthUnit";

/** Brings `unit: length` of calculator files. */
export default () =>
  definePlugin({
    name: "lengths",
    hooks: {
      define: (definition, { environment, prepare }) => {
        if (!usesOwnLength(definition)) return definition;
        const expanded = withLengthUnit(definition, environment);
        prepare(followUnits(input, expanded.inputs!.properties, environment));
        return expanded;
      },
    },
  });

type Field = Pick<InputSchema, "unit" | "items" | "properties"> & Pick<OutputDefinition, "columns">;

const usesOwnLength = ({ inputs, outputs = {} }: Definition): boolean =>
  [...Object.values(inputs?.properties ?? {}), ...Object.values(outputs)].some(hasOwnLength);
const hasOwnLength = ({ unit, items, properties = {}, columns = {} }: Field): boolean =>
  (typeof unit === "string" && ownLength.test(unit)) ||
  [...(items ? [items] : []), ...Object.values(properties), ...Object.values(columns)].some(hasOwnLength);

function withLengthUnit(definition: Definition, environment: Environment): Definition {
  const names = new Map(environment.units.quantities.get("length")?.units.map(({ symbol, name }) => [symbol, name]));
  const choices = lengthUnits.map((symbol) => ({ const: symbol, title: names.get(symbol) ?? symbol }));
  const { properties = {}, required = [] } = definition.inputs ?? {};
  return {
    ...definition,
    inputs: {
      type: "object",
      required,
      properties: {
        ...mapFields(properties),
        [input]: {
          type: "string",
          title: "Unit of length",
          description: "None: numbers alone. Lengths that are sent with their units decide it too.",
          oneOf: [{ const: "none", title: "None" }, ...choices],
          default: "none",
          followsUnits: true,
        },
      },
    },
    outputs: mapFields(definition.outputs ?? {}),
  };
}

const choiceOf = (unit: string): UnitChoice => ({
  by: input,
  none: unit,
  ...Object.fromEntries(lengthUnits.map((symbol) => [symbol, unit.replace(ownLength, symbol)])),
});

const mapFields = <Each extends Field>(fields: Record<string, Each>): Record<string, Each> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, withChoice(field)]));

function withChoice<Each extends Field>(field: Each): Each {
  const { unit, items, properties, columns } = field;
  const own = typeof unit === "string" && ownLength.test(unit) ? unit : undefined;
  return {
    ...field,
    ...(own !== undefined && { unit: choiceOf(own) }),
    ...(items && { items: withChoice(items) }),
    ...(properties && { properties: mapFields(properties) }),
    ...(columns && { columns: mapFields(columns) }),
  };
}

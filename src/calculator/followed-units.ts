// Inputs that choose the unit of others, and that the units sent with those decide: one unit for a whole form.
import type { Fault } from "../errors.ts";
import type { InputSchema } from "../types.ts";
import { choicesOf } from "./kinds/choice.ts";
import { type Environment, mostFaults } from "./kinds/kind.ts";
import { firstUnit } from "./kinds/units.ts";

/** A number of a request whose unit an input chooses, alone or with its unit. */
interface Leaf {
  path: string;
  title: string;
  value: unknown;
  units: Record<string, string>;
}
type Follow = (inputs: Record<string, unknown>, faults: Fault[]) => Record<string, unknown>;

// Where one number has its unit all must have one: a number alone beside it is a fault, but for one in the declared unit,
// { value: 3, unit: "length" }.
/** What adds the choices that units decide to the inputs of a request; undefined for a definition without such a choice. */
export function createUnitFollower(schemas: Record<string, InputSchema>, environment: Environment): Follow | undefined {
  const following = Object.entries(schemas).filter(([, { followsUnits }]) => followsUnits);
  if (following.length === 0) return undefined;
  return (inputs, faults) => {
    const decided: Record<string, unknown> = {};
    for (const [name, schema] of following) {
      for (const [each, { unit }] of Object.entries(schemas))
        if (isBare(inputs[each], unit, name)) decided[each] = (inputs[each] as { value: unknown }).value;
      if (inputs[name] !== undefined && inputs[name] !== schema.default) continue;
      const leaves = Object.entries(schemas).flatMap(([each, field]) =>
        Object.hasOwn(decided, each) ? [] : leavesOf(inputs[each], field, { by: name, path: `/inputs/${each}` }),
      );
      const [first] = leaves.filter(({ value }) => unitOf(value) !== undefined);
      if (!first) continue;
      decided[name] = choiceFor(first, schema, environment);
      for (const { path, title, value } of leaves)
        if (typeof value === "number" && value !== 0 && faults.length <= mostFaults)
          faults.push({
            path,
            code: "unit",
            message: `${title} needs a unit too, since ${first.title} has one.`,
            hint: `Send { "value": ${value}, "unit": "${unitOf(first.value)}" }, or all numbers without units.`,
          });
    }
    return { ...inputs, ...decided };
  };
}

/** Whether a number is sent in the declared unit itself, which stands for the unit of the others. */
const isBare = (value: unknown, unit: InputSchema["unit"], by: string): boolean =>
  typeof unit === "object" && unit.by === by && unitOf(value) === firstUnit(unit);

const unitOf = (value: unknown): string | undefined => {
  const { unit } = (value ?? {}) as { unit?: unknown };
  return typeof unit === "string" ? unit : undefined;
};

interface Place {
  by: string;
  path: string;
}
function leavesOf(value: unknown, schema: InputSchema, { by, path }: Place): Leaf[] {
  const { unit, items, properties, title = path.split("/").at(-1)! } = schema;
  if (Array.isArray(value)) {
    const item = items && { title, ...(unit !== undefined && { unit }), ...items };
    return item ? value.flatMap((each, at) => leavesOf(each, item, { by, path: `${path}/${at}` })) : [];
  }
  if (properties && value !== null && typeof value === "object")
    return Object.entries(properties).flatMap(([name, field]) =>
      leavesOf((value as Record<string, unknown>)[name], field, { by, path: `${path}/${name}` }),
    );
  if (value === undefined || typeof unit !== "object" || unit.by !== by) return [];
  return [{ path, title, value, units: unit }];
}

/** The choice with the unit that was sent; where there is none, the coherent one. */
function choiceFor({ value, units }: Leaf, schema: InputSchema, environment: Environment): unknown {
  const choices = (choicesOf(schema) ?? []).filter((choice) => choice !== schema.default);
  const factorOf = (text: string) => environment.units.parse(text).factor;
  const coherent = choices.find((choice) => factorOf(units[choice]!) === 1);
  try {
    const sent = environment.units.parse(unitOf(value)!, environment.units.parse(units[choices[0]!]!)).factor;
    return choices.find((choice) => Math.abs(factorOf(units[choice]!) / sent - 1) < 1e-12) ?? coherent;
  } catch {
    // the reader of the field says what is wrong with its unit
    return coherent;
  }
}

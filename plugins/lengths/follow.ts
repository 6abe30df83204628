// The units that are sent with numbers decide the choice of unit for the whole form.
import type { Fault, InputSchema } from "formulary";
import { choicesOf, type Environment, firstUnit, mostFaults, type Prepare } from "formulary/compiler";

/** A number of a request whose unit an input chooses, alone or with its unit. */
interface Leaf {
  path: string;
  title: string;
  value: unknown;
  units: Record<string, string>;
}
// Where one number has its unit all must have one: a number alone beside it is a fault, but for one in the declared unit,
// { value: 3, unit: "length" }.
/** What adds the choice of unit to the inputs of a request: `name` is the input that chooses. */
export function followUnits(name: string, schemas: Record<string, InputSchema>, environment: Environment): Prepare {
  const schema = schemas[name]!;
  return (inputs, faults) => {
    const decided: Record<string, unknown> = {};
    for (const [each, { unit }] of Object.entries(schemas))
      if (isBare(inputs[each], unit, name)) decided[each] = (inputs[each] as { value: unknown }).value;
    if (inputs[name] !== undefined && inputs[name] !== schema.default) return { ...inputs, ...decided };
    const leaves = Object.entries(schemas).flatMap(([each, field]) =>
      Object.hasOwn(decided, each) ? [] : leavesOf(inputs[each], field, { by: name, path: `/inputs/${each}` }),
    );
    const first = leaves.find(({ value }) => unitOf(value) !== undefined);
    if (!first) return { ...inputs, ...decided };
    faults.push(...bareBeside(first, leaves).slice(0, mostFaults + 1));
    return { ...inputs, ...decided, [name]: choiceFor(first, schema, environment) };
  };
}

/** The faults of numbers alone beside one that has its unit. */
const bareBeside = (first: Leaf, leaves: Leaf[]): Fault[] =>
  leaves
    .filter(({ value }) => typeof value === "number" && value !== 0)
    .map(({ path, title, value }) => ({
      path,
      code: "unit",
      message: `${title} needs a unit too, since ${first.title} has one.`,
      hint: `Send { "value": ${value}, "unit": "${unitOf(first.value)}" }, or all numbers without units.`,
    }));

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

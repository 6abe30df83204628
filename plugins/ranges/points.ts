// What `over` says → the points to calculate, each with the values of the inputs that it names.
import { CalcError, type CalculationRequest, type Calculator, type Fault } from "formulary";
import { didYouMean } from "formulary/functions";
import { takesNumber } from "../solve/index.ts";

export const [mostInputs, mostPoints] = [2, 400];

/** The values of one input: as a list, or evenly spaced. */
type Range = unknown[] | { from: number; to: number; count: number; unit?: string; scale?: "linear" | "log" };
/** The values of the inputs of one point, by name. */
export type Point = Record<string, unknown>;

const isObject = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === "object" && !Array.isArray(value);
const refuse = (faults: Fault[]): never => {
  throw new CalcError("invalid_inputs", { message: faults[0]!.message, errors: faults });
};

/** How many points a request asks for, before anything of it is checked; 1 for one without `over`. */
export function countPoints({ over }: Record<string, unknown>): number {
  if (!isObject(over)) return 1;
  const counts = Object.values(over).map((range) => (Array.isArray(range) ? range.length : isObject(range) ? Number(range.count) : 1));
  const points = counts.reduce((product, count) => product * count, 1);
  return Number.isInteger(points) && points >= 1 ? Math.min(points, mostPoints) : 1;
}

/** Throws 422 where `over` stands beside members that say something of a single answer. */
export function checkCompany({ over, inputs, ...request }: CalculationRequest): void {
  if (over === undefined) return;
  const others = ["solveFor", "steps", "sensitivity", "correlations"].filter(
    (name) => request[name] !== undefined && request[name] !== false,
  );
  const uncertain = isObject(inputs)
    ? Object.entries(inputs).flatMap(([name, value]) => (isObject(value) && Object.hasOwn(value, "uncertainty") ? [`inputs/${name}`] : []))
    : [];
  const faults = [...others, ...uncertain].map((name) => ({
    path: `/${name}`,
    code: "over",
    message: `${name.replace("inputs/", "The uncertainty of ")} does not go with over: ask for the table first, then for one of its points.`,
  }));
  if (faults.length > 0) refuse(faults);
}

/** Every point in order, the last input changing fastest; throws 422 with what is wrong with the request. */
export function pointsOf({ inputs, over }: CalculationRequest, calculator: Calculator): Point[] {
  const { properties = {} } = calculator.completed().inputs ?? {};
  const faults: Fault[] = [];
  const addFault = (path: string, code: string, message: string) => void faults.push({ path, code, message });
  if (!calculator.hasFormula) addFault("/over", "over", "This calculator has no formulas, so it has no table.");
  let points: Point[] = [{}];
  // the schema of the request has checked the form
  for (const [name, range] of Object.entries(over as Record<string, Range>)) {
    const path = `/over/${name}`;
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!schema)
      addFault(path, "additionalProperties", `"${name}" is not an input of this calculator.${didYouMean(name, Object.keys(properties))}`);
    else if (schema.type === "array") addFault(path, "type", `${name} is a list: over takes inputs with a single value.`);
    else if (!Array.isArray(range) && !takesNumber(schema)) addFault(path, "type", `${name} is no number: list its values.`);
    else if (isObject(inputs) && Object.hasOwn(inputs, name))
      addFault(`/inputs/${name}`, "over", `${name} stands in over: leave it out of inputs.`);
    else if (!Array.isArray(range) && range.scale === "log" && !(range.from > 0 && range.to > 0))
      addFault(path, "scale", "A range on a log scale goes from a number above 0 to a number above 0.");
    else {
      const values = Array.isArray(range) ? range : spaced(range, schema.type === "integer");
      points = points.flatMap((point) => values.map((value) => ({ ...point, [name]: value })));
    }
    if (points.length > mostPoints) {
      addFault("/over", "maxItems", `A table has at most ${mostPoints} points: ask for fewer values.`);
      break;
    }
  }
  if (faults.length > 0) refuse(faults);
  return points;
}

/** Evenly spaced values from one number to another; whole numbers, each once, for an input that takes only these. */
function spaced({ from, to, count, unit, scale }: Exclude<Range, unknown[]>, isWhole: boolean): unknown[] {
  const at = (part: number) => (scale === "log" ? from * (to / from) ** part : from + (to - from) * part);
  const exact = Array.from({ length: count }, (_, index) => (index === count - 1 ? to : Number(at(index / (count - 1)).toPrecision(12))));
  const values = isWhole && unit === undefined ? [...new Set(exact.map(Math.round))] : exact;
  return unit === undefined ? values : values.map((value) => ({ value, unit }));
}

// What a request says of uncertainty: a standard uncertainty beside the value of an input, and correlations between inputs.
import { CalcError, type CalculationRequest, type Calculator, type Call, type Fault } from "formulary";
import { convert, type Environment, unitText } from "formulary/compiler";
import { takesNumber } from "../solve/index.ts";

/** An input with its standard uncertainty: in the unit that its value was sent in, or relative to the value. */
export interface Uncertain {
  name: string;
  amount: number;
  isRelative: boolean;
}
/** Correlation coefficients by two inputs. */
export type Correlations = Record<string, Record<string, number>>;

export interface UncertainRequest {
  /** The inputs without their uncertainties. */
  inputs: Record<string, unknown>;
  uncertain: Uncertain[];
  correlations: Correlations;
}

/** What a request says of uncertainty; undefined where it says nothing. Throws 422 with every fault. */
export function readRequest(
  { inputs, correlations, ...request }: CalculationRequest,
  calculator: Calculator,
): UncertainRequest | undefined {
  if (!isObject(inputs)) return undefined;
  const names = Object.keys(inputs).filter((name) => isObject(inputs[name]) && Object.hasOwn(inputs[name], "uncertainty"));
  if (names.length === 0 && correlations === undefined) return undefined;
  const faults: Fault[] = [];
  const refuse = (path: string, message: string) => void faults.push({ path, code: "uncertainty", message });
  if (request.solveFor !== undefined)
    refuse("/solveFor", "Uncertainties do not go with solveFor: solve first, then send what was found with its uncertainty.");
  const plain: Record<string, unknown> = { ...inputs };
  const uncertain: Uncertain[] = [];
  for (const name of names) {
    const { uncertainty, ...quantity } = inputs[name] as Record<string, unknown>;
    plain[name] = Object.hasOwn(quantity, "unit") ? quantity : quantity.value;
    const read = amountOf(uncertainty);
    const schema = calculator.completed().inputs?.properties[name];
    const path = `/inputs/${name}/uncertainty`;
    if (!read) refuse(path, 'An uncertainty is a number from 0 in the unit of the value, or a share of the value such as "2 %".');
    else if (schema && !(takesNumber(schema) && schema.type === "number"))
      refuse(path, `${name} has no uncertainty: only single numbers have one, and whole numbers have none.`);
    else if (read.amount > 0) uncertain.push({ name, ...read });
  }
  const given = (correlations ?? {}) as Correlations;
  for (const [name, others] of Object.entries(given))
    for (const [other, coefficient] of Object.entries(others)) {
      const path = `/correlations/${name}/${other}`;
      for (const each of [name, other])
        if (!names.includes(each)) refuse(path, `"${each}" has no uncertainty in this request, so it has no correlation.`);
      if (name === other && coefficient !== 1) refuse(path, "An input has a correlation of 1 with itself.");
      const back = Object.hasOwn(given, other) ? given[other]?.[name] : undefined;
      if (back !== undefined && back !== coefficient && name < other)
        refuse(path, `The correlation of ${name} and ${other} is given twice, and differs.`);
    }
  if (faults.length > 0) throw new CalcError("invalid_inputs", { message: faults[0]!.message, errors: faults.slice(0, 20) });
  return { inputs: plain, uncertain, correlations: given };
}

const isObject = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === "object" && !Array.isArray(value);

function amountOf(value: unknown): Pick<Uncertain, "amount" | "isRelative"> | undefined {
  const [, percent] = /^\s*(\d+(?:\.\d+)?)\s*%\s*$/.exec(typeof value === "string" ? value : "") ?? [];
  if (percent !== undefined) return { amount: Number(percent) / 100, isRelative: true };
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? { amount: value, isRelative: false } : undefined;
}

/** The standard uncertainty of an input in the unit that the calculator declares. */
export function inDeclaredUnit({ name, amount, isRelative }: Uncertain, call: Call, environment: Environment): number {
  const { values, sent, calculator } = call;
  const quantity = sent[`/inputs/${name}`];
  const x = quantity?.value ?? (values[name] as number);
  const u = isRelative ? amount * Math.abs(x) : amount;
  if (!quantity) return u;
  const { unit, substance = "" } = calculator.completed().inputs!.properties[name]!;
  const to = environment.units.parse(unitText(unit, values));
  const from = environment.units.parse(quantity.unit, to);
  const h = Math.max(u, Math.abs(x)) * 1e-3;
  const converted = (each: number) => convert(each, from, to, environment.substances[substance]);
  return Math.abs((converted(x + h) - converted(x - h)) / (2 * h)) * u;
}

// Plans: how much an account may do. Two tables come with the program as YAML; an operator may write another one.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { CalcError } from "formulary";
import { readDocument } from "formulary/compiler";

export interface Plan {
  /** The name that people see, and that accounts are stored with. */
  name: string;
  /** Calculations per UTC day; Infinity for a plan without a limit. */
  calculations: number;
  /** Maximum number of API keys at a time. */
  keys: number;
}
/** Plans by name; new accounts get the first one. */
export type Plans = Map<string, Plan>;

const builtIn = ["standard", "lite"];
const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 1e12;

/** Reads `standard`, `lite` or the file at a path; throws a `configuration` error that names the place. */
export function readPlans(name: string): Plans {
  const path = builtIn.includes(name) ? fileURLToPath(new URL(`plans/${name}.yaml`, import.meta.url)) : name;
  const refuse = (message: string): never => {
    throw new CalcError("configuration", { message: `PLANS=${name} is not valid: ${message}` });
  };
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    return refuse(`it must be ${builtIn.join(", ")} or a file that can be read (${(error as Error).message}).`);
  }
  const { document, finding } = readDocument(path, text);
  if (!document) return refuse(`${finding!.file}:${finding!.line}:${finding!.column} ${finding!.message}`);
  const place = (member: string[]) => {
    const { line, column } = document.locate(member);
    return `${path}:${line}:${column}`;
  };
  const { data } = document;
  if (data === null || typeof data !== "object" || Array.isArray(data) || Object.keys(data).length === 0)
    return refuse(`${place([])} write one plan per line: "Hobby: { calculations: 100, keys: 1 }".`);
  const plans: Plans = new Map();
  for (const [name, value] of Object.entries(data as Record<string, unknown>)) {
    const fault = faultOf(name, value);
    if (fault) refuse(`${place([name])} ${fault}`);
    // as: `faultOf` has checked both numbers
    const { calculations, keys } = value as { calculations: number | "unlimited"; keys: number };
    plans.set(name, { name, calculations: calculations === "unlimited" ? Number.POSITIVE_INFINITY : calculations, keys });
  }
  return plans;
}

/** The plan of a name. Where the table has no such plan any more, it is the first one. */
export const planOf = (plans: Plans, name: string): Plan => plans.get(name) ?? plans.values().next().value!;

/** What is wrong with an entry of the table. */
function faultOf(name: string, value: unknown): string | undefined {
  const { calculations, keys, ...rest } = (value ?? {}) as Record<string, unknown>;
  const [unknown] = Object.keys(rest);
  if (!/^[A-Za-z][\w -]{0,39}$/.test(name))
    return "a plan's name must start with a letter and have at most 40 letters, digits, spaces, _ or -.";
  if (calculations !== "unlimited" && !isCount(calculations)) return `"${name}" needs calculations: a whole number per day, or unlimited.`;
  if (!isCount(keys) || keys < 1 || keys > 500) return `"${name}" needs keys: a whole number from 1 to 500.`;
  return unknown === undefined ? undefined : `"${name}" has an unknown field "${unknown}".`;
}

// Plans: how much an account may do. Two tables ship as YAML; a deployment may bring its own.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { CalcError } from "formulary";
import { readDocument } from "formulary/compiler";

export interface Plan {
  /** Shown name, and the name that an account holds. */
  name: string;
  /** Calculations per UTC day; Infinity for a plan without end. */
  calculations: number;
  /** API keys at a time. */
  keys: number;
}
/** Plans by name, the first one for new accounts. */
export type Plans = Map<string, Plan>;

const shipped = ["standard", "lite"];
const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 1e12;

/** Reads `standard`, `lite` or the file at a path; throws a `configuration` error that names the place. */
export function readPlans(name: string): Plans {
  const path = shipped.includes(name) ? fileURLToPath(new URL(`plans/${name}.yaml`, import.meta.url)) : name;
  const refuse = (message: string): never => {
    throw new CalcError("configuration", { message: `PLANS=${name} is not valid: ${message}` });
  };
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    return refuse(`it must be ${shipped.join(", ")} or a file that can be read (${(error as Error).message}).`);
  }
  const { document, finding } = readDocument(path, text);
  if (!document) return refuse(`${finding!.file}:${finding!.line}:${finding!.column} ${finding!.message}`);
  const at = (path_: string[]) => {
    const { line, column } = document.locate(path_);
    return `${path}:${line}:${column}`;
  };
  const { data } = document;
  if (data === null || typeof data !== "object" || Array.isArray(data) || Object.keys(data).length === 0)
    return refuse(`${at([])} write one plan a line: "Hobby: { calculations: 100, keys: 1 }".`);
  const plans: Plans = new Map();
  for (const [plan, value] of Object.entries(data as Record<string, Record<string, unknown>>)) {
    const { calculations, keys, ...rest } = value ?? {};
    if (!/^[A-Za-z][\w -]{0,39}$/.test(plan)) refuse(`${at([plan])} a plan's name is a word of at most 40 letters.`);
    if (calculations !== "unlimited" && !isCount(calculations))
      refuse(`${at([plan])} "${plan}" needs calculations: a whole number a day, or unlimited.`);
    if (!isCount(keys) || keys < 1 || keys > 500) refuse(`${at([plan])} "${plan}" needs keys: a whole number from 1 to 500.`);
    if (Object.keys(rest).length > 0) refuse(`${at([plan])} "${plan}" has an unknown part "${Object.keys(rest)[0]}".`);
    const allowance = calculations === "unlimited" ? Number.POSITIVE_INFINITY : (calculations as number);
    plans.set(plan, { name: plan, calculations: allowance, keys: keys as number });
  }
  return plans;
}

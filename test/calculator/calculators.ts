import { readFileSync } from "node:fs";
import { CalcError, type Calculator, type Definition, type Outcome, type ValidInputs } from "formulary";
import { compileDefinition, createEnvironment, type Environment, readDocument } from "formulary/compiler";
import { createCalculator } from "../../src/calculator/lazy.ts";
import { functions, language } from "../language/evaluate.ts";

function read(name: string) {
  const path = `catalog/${name}.yaml`;
  const found = readDocument(path, readFileSync(path, "utf8"), { bytes: 1 << 20 });
  if (!found.document) throw new Error(found.finding?.message);
  return {
    path,
    displayPath: path,
    fingerprint: "",
    kind: "shared" as const,
    root: 0,
    document: found.document,
    data: found.document.data,
  };
}

/** What the catalogue's shared files offer, with every built-in function. */
export const environment: Environment = createEnvironment(["_units", "_constants", "_tables", "_substances"].map(read), {
  functions,
  kinds: language.kinds,
  define: language.define,
  currency: "$",
}).environment;

/** A definition from the text of a file, with what every file needs filled in. */
export function definitionOf(text: string): Definition {
  const found = readDocument("test.yaml", text);
  if (!found.document) throw new Error(`${found.finding?.line}: ${found.finding?.message}`);
  const data = found.document.data as Partial<Definition>;
  return { title: "Test", description: "A test.", subcategory: "test", ...(data.formulas && { explanation: "-" }), ...data };
}

/** Everything that is wrong with a definition, as "path message". */
export function faultsOf(text: string): string[] {
  return compileDefinition(definitionOf(text), environment).findings.map(({ path, message }) => `${path.join(".")}: ${message}`);
}

/** A calculator from the text of a file; throws when it has faults. */
export function calculatorOf(text: string): Calculator {
  const faults = faultsOf(text);
  if (faults.length > 0) throw new Error(faults.join("\n"));
  return createCalculator(
    { path: "test.yaml", slug: "test", category: "test", definition: () => definitionOf(text) },
    { environment, revision: "test", urlOf: (slug) => `http://localhost/calculators/${slug}` },
  );
}

/** One calculation, as POST /calculate does it. */
export function calculate(calculator: Calculator, inputs: unknown, today = "2026-11-21"): Outcome & { accepted: ValidInputs } {
  const accepted = calculator.validate(inputs, today);
  return { ...calculator.run(accepted), accepted };
}

/** The values of a calculation's results. */
export function valuesOf(calculator: Calculator, inputs: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(calculate(calculator, inputs).results).map(([name, { value }]) => [name, value]));
}

/** The refusal that some work ends with; anything else is thrown on. */
export function refusal(work: () => unknown): CalcError {
  try {
    work();
  } catch (error) {
    if (error instanceof CalcError) return error;
    throw error;
  }
  throw new Error("was not refused");
}

/** The faults that some work is refused for, as "path code". */
export const faultsAt = (work: () => unknown): string[] => refusal(work).errors.map(({ path, code }) => `${path} ${code}`);

/** A number input, as a file writes it. */
export const number = (more = ""): string => `{ type: number, title: X, minimum: -1000, maximum: 1000${more} }`;

/** A file of inputs and the rest; those without a default, a condition or "optional" are required. */
export function file(inputs: Record<string, string>, rest: string): string {
  const entries = Object.entries(inputs);
  const required = entries.filter(([, schema]) => !/default|when|optional/.test(schema)).map(([name]) => name);
  const lines = entries.map(([name, schema]) => `    ${name}: ${schema.replace(", optional: true", "")}\n`);
  return `inputs:\n  type: object\n  required: [${required.join(", ")}]\n  properties:\n${lines.join("")}${rest}`;
}

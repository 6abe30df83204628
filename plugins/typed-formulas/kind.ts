// Formulas that a client types, as functions of their variables: "x^2 + 1".
import { compile } from "formulary/compiler";
import { CalcError, type Environment, type Formula, type InputSchema, type Kind, type State, textKind } from "formulary/functions";
import { parseTyped } from "./parse.ts";

// an output is a value, never a formula
const { result: _, ...text } = textKind;

/** Typed formulas as a kind of value: `format: expression` of an input. */
export const expressionKind: Kind = {
  ...text,
  finalCheck: (schema, environment) => (value) => {
    try {
      compileTyped(String(value), schema, environment);
      return undefined;
    } catch (error) {
      if (!(error instanceof CalcError)) throw error;
      const { variables = [] } = schema;
      const hint = `Write a formula of ${variables.join(", ")}, for example ${variables[0]}^2 + 1.`;
      return { code: "expression", message: error.message, hint };
    }
  },
  toFormula: (schema, environment) => (value, _, state) => compileTyped(String(value), schema, environment)(state),
  describe: ({ variables }) => `a formula of ${variables?.join(", ")}`,
  examine: (schema, path, findings) => {
    textKind.examine(schema, path, findings);
    if (!schema.variables) findings.add("bounds", path, "An expression needs its variables: [x].");
  },
};
/** A typed formula can use only functions of the language; its steps count for the calculation. */
function compileTyped(source: string, { variables = [] }: InputSchema, environment: Environment): (state: State) => Formula {
  const run = compile(parseTyped(source, variables), {
    functions: environment.functions,
    names: () => variables,
    meaning: (name) => {
      const index = variables.indexOf(name);
      return index >= 0 ? { is: "parameter", index } : undefined;
    },
  });
  return (state) =>
    (...values) =>
      run(state, values);
}

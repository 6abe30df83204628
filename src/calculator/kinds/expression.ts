// Formulas that a client types, as functions of their variables: "x^2 + 1".
import { CalcError } from "../../errors.ts";
import { compile } from "../../language/compile.ts";
import { parseTyped } from "../../language/typed.ts";
import type { Formula, InputSchema, State } from "../../types.ts";
import type { Environment, Kind } from "./kind.ts";
import { textKind } from "./text.ts";

// an output is a value, never a formula
const { result: _, ...text } = textKind;

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

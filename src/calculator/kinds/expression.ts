// Formulas that a client types, as functions of their variables: "x^2 + 1".
import { CalcError } from "../../errors.ts";
import { compile } from "../../language/compile.ts";
import { parseTyped } from "../../language/typed.ts";
import type { Formula, InputSchema, State } from "../../types.ts";
import type { Kind, Shared } from "./kind.ts";
import { textKind } from "./text.ts";

// an output is a value, never a formula
const { result: _, ...text } = textKind;

export const expressionKind: Kind = {
  ...text,
  finalCheck: (schema, shared) => (value) => {
    try {
      compileTyped(String(value), schema, shared);
      return undefined;
    } catch (error) {
      if (!(error instanceof CalcError)) throw error;
      const { variables = [] } = schema;
      const hint = `Write a formula of ${variables.join(", ")}, for example ${variables[0]}^2 + 1.`;
      return { code: "expression", message: error.message, hint };
    }
  },
  toFormula: (schema, shared) => (value, _, state) => compileTyped(String(value), schema, shared)(state),
  describe: ({ variables }) => `a formula of ${variables?.join(", ")}`,
  examine: (schema, path, findings) => {
    textKind.examine(schema, path, findings);
    if (!schema.variables) findings.add("bounds", path, "An expression needs its variables: [x].");
  },
};
/** Only functions of the language are in reach of a typed formula, and its steps are the calculation's. */
function compileTyped(source: string, { variables = [] }: InputSchema, shared: Shared): (state: State) => Formula {
  const run = compile(parseTyped(source, variables), {
    functions: shared.functions,
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

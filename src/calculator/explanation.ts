// The explanation: what a result means, in a person's words with the numbers in it.
import { CalcError } from "../errors.ts";
import { significant } from "../language/numerals.ts";
import { splitTemplate } from "../language/template.ts";
import { plainText } from "../language/values.ts";
import type { Path, State, Value } from "../types.ts";
import type { Compiler } from "./formulas.ts";
import type { Writer } from "./kinds/kind.ts";
import { numberKind } from "./kinds/number.ts";
import { scopeOf } from "./names.ts";
import type { Output } from "./outputs.ts";
import { compileWhen, outwardOf } from "./results.ts";

export type Show = (name: string) => ((state: State, value?: Value) => string) | undefined;

/** How `{{ name }}` and show(name) write each input and output. */
export function createShow(outputs: Output[], compiler: Compiler): Show {
  const writers = new Map<string, (state: State, value?: Value) => string>();
  // a table or a comparison cannot stand in a sentence
  for (const output of outputs.filter(({ definition: { type } }) => type !== "table" && type !== "comparison"))
    writers.set(output.name, (state, value) => {
      if (value !== undefined) return output.write(value, state);
      const written = state.results?.[output.name];
      if (written) return written.formatted;
      if (!output.applies(state)) throw absent(output.name);
      return output.result(state).formatted;
    });
  for (const [name, { schema, slot }] of compiler.names.inputs) {
    const write = compiler.findings.attempt(
      ["inputs", "properties", name],
      () => compiler.shared.kinds.of(schema).write(schema, compiler.shared, 15),
      undefined as unknown as Writer,
    );
    const convert = outwardOf(schema, compiler);
    const pointer = `/inputs/${name}`;
    writers.set(name, (state, value) => {
      const own = state.values[name];
      if (value !== undefined) return write(convert(value, state), state.values);
      if (own === undefined || state.slots[slot] === undefined) throw absent(name);
      return sentText(pointer, state, compiler) ?? write(own, state.values);
    });
  }
  return (name) => writers.get(name);
}

function sentText(path: string, { sent }: State, { shared }: Compiler): string | undefined {
  const quantity = sent[path];
  return quantity && numberKind.write({ unit: quantity.unit }, shared, 15)(quantity.value, {});
}

/** Compiles a template to a function of the state. */
export function compileTemplate(template: string, path: Path, { show, ...compiler }: Compiler & { show: Show }): (state: State) => string {
  const split = compiler.findings.attempt(path, () => splitTemplate(template), { texts: [""], expressions: [] as string[] });
  const pieces = split.expressions.map((expression) => {
    const whole = show(expression);
    if (whole) {
      compiler.used.add(expression);
      return (state: State) => whole(state);
    }
    const run = compiler.expression(expression, path, { ...scopeOf(compiler.names, compiler.shared), show });
    return (state: State) => (run ? textOf(run(state, [])) : "");
  });
  return (state) => split.texts.map((text, at) => (at === 0 ? text : pieces[at - 1]!(state) + text)).join("");
}

const textOf = (value: Value): string => (typeof value === "number" ? significant(value, 6) : plainText(value));

/** The explanation for a state: parts whose condition holds and whose values are there, joined by spaces. */
export function compileExplanation(compiler: Compiler, show: Show): (state: State) => string {
  const written = compiler.definition.explanation;
  if (written === undefined) return () => "";
  const parts = (Array.isArray(written) ? written : [written]).map((part, at) => {
    const path: Path = Array.isArray(written) ? ["explanation", at] : ["explanation"];
    const { text, when } = typeof part === "string" ? { text: part, when: undefined } : part;
    return { applies: compileWhen(when, [...path, "when"], compiler), write: compileTemplate(text, path, { ...compiler, show }) };
  });
  return (state) =>
    parts
      .map(({ applies, write }) => partText(state, applies, write))
      .filter(Boolean)
      .join(" ");
}

const untidy = /\s\s|^\s|\s$|[^\S ]/;
// The results stand without their explanation: a part that cannot be said for these inputs is left out.
function partText(state: State, applies: (state: State) => boolean, write: (state: State) => string): string {
  try {
    if (!applies(state)) return "";
    const text = write(state);
    return untidy.test(text) ? text.trim().replace(/\s+/g, " ") : text;
  } catch (error) {
    if (error instanceof CalcError && error.code !== "too_much_work") return "";
    throw error;
  }
}

/** The error that a value is not there: an output whose `when` is false, an input that was not sent. */
const absent = (name: string): CalcError => new CalcError("absent", { message: `"${name}" does not apply here.` });

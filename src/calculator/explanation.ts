// The explanation: sentences that say what a result means, with its numbers.
import { CalcError } from "../errors.ts";
import { significant } from "../language/numbers.ts";
import type { Shown } from "../language/scope.ts";
import { splitTemplate } from "../language/template.ts";
import { plainText } from "../language/values.ts";
import type { InputSchema, Path, State, Value } from "../types.ts";
import type { Compilation } from "./formulas.ts";
import type { Writer } from "./kinds/kind.ts";
import { numberKind } from "./kinds/number.ts";
import { scopeOf } from "./names.ts";
import type { Output } from "./outputs.ts";
import { compileWhen, outwardOf } from "./results.ts";

export type Show = (name: string) => Shown | undefined;

/** How `{{ name }}` and show(name) write each input and output. */
export function createShow(outputs: Output[], compilation: Compilation): Show {
  const writers = new Map<string, Shown>();
  // a table or a comparison cannot be part of a sentence
  for (const output of outputs.filter(({ definition: { type } }) => type !== "table" && type !== "comparison"))
    writers.set(
      output.name,
      Object.assign(
        (state: State, value?: Value): string => {
          if (value !== undefined) return output.write(value, state);
          const written = state.results?.[output.name];
          if (written) return written.formatted;
          if (!output.applies(state)) throw absent(output.name);
          return output.result(state).formatted;
        },
        { source: output.definition.of },
      ),
    );
  for (const [name, { schema, slot }] of compilation.names.inputs) {
    const write = compilation.findings.attempt(
      ["inputs", "properties", name],
      () => inputWriter(schema, compilation),
      undefined as unknown as Writer,
    );
    const convert = outwardOf(schema, compilation);
    const pointer = `/inputs/${name}`;
    writers.set(name, (state, value) => {
      const own = state.values[name];
      if (value !== undefined) return write(convert(value, state), state.values);
      if (own === undefined || state.slots[slot] === undefined) throw absent(name);
      return sentText(pointer, state, compilation) ?? write(own, state.values);
    });
  }
  return (name) => writers.get(name);
}

/** Writes the digits that were typed; where there are more than ten, as of a computed number, six of them. */
function inputWriter(schema: InputSchema, { environment }: Compilation): Writer {
  const kind = environment.kinds.of(schema);
  const [exact, rounded] = [15, 6].map((digits) => kind.write(schema, environment, digits)) as [Writer, Writer];
  return (value, values) => (typeof value === "number" && hasManyDigits(value) ? rounded : exact)(value, values);
}
const hasManyDigits = (x: number) =>
  String(x)
    .replace(/e.*|\D/g, "")
    .replace(/^0+/, "").length > 10 && !Number.isInteger(x);

function sentText(path: string, { sent }: State, { environment }: Compilation): string | undefined {
  const quantity = sent[path];
  return quantity && numberKind.write({ unit: quantity.unit }, environment, hasManyDigits(quantity.value) ? 6 : 15)(quantity.value, {});
}

/** Compiles a template to a function of the state. */
export function compileTemplate(
  template: string,
  path: Path,
  { show, ...compilation }: Compilation & { show: Show },
): (state: State) => string {
  const split = compilation.findings.attempt(path, () => splitTemplate(template), { texts: [""], expressions: [] as string[] });
  const pieces = split.expressions.map((expression) => {
    const whole = show(expression);
    if (whole) {
      compilation.used.add(expression);
      return (state: State) => whole(state);
    }
    const run = compilation.expression(expression, path, { ...scopeOf(compilation.names, compilation.environment), show });
    return (state: State) => (run ? textOf(run(state, [])) : "");
  });
  return (state) => split.texts.map((text, at) => (at === 0 ? text : pieces[at - 1]!(state) + text)).join("");
}

const textOf = (value: Value): string => (typeof value === "number" ? significant(value, 6) : plainText(value));

/** The explanation for a state: the parts whose condition is true and whose values exist, joined by spaces. */
export function compileExplanation(compilation: Compilation, show: Show): (state: State) => string {
  const written = compilation.definition.explanation;
  if (written === undefined) return () => "";
  const all = Array.isArray(written) ? written : [written];
  const parts = all.map((part, at) => {
    const path: Path = Array.isArray(written) ? ["explanation", at] : ["explanation"];
    const text = typeof part === "string" ? part : part.text;
    return { applies: compileCondition(all, at, compilation), write: compileTemplate(text, path, { ...compilation, show }) };
  });
  return (state) =>
    parts
      .map(({ applies, write }) => partText(state, applies, write))
      .filter(Boolean)
      .join(" ");
}

type Part = string | { when?: string; otherwise?: true; text: string };

/** When a part is said: always, where its condition is true, or where that of the part before is false. */
function compileCondition(parts: Part[], at: number, compilation: Compilation): (state: State) => boolean {
  const part = parts[at]!;
  if (typeof part === "string") return () => true;
  const path: Path = ["explanation", at];
  if (!part.otherwise) return compileWhen(part.when, [...path, "when"], compilation);
  const before = parts[at - 1];
  const when = typeof before === "object" ? before.when : undefined;
  if (when === undefined || part.when !== undefined)
    compilation.findings.add("compile", path, '"otherwise" stands for "when", after a part that has a "when".');
  const holds = compileWhen(when, path, compilation);
  return (state) => !holds(state);
}

const untidy = /\s\s|^\s|\s$|[^\S ]/;
// An explanation must not make a calculation fail: a part that cannot be computed for these inputs is left out.
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

/** The error of a value that does not exist: an output whose `when` is false, or an input that was not sent. */
const absent = (name: string): CalcError => new CalcError("absent", { message: `"${name}" does not apply here.` });

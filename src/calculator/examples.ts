// Examples as tests and as what clients see: a series (`each`) is one example for each of its elements.
import type { Definition, Example, Path } from "../types.ts";

/** One calculation of an example. */
export interface ExampleCase {
  /** Without `each`: its values stand among the inputs, outputs and `says`. */
  example: Omit<Example, "each">;
  /** Where the example stands in the file. */
  path: Path;
  /** It is one of a series whose sentences are the same for all. */
  inSeries?: boolean;
  /** Where the expected value of an output stands, or "says". */
  pathOf: (name: string) => Path;
}

/** Every calculation that the examples of a definition describe, in order; a series is as long as its shortest list. */
export function exampleCases({ examples = [], inputs }: Pick<Definition, "examples" | "inputs">): ExampleCase[] {
  const isInput = (name: string) => Object.hasOwn(inputs?.properties ?? {}, name);
  return examples.flatMap(({ each, ...example }, index): ExampleCase[] => {
    const path = ["examples", index];
    const inExample = (name: string): Path => (name === "says" ? [...path, name] : [...path, "outputs", name]);
    if (!each) return [{ example, path, pathOf: inExample }];
    const names = Object.keys(each);
    const length = Math.min(...names.map((name) => each[name]!.length));
    return Array.from({ length }, (_, at) => {
      const pick = (wanted: (name: string) => boolean) => Object.fromEntries(names.filter(wanted).map((name) => [name, each[name]![at]]));
      const sent = pick(isInput);
      return {
        example: {
          ...example,
          title: `${example.title}: ${Object.values(sent).map(textOf).join(", ")}`,
          inputs: { ...example.inputs, ...sent },
          ...(example.refused === undefined && {
            outputs: { ...example.outputs, ...pick((name) => !isInput(name) && name !== "says") },
          }),
          // as: checked by the rule about examples
          ...(names.includes("says") && { says: each.says![at] as string }),
        },
        path,
        inSeries: !names.includes("says"),
        pathOf: (name) => (names.includes(name) ? [...path, "each", name, at] : inExample(name)),
      };
    });
  });
}

/** The examples for people and clients to try: those that are answered, and of a series the first. */
export const examplesToTry = (definition: Pick<Definition, "examples" | "inputs">): ExampleCase["example"][] =>
  exampleCases(definition)
    .filter(({ example, path }, at, all) => example.refused === undefined && path[1] !== all[at - 1]?.path[1])
    .map(({ example }) => example);

/** A value in the title of a case: "5 kg", "62, 58, 40", and of rows "steel 3; brass 1". */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(value.some((item) => typeof item === "object") ? "; " : ", ");
  return value !== null && typeof value === "object" ? Object.values(value).map(textOf).join(" ") : String(value);
}

// Mistakes in formulas: another operator, factor, exponent or input.
import type { Definition } from "formulary";
import { type Change, changeTo, expressionsIn } from "./change.ts";

/** The changed texts of a formula, by the kind of change. */
const changes: Record<string, (formula: string, names: string[]) => string[]> = {
  "another operator": (formula) =>
    swaps(formula, [
      [" * ", " / "],
      [" / ", " * "],
      [" + ", " - "],
      [" - ", " + "],
    ]),
  "another factor": (formula) => swaps(formula, [[/(?<![\w.])(\d+(?:\.\d+)?)(?![\w.])/g, (digits) => String(Number(digits) * 2 + 1)]]),
  "another exponent": (formula) =>
    swaps(formula, [
      [/\^ (\d+)/g, (text) => `^ ${Number(text.slice(2)) + 1}`],
      [/\bsqrt\(/g, () => "abs("],
    ]),
  "another input": (formula, names) =>
    names.flatMap((name, at) => swaps(formula, [[new RegExp(`\\b${name}\\b(?!["(])`, "g"), () => names[(at + 1) % names.length]!]])),
};

type Swap = [string | RegExp, string | ((text: string) => string)];
/** The texts that one of the swaps at one place makes. */
export function swaps(formula: string, pairs: Swap[]): string[] {
  return pairs.flatMap(([from, to]) => {
    const pattern = typeof from === "string" ? new RegExp(from.replace(/[*+]/g, "\\$&"), "g") : from;
    return [...formula.matchAll(pattern)].map(
      ({ index, 0: text }) => formula.slice(0, index) + (typeof to === "string" ? to : to(text)) + formula.slice(index + text.length),
    );
  });
}

/** Every change of an operator, factor, exponent or input in the formulas of a definition. */
export function formulaChanges(definition: Definition): Change[] {
  const numbers = Object.entries(definition.inputs?.properties ?? {})
    .filter(([, { type }]) => type === "number" || type === "integer")
    .map(([name]) => name);
  return expressionsIn(definition).flatMap(({ path, text }) =>
    Object.entries(changes).flatMap(([kind, change]) =>
      change(text, numbers.length > 1 ? numbers : [])
        .filter((changed) => changed !== text)
        .map((changed) => changeTo(kind, path, changed)),
    ),
  );
}

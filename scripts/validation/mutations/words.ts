// Mistakes in conditions, sentences and checks: a condition reversed or shifted, another name in a sentence, a part or a
// check left out.
import type { Definition, Path } from "formulary";
import { type Change, changeTo, expressionsIn } from "./change.ts";
import { swaps } from "./formulas.ts";

/** Every change of a condition, a sentence or a check. */
export const wordChanges = (definition: Definition): Change[] => [
  ...conditionsIn(definition).flatMap(({ path, text, kind }) => [changeTo(kind, path, `not (${text})`), ...limitChanges(path, text)]),
  ...expressionsIn(definition).flatMap(({ path, text }) => [
    ...reversedConditions(text).map((changed) => changeTo("condition of a formula", path, changed)),
    ...limitChanges(path, text),
  ]),
  ...sentenceChanges(definition),
  ...(definition.checks ?? []).flatMap(({ require }, at) => [
    {
      ...changeTo("check deleted", definition.checks!.length > 1 ? ["checks", at] : ["checks"], undefined),
      now: `without the check ${require}`,
    },
    ...limitChanges(["checks", at, "require"], String(require), "limit of a check"),
  ]),
];

interface Condition {
  path: Path;
  text: string;
  kind: string;
}
/** Every `when` of a definition. */
function conditionsIn({ inputs, checks = [], outputs = {}, explanation }: Definition): Condition[] {
  const found: Condition[] = [];
  const add = (path: Path, when: unknown, kind: string) => {
    if (typeof when === "string") found.push({ path: [...path, "when"], text: when, kind });
  };
  for (const [name, { when }] of Object.entries(inputs?.properties ?? {}))
    add(["inputs", "properties", name], when, "condition of an input");
  for (const [name, { when, columns = {} }] of Object.entries(outputs)) {
    add(["outputs", name], when, "condition of an output");
    for (const [key, column] of Object.entries(columns)) add(["outputs", name, "columns", key], column.when, "condition of an output");
  }
  for (const [at, { when }] of checks.entries()) add(["checks", at], when, "condition of a check");
  if (Array.isArray(explanation))
    for (const [at, part] of explanation.entries())
      if (typeof part === "object") add(["explanation", at], part.when, "condition of a part");
  return found;
}

/** A number beside < or > shifted by 2 %, so that an example on the edge notices; and < for <= and the other way round. */
function limitChanges(path: Path, text: string, kind = "limit of a condition"): Change[] {
  const shifted = swaps(text, [
    [/[<>]=? (?:quantity\()?-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi, (match) => shiftedLimit(match, /^(<|>=)(?!=)/.test(match))],
    [/(?<![\w.])\d+(?:\.\d+)?(?:e[+-]?\d+)? [<>]=?(?= )/gi, (match) => shiftedLimit(match, /(<=|>)$/.test(match))],
  ]);
  const edges = swaps(text, [[/ [<>]=? /g, (sign) => (sign.includes("=") ? sign.replace("=", "") : sign.replace(/[<>]/, "$&="))]]);
  return [
    ...shifted.filter((changed) => changed !== text).map((changed) => changeTo(kind, path, changed)),
    ...edges.map((changed) => changeTo("< for <=", path, changed)),
  ];
}

const shiftedLimit = (match: string, up: boolean): string =>
  match.replace(/-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/i, (digits) => {
    const step = 0.02 * (Math.abs(Number(digits)) || 1);
    return String(Number(digits) + (up ? step : -step));
  });

/** The texts of a formula with one condition of an `if` reversed. */
function reversedConditions(text: string): string[] {
  return [...text.matchAll(/\bif\(/g)].flatMap(({ index, 0: head }) => {
    const parts = argumentsAt(text, index + head.length);
    return parts
      .filter((_, at) => at % 2 === 0 && at < parts.length - 1)
      .map(({ from, to }) => `${text.slice(0, from)}not (${text.slice(from, to).trim()})${text.slice(to)}`);
  });
}

/** Where the arguments of a call stand whose parenthesis opens before a position. */
function argumentsAt(text: string, start: number): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  let [from, depth, quote] = [start, 0, ""];
  for (let at = start; at < text.length; at++) {
    const sign = text[at]!;
    if (quote !== "") quote = sign === quote ? "" : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if ("([{".includes(sign)) depth++;
    else if (depth > 0) depth -= ")]}".includes(sign) ? 1 : 0;
    else if (sign === "," || sign === ")") {
      found.push({ from, to: at });
      from = at + 1;
      if (sign === ")") break;
    }
  }
  return found;
}

/** Explanations without one part, and with the name of another output in place of one. */
function sentenceChanges({ explanation, outputs = {} }: Definition): Change[] {
  const parts = Array.isArray(explanation) ? explanation : explanation === undefined ? [] : [explanation];
  return parts.flatMap((part, at) => {
    const path: Path = Array.isArray(explanation) ? ["explanation", at] : ["explanation"];
    const [text, textPath] = typeof part === "string" ? [part, path] : [part.text, [...path, "text"]];
    const deleted =
      parts.length > 1 ? [{ ...changeTo("part deleted", path, undefined), now: `without the part: ${text.slice(0, 60)}` }] : [];
    const renamed = Object.keys(outputs).flatMap((name) => {
      const other = otherOutput(name, outputs);
      if (other === undefined) return [];
      return swaps(text, [[new RegExp(`(?<=\\{\\{ *)${name}(?= *\\}\\})`, "g"), () => other]]);
    });
    return [...deleted, ...renamed.map((changed) => changeTo("name in a sentence", textPath, changed))];
  });
}

/** The next output of the same type. */
function otherOutput(name: string, outputs: NonNullable<Definition["outputs"]>): string | undefined {
  const { type = "number" } = outputs[name]!;
  if (type === "table" || type === "comparison") return undefined;
  const same = Object.keys(outputs).filter((other) => (outputs[other]!.type ?? "number") === type);
  return same.length > 1 ? same[(same.indexOf(name) + 1) % same.length] : undefined;
}

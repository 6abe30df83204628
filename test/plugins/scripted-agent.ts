// An agent without a model: it uses nothing but the three tools, takes the first three hits of a problem's own words, and
// matches what is known with the inputs of a calculator by the words of their titles.
import type { Client } from "@modelcontextprotocol/client";
import { call } from "./agent.ts";

export interface Problem {
  problem: string;
  /** What is known, in the words of the problem: numbers, quantities ("5 ft"), lists, texts. */
  known: Record<string, unknown>;
  wanted: { result: string; unit?: string; is: number };
}
interface Field {
  title?: string;
  label?: string;
  description?: string;
  type?: string;
  enum?: unknown[];
  oneOf?: { const: unknown; title?: string }[];
}
type Fields = Record<string, Field>;

const stem = (word: string) => word.replace(/(ies|es|s)$/, "").replace(/(ing|ed)$/, "");
const wordsOf = (text: string): string[] =>
  text
    .replace(/([a-z])([A-Z0-9])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map(stem);

/** How well words of the problem fit a field: a word of its title or name counts most. */
function fitOf(words: string, name: string, field: Field): number {
  const title = wordsOf(`${field.title ?? field.label ?? ""}`);
  const own = wordsOf(name);
  const further = wordsOf(field.description ?? "");
  const wanted = wordsOf(words);
  const found = wanted.map((word) => (title.includes(word) || own.includes(word) ? 1 : further.includes(word) ? 0.3 : 0) as number);
  const sum = found.reduce((total, each) => total + each, 0);
  // of two fields with the same words the shorter name fits better
  return sum === 0 ? 0 : sum - 0.01 * Math.max(title.length, own.length);
}

/** Each thing that is known at its field, the best fit first; undefined where something fits nowhere. */
function assign(known: Problem["known"], fields: Fields): Map<string, string> | undefined {
  const pairs = Object.keys(known).flatMap((words) =>
    Object.entries(fields).map(([name, field]) => ({ words, name, fit: fitOf(words, name, field) })),
  );
  pairs.sort((a, b) => b.fit - a.fit);
  const places = new Map<string, string>();
  for (const { words, name, fit: value } of pairs)
    if (value > 0 && !places.has(words) && ![...places.values()].includes(name)) places.set(words, name);
  return places.size === Object.keys(known).length ? places : undefined;
}

/** A value as the tools take it: "5 ft" as a quantity, a choice by its title. */
function toInput(value: unknown, { oneOf = [] }: Field): unknown {
  if (typeof value !== "string") return value;
  const [choice] = oneOf.filter(({ const: own, title }) => own === value || wordsOf(title ?? "").join() === wordsOf(value).join());
  if (choice) return choice.const;
  const [, number, unit] = /^(-?\d[\d.e+-]*) (\D.*)$/.exec(value) ?? [];
  return number === undefined ? value : { value: Number(number), unit };
}

/** The number that answers a problem; undefined where none of the first three calculators does. */
export async function solve(client: Client, { problem, known, wanted }: Problem): Promise<{ value: number; by: string }[]> {
  const found = await call(client, "search_calculators", { query: problem, limit: 3 });
  const answers: { value: number; by: string }[] = [];
  for (const { slug } of (found.structured.calculators ?? []) as { slug: string }[]) {
    const { structured } = await call(client, "get_calculator", { calculator: slug });
    const { inputs, outputs } = structured as unknown as { inputs: { properties: Fields }; outputs: Fields };
    const places = assign(known, inputs.properties);
    const [output] = Object.entries(outputs ?? {})
      .map(([name, field]) => ({ name, fit: fitOf(wanted.result, name, field) }))
      .sort((a, b) => b.fit - a.fit);
    if (!places || !output || output.fit === 0) continue;
    const sent = Object.fromEntries([...places].map(([words, name]) => [name, toInput(known[words], inputs.properties[name]!)]));
    const units = wanted.unit === undefined ? {} : { units: { [output.name]: wanted.unit } };
    const ran = await call(client, "run_calculator", { calculator: slug, inputs: sent, ...units });
    if (ran.isError) continue;
    const { value = "" } = (ran.structured.result as { results: Record<string, { value: unknown }> }).results[output.name] ?? {};
    // exact whole numbers are texts
    if (value !== "" && Number.isFinite(Number(value))) answers.push({ value: Number(value), by: slug });
  }
  return answers;
}

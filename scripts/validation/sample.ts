// Points over the whole range of a calculator's inputs: corners, every choice, low-discrepancy points (half of them on
// a logarithmic scale), and points near each example.

import type { Definition, InputSchema } from "formulary";
import { choicesOf, exampleCases, examplesToTry } from "formulary/compiler";
import { roundTo } from "formulary/functions";

export type Inputs = Record<string, unknown>;
/** The n-th point of a d-dimensional low-discrepancy sequence (Roberts 2018, the generalized golden ratio). */
function sequence(dimensions: number): (n: number) => number[] {
  let phi = 2;
  for (let turn = 0; turn < 40; turn++) phi = (1 + phi) ** (1 / (dimensions + 1));
  const steps = Array.from({ length: dimensions }, (_, at) => phi ** -(at + 1) % 1);
  return (n) => steps.map((step) => (0.5 + n * step) % 1);
}

/** A sequence of numbers from 0 to 1 for one point: its coordinates first, then pseudo-random numbers from them. */
function shares(coordinates: number[]): () => number {
  let at = 0;
  let state = coordinates.reduce((sum, x) => (Math.imul(sum, 31) + Math.floor(x * 2 ** 31)) | 0, 17);
  return () => {
    const own = coordinates[at++];
    if (own !== undefined) return own;
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 0) / 2 ** 32;
  };
}

/** The options of an input with choices, or true and false. */
export const optionsOf = (schema: InputSchema): unknown[] | undefined =>
  choicesOf(schema) ?? (schema.type === "boolean" ? [false, true] : undefined);

interface Sampling {
  next: () => number;
  logarithmic: boolean;
  length?: number;
  /** Texts of this input in examples, since no sampler can guess one. */
  texts: string[];
}

/** Makes a value of an input from a sequence of numbers. */
type Sampler = (sampling: Sampling) => unknown;

/** The sampler of an input; reads the schema once, not for every point. */
export function samplerOf(schema: InputSchema): Sampler {
  const choices = optionsOf(schema);
  if (choices) return ({ next }) => choices[Math.min(choices.length - 1, Math.floor(next() * choices.length))];
  if (schema.type === "number" || schema.type === "integer") {
    const number = numberSampler(schema);
    return ({ next, logarithmic }) => number(next(), logarithmic);
  }
  if (schema.type === "string") return (sampling) => sampleText(schema, sampling);
  return schema.type === "object" ? rowSampler(schema) : listSampler(schema);
}

function rowSampler({ properties = {}, required = [] }: InputSchema): Sampler {
  const fields = Object.entries(properties).map(([name, field]) => ({ name, always: required.includes(name), sample: samplerOf(field) }));
  return (sampling) => {
    const inner = { ...sampling, texts: [] };
    const chosen = fields.filter(({ always }) => always || sampling.next() < 0.7);
    return Object.fromEntries(chosen.map(({ name, sample }) => [name, sample(inner)]));
  };
}

function listSampler({ format, shape, items, minItems = 0, maxItems = 8 }: InputSchema): Sampler {
  const square = format === "squareMatrix" || shape;
  const { minItems: least = 1, maxItems: most = 4, type } = items!;
  const sample = samplerOf(items!);
  return (sampling) => {
    const { next } = sampling;
    const length = sampling.length ?? Math.max(minItems, Math.round(next() * Math.min(maxItems, 9)));
    const inside = square ? length : Math.max(least, Math.round(next() * Math.min(most, 5)));
    const inner = type === "array" ? { ...sampling, length: inside } : sampling;
    const list = Array.from({ length }, () => sample(inner));
    return shape === "symmetric" ? list.map((row, i) => (row as number[]).map((x, j) => (j >= i ? x : (list[j] as number[])[i]))) : list;
  };
}

function numberSampler({ type, minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf = 1 }: InputSchema) {
  const [low, high] = [minimum ?? exclusiveMinimum ?? 0, maximum ?? exclusiveMaximum ?? 1];
  return (share: number, logarithmic: boolean): number => {
    const decades = (size: number) => Math.abs(size) ** share * Math.min(1e-3, Math.abs(size)) ** (1 - share);
    const x =
      !logarithmic || low > 0
        ? logarithmic
          ? low * (high / low) ** share
          : low + (high - low) * share
        : share < 0.5 && low < 0
          ? -decades(low)
          : decades(high);
    const inside = Math.min(high, Math.max(low, x));
    if (type === "integer") return Math.min(Math.floor(high), Math.max(Math.ceil(low), Math.round(inside / multipleOf) * multipleOf));
    const short = roundTo(inside, 6);
    return short < low || short > high ? inside : short;
  };
}

function sampleText({ format, examples = [], maxLength = 10 }: InputSchema, { next, texts }: Sampling): string {
  const two = (n: number) => String(n).padStart(2, "0");
  if (format === "date")
    return `${1950 + Math.floor(next() * 130)}-${two(1 + Math.floor(next() * 12))}-${two(1 + Math.floor(next() * 28))}`;
  if (format === "clock") return `${two(Math.floor(next() * 24))}:${two(Math.floor(next() * 60))}`;
  const candidates = [...texts, ...examples.filter((each): each is string => typeof each === "string")];
  return candidates.length > 0 ? candidates[Math.floor(next() * candidates.length)]! : "x".repeat(Math.min(3, maxLength));
}

/** Points are tried around so many examples, of a series around its first. */
const mostSurroundings = 6;
/** So many points lie anywhere in the range; the others are corners, and points near the examples. */
export const spreadPoints = 200;

/** All points at which a calculator is run. */
export function* points(definition: Definition): Generator<Inputs> {
  const properties = Object.entries(definition.inputs?.properties ?? {});
  const required = new Set(definition.inputs?.required ?? []);
  const examples = exampleCases(definition)
    .filter(({ example }) => example.refused === undefined)
    .map(({ example }) => example.inputs);
  // Small functions: V8 would compile one large generator again for every shape of file.
  const spread = spreadOver(properties, required, examples);
  for (let n = 1; n <= spreadPoints; n++) yield spread(n);
  yield* corners(properties, examples[0] ?? {});
  yield* listCorners(properties, examples[0] ?? {});
  for (const { inputs } of examplesToTry(definition).slice(0, mostSurroundings)) yield* around(inputs, properties, required);
}

/** The n-th point over the whole range of all inputs; optional inputs are sometimes left out. */
function spreadOver(properties: [string, InputSchema][], required: Set<string>, examples: Inputs[]): (n: number) => Inputs {
  const textsOf = (name: string) => examples.map((inputs) => inputs[name]).filter((value): value is string => typeof value === "string");
  const at = sequence(Math.max(1, properties.length));
  const lengthSources = new Set(properties.flatMap(([, { sameLength }]) => sameLength ?? []));
  const inputs = properties.map(([name, schema]) => ({
    name,
    always: required.has(name) || schema.when !== undefined,
    hasSharedLength: schema.sameLength !== undefined || lengthSources.has(name),
    texts: textsOf(name),
    sample: samplerOf(schema),
  }));
  return (n) => {
    const next = shares(at(n));
    const logarithmic = n % 2 === 0;
    const chosen = inputs.filter(({ always }) => always || next() < 0.6);
    const point: Inputs = {};
    for (const { name, hasSharedLength, texts, sample } of chosen)
      point[name] = sample({ next, logarithmic, texts, length: hasSharedLength ? n % 7 : undefined });
    return point;
  };
}

/** Every combination of minimum and maximum of up to seven numbers; some of the combinations of more. */
function corners(properties: [string, InputSchema][], base: Inputs): Inputs[] {
  const numbers = properties.filter(
    ([name, schema]) =>
      (schema.type === "number" || schema.type === "integer") &&
      !optionsOf(schema) &&
      (base[name] !== undefined || schema.when === undefined),
  );
  const ends = numbers.map(([name, schema]) => {
    const number = numberSampler(schema);
    return { name, values: [number(0, false), number(1, false)] };
  });
  return Array.from({ length: Math.min(128, 2 ** numbers.length) }, (_, n) => {
    const bits = numbers.length <= 7 ? n : Math.imul(n, 2654435761) >>> 0;
    const point = { ...base };
    for (const [at, { name, values }] of ends.entries()) point[name] = values[(bits >> (at % 31)) & 1];
    return point;
  });
}

/** The first example with one list at a time of elements whose numbers are all at their minimum, or at their maximum. */
function listCorners(properties: [string, InputSchema][], base: Inputs): Inputs[] {
  return properties.flatMap(([name, schema]) => {
    const given = base[name];
    if (schema.type !== "array" || !schema.items || !Array.isArray(given)) return [];
    const sample = samplerOf(schema);
    return [0, 1].map((end) => ({ ...base, [name]: sample({ next: () => end, logarithmic: false, texts: [], length: given.length }) }));
  });
}

/** An example with one change at a time: a number times 0.5 to 2, another choice, an optional input left out. */
function around(inputs: Inputs, properties: [string, InputSchema][], required: Set<string>): Inputs[] {
  const changed = properties.flatMap(([name, schema]) => {
    const others = changesOf(inputs[name], schema).map((value) => ({ ...inputs, [name]: value }));
    // The calculator would refuse a point without a required input.
    if (inputs[name] === undefined || required.has(name)) return others;
    const { [name]: _, ...without } = inputs;
    return [...others, without];
  });
  return [inputs, ...changed];
}

/** Other values of an input near its value in an example. */
function changesOf(value: unknown, schema: InputSchema): unknown[] {
  const choices = optionsOf(schema);
  if (choices) return choices.filter((choice) => choice !== value);
  if (typeof value === "number")
    return [0.5, 0.9, 1.1, 2].map((factor) => (schema.type === "integer" ? Math.round(value * factor) : value * factor));
  if (!Array.isArray(value)) return [];
  const scaled = value.every((each) => typeof each === "number") ? [0, 0.5, 2].map((factor) => value.map((x: number) => x * factor)) : [];
  if (value.length < 2) return scaled;
  const transfers = [0.05, 0.25, 0.5, 1].flatMap((share) => transferred(value, share));
  return [...scaled, value.slice(0, -1), [...value].reverse(), ...transfers];
}

/** A list with a part of one number added to the next, since all may have to add up to 1; in rows by field. */
function transferred(list: unknown[], share: number): unknown[][] {
  const [first, second, ...rest] = list as [unknown, unknown, ...unknown[]];
  if (typeof first === "number" && typeof second === "number") return [[first * (1 - share), second + first * share, ...rest]];
  if (first === null || typeof first !== "object" || Array.isArray(first)) return [];
  const [a, b] = [first, second] as Record<string, unknown>[];
  return Object.keys(a!).flatMap((field) => {
    const [x, y] = [a![field], b![field]];
    if (typeof x !== "number" || typeof y !== "number") return [];
    return [
      [{ ...a, [field]: x * (1 - share) }, { ...b, [field]: y + x * share }, ...rest],
      [{ ...a, [field]: x * (1 - share) }, b, ...rest],
    ];
  });
}

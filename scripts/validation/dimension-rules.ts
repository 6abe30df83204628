// The dimension rules: how each function of the language maps the dimensions of its arguments to that of its result.
import { CalcError, type Functions } from "formulary";
import { didYouMean } from "formulary/functions";
import { algebraRules } from "./dimension-rules-algebra.ts";
import { seriesRules } from "./dimension-rules-series.ts";
import {
  condition,
  elementOf,
  isPure,
  lift,
  listOf,
  meet,
  mustBePure,
  power,
  pure,
  type QuantityKind,
  quantityOf,
  text,
  times,
  unknown,
} from "./quantity-kind.ts";

/** A call of a function, as its dimension rule sees it. */
export interface RuleCall {
  name: string;
  /** The kind of each argument. */
  kinds: QuantityKind[];
  /** The result of the formula that stands at a position, for arguments of some kinds. */
  apply: (position: number, kinds: QuantityKind[]) => QuantityKind;
  /** Whether an argument is a formula rather than a value. */
  isFormula: (position: number) => boolean;
}
export type DimensionRule = (call: RuleCall) => QuantityKind;

const first = ({ kinds }: RuleCall): QuantityKind => kinds[0] ?? unknown;
const allMeet = ({ name, kinds }: RuleCall): QuantityKind => kinds.reduce((a, b) => meet(a, b, `${name} compares`), unknown);
const allPure = ({ name, kinds }: RuleCall) => {
  for (const kind of kinds) mustBePure(kind, name);
};
const shapeOf = (kinds: QuantityKind[], of: QuantityKind): QuantityKind => (kinds.some((kind) => kind.is === "list") ? listOf(of) : of);
const spread = (kinds: QuantityKind[]): QuantityKind[] => (kinds.length === 1 && kinds[0]?.is === "list" ? [kinds[0].of] : kinds);
const results = (call: RuleCall): QuantityKind =>
  call.isFormula(0) ? call.apply(0, [elementOf(call.kinds[1]), ...call.kinds.slice(2)]) : elementOf(call.kinds[0]);

// A literal as the start says nothing of a dimension: the first step decides it.
function repeat(start: QuantityKind, step: (kind: QuantityKind) => QuantityKind): QuantityKind {
  const initial = start.is === "number" && start.literal !== undefined ? step({ ...start }) : start;
  return meet(initial, step(initial.is === "number" ? quantityOf(initial.dimension) : initial), "the carried value mixes");
}
const column = (kind: QuantityKind | undefined, position: number): QuantityKind => {
  const row = elementOf(kind);
  if (row.is === "list") return row.items?.[position] ?? row.of;
  return row.is === "table" ? (row.fields[position === 0 ? "from" : "rate"] ?? unknown) : row;
};

/** Every dimension rule by its name, which functions give as their `dimension`. */
export const dimensionRules: Record<string, DimensionRule> = {
  keep: first,
  element: (call) => elementOf(first(call)),
  extreme: (call) => allMeet({ ...call, kinds: spread(call.kinds) }),
  same: allMeet,
  sameCondition: (call) => shapeOf(call.kinds, allMeet(call) && condition),
  ratio: (call) => shapeOf(call.kinds, allMeet(call) && pure),
  half: (call) => power(first(call), 0.5),
  third: (call) => power(first(call), 1 / 3),
  squared: (call) => power(elementOf(first(call)), 2),
  plain: (call) => {
    allPure(call);
    return lift(call.kinds, () => pure);
  },
  plainList: (call) => {
    allPure(call);
    return listOf(pure);
  },
  count: () => pure,
  sign: (call) => shapeOf(call.kinds, pure),
  countList: () => listOf(pure),
  condition: () => condition,
  text: () => text,
  // joins a quantity as its number in SI, which no reader expects
  joined: (call) => {
    allPure(call);
    return text;
  },
  texts: () => listOf(text),
  numberText: (call) => {
    mustBePure(first(call), call.name);
    return text;
  },
  time: (call) => shapeOf(call.kinds, quantityOf({ s: 1 })),
  pureTime: (call) => {
    allPure(call);
    return quantityOf({ s: 1 });
  },
  clockText: (call) => {
    for (const kind of call.kinds) mustBeTime(kind, call.name);
    return text;
  },
  // The arguments are a date, a time since its midnight, and pure numbers.
  instant: (call) => atInstant(call, pure),
  instantTime: (call) => atInstant(call, quantityOf({ s: 1 })),
  instantText: (call) => atInstant(call, text),
  instantLength: (call) => atInstant(call, length),
  // Rows of the sky: where a planet stands, and eclipses.
  planetRow: (call) => atInstant(call, rowOf({ distance: length, sunDistance: length })),
  solarEclipses: (call) => listOf(atInstant(call, rowOf({ greatest: time, kind: text }))),
  lunarEclipses: (call) =>
    listOf(atInstant(call, rowOf({ greatest: time, kind: text, penumbralTime: time, partialTime: time, totalTime: time }))),
  localEclipse: (call) =>
    atInstant(call, rowOf({ kind: text, obscuration: pure, begin: time, centralBegin: time, greatest: time, centralEnd: time, end: time })),
  // Amounts of one dimension (mostly money) may stand among rates, counts and texts.
  amount: amountOf,
  amounts: (call) => listOf(amountOf(call)),
  amountPure: (call) => {
    amountOf(call);
    return pure;
  },
  timeText: ({ name, kinds }) => {
    meet(kinds[0] ?? unknown, quantityOf({ s: 1 }), `${name} writes a time, and mixes`);
    return text;
  },
  molarMass: (call) => shapeOf(call.kinds, quantityOf({ kg: 1, mol: -1 })),
  countTable: () => ({ is: "table", of: pure, fields: {} }),
  listOf: (call) => listOf(first(call)),
  append: (call) =>
    listOf(call.kinds.map((kind) => (kind.is === "list" ? kind.of : kind)).reduce((a, b) => meet(a, b, "append mixes"), unknown)),
  where: ({ kinds }) => shapeOf(kinds, meet(kinds[1] ?? unknown, kinds[2] ?? unknown, "where mixes")),
  // The coefficients of a polynomial in x, from the constant upwards.
  fit: ({ kinds: [x, y, degree] }) => {
    const highest = degree ? (degree.is === "number" ? degree.literal : undefined) : 1;
    if (highest === undefined) return listOf(unknown);
    const powers = Array.from({ length: Math.min(highest, 20) + 1 }, (_, at) => power(elementOf(x), at));
    return coefficients(elementOf(y), powers);
  },
  // The constant first, then one coefficient for each predictor.
  multipleFit: ({ kinds: [predictors, y] }) =>
    predictors?.is === "list" && predictors.items
      ? coefficients(elementOf(y), [pure, ...predictors.items.map(elementOf)])
      : listOf(unknown),
  values: (call) => listOf(elementOf(first(call))),
  column: ({ kinds }) => listOf(elementOf(elementOf(kinds[0]))),
  sum: (call) => {
    const kind = results(call);
    return kind.is === "condition" ? pure : kind.is === "number" ? quantityOf(kind.dimension) : kind;
  },
  product: (call) => {
    mustBePure(results(call), "product");
    return pure;
  },
  map: (call) => listOf(results(call)),
  filter: ({ kinds }) => kinds[1] ?? unknown,
  fold: (call) => repeat(call.kinds[2] ?? unknown, (kind) => call.apply(0, [kind, elementOf(call.kinds[1]), ...call.kinds.slice(3)])),
  scan: (call) =>
    listOf(repeat(call.kinds[2] ?? unknown, (kind) => call.apply(0, [kind, elementOf(call.kinds[1]), ...call.kinds.slice(3)]))),
  scanWhile: (call) =>
    listOf(repeat(call.kinds[3] ?? unknown, (kind) => call.apply(0, [kind, elementOf(call.kinds[2]), ...call.kinds.slice(4)]))),
  iterate: (call) => repeat(call.kinds[1] ?? unknown, (kind) => call.apply(0, [kind, ...call.kinds.slice(3)])),
  iterateWhile: (call) => repeat(call.kinds[2] ?? unknown, (kind) => call.apply(0, [kind, ...call.kinds.slice(4)])),
  root: (call) => {
    const x = bounds(call);
    call.apply(0, [x, ...call.kinds.slice(3)]);
    return x;
  },
  extremum: (call) => call.apply(0, [bounds(call), ...call.kinds.slice(3)]),
  integrate: (call) => times(call.apply(0, [bounds(call), ...call.kinds.slice(3)]), bounds(call), 1),
  derivative: (call) => times(call.apply(0, [call.kinds[1] ?? unknown, ...call.kinds.slice(2)]), call.kinds[1] ?? unknown, -1),
  interpolate: ({ name, kinds }) => {
    meet(column(kinds[0], 0), elementOr(kinds[1]), `${name} looks up`);
    return shapeOf(kinds.slice(1), column(kinds[0], 1));
  },
  band: ({ name, kinds }) => {
    const table = kinds[0];
    meet(table?.is === "table" ? table.of : column(table, 0), elementOr(kinds[1]), `${name} looks up`);
    return shapeOf(kinds.slice(1), table?.is === "table" ? text : column(table, 1));
  },
  brackets: ({ kinds }) => kinds[1] ?? unknown,
  bracketAt: ({ kinds }) => shapeOf(kinds.slice(1), pure),
  slices: ({ kinds }) => listOf(kinds[1] ?? unknown),
  ...algebraRules,
  ...seriesRules,
  unknown: () => unknown,
};

/** The dimension rule of a name, where there is one. */
export const dimensionRule = (name: string): DimensionRule | undefined =>
  Object.hasOwn(dimensionRules, name) ? dimensionRules[name] : undefined;

/** Throws a CalcError if a function of a plugin names a dimension rule that does not exist. */
export function checkDimensionRules(plugins: readonly { name: string; functions?: Functions | undefined }[]): void {
  const names = Object.keys(dimensionRules);
  for (const plugin of plugins)
    for (const [name, { dimension }] of Object.entries(plugin.functions ?? {})) {
      if (dimensionRule(dimension)) continue;
      const choices = `choose ${names.slice(0, -1).join(", ")} or ${names.at(-1)}.${didYouMean(dimension, names)}`;
      const message = `The function "${name}" of the plugin "${plugin.name}" names the dimension rule "${dimension}", which does not exist: ${choices}`;
      throw new CalcError("plugin", { message });
    }
}

function mustBeTime(kind: QuantityKind, who: string): void {
  if (kind.is === "number") meet(kind, quantityOf({ s: 1 }), `${who} needs a time and mixes`);
}
const [time, length] = [quantityOf({ s: 1 }), quantityOf({ m: 1 })];
/** A row whose other columns are pure numbers. */
const rowOf = (fields: Record<string, QuantityKind>): QuantityKind => ({ is: "table", of: pure, fields });
function atInstant({ name, kinds: [, time = unknown, ...others] }: RuleCall, result: QuantityKind): QuantityKind {
  mustBeTime(time, name);
  for (const kind of others) mustBePure(kind, name);
  return result;
}
function amountOf({ name, kinds }: RuleCall): QuantityKind {
  const amounts = kinds.map((kind) => (kind.is === "list" ? kind.of : kind)).filter((kind) => kind.is === "number" && !isPure(kind));
  return amounts.reduce((a, b) => meet(a, b, `${name} mixes`), amounts[0] ?? pure);
}

function coefficients(y: QuantityKind, by: QuantityKind[]): QuantityKind {
  const items = by.map((x) => times(y, x, -1)).map((kind) => (kind.is === "number" ? quantityOf(kind.dimension) : kind));
  return { is: "list", of: items.every((kind) => kind.is === "number" && isPure(kind)) ? pure : unknown, items };
}

const elementOr = (kind: QuantityKind | undefined): QuantityKind => (kind?.is === "list" ? kind.of : (kind ?? unknown));
// Two literal bounds say nothing of a dimension: the unknown may have any.
const bounds = ({ kinds }: RuleCall): QuantityKind => {
  const [low = unknown, high = unknown] = [kinds[1], kinds[2]];
  const literal = (kind: QuantityKind) => kind.is === "number" && kind.literal !== undefined;
  if (literal(low) && literal(high)) return unknown;
  const kind = literal(low) ? high : low;
  return kind.is === "number" ? quantityOf(kind.dimension) : kind;
};

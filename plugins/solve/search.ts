// Where a function of one number reaches a target: a walk over the range, then every change of sign and every dip.
import type { InputSchema } from "formulary";
import { CalcError, nearly } from "formulary/functions";
import { rootSearch } from "../functions-numerical/index.ts";

const mostDips = 24;

interface Point {
  x: number;
  y: number;
}
/** What a walk over a range found: the places, and between which values the function lies (none: low is above high). */
export interface Reach {
  found: number[];
  /** Of whole numbers that all miss the target: the first that goes beyond it, where there is one such place. */
  beyond?: number;
  low: number;
  high: number;
}

/** Where `at`, how far from the target a function is at x, is 0 within an input's range; NaN is a gap. Pauses after each evaluation. */
export function* search(at: (x: number) => number, target: number, schema: InputSchema, samples: number): Generator<undefined, Reach> {
  const known: Point[] = [];
  for (const x of grid(schema, samples)) {
    const y = at(x);
    if (Number.isFinite(y)) known.push({ x, y });
    yield;
  }
  const low = known.reduce((least, { y }) => Math.min(least, y), Number.POSITIVE_INFINITY);
  const high = known.reduce((most, { y }) => Math.max(most, y), Number.NEGATIVE_INFINITY);
  const scale = Math.abs(target) || Math.max(Math.abs(low), Math.abs(high));
  const whole = schema.type === "integer";
  const points = whole ? known : yield* withDips(at, known);
  const found = hits(points, target);
  const beyond: number[] = [];
  for (const [i, { x, y }] of points.entries()) {
    const next = points[i + 1];
    if (!next || y * next.y >= 0) continue;
    if (whole) yield* wholeCrossing(at, [x, next.x], { target, found, beyond });
    else found.push(...(yield* crossing(at, [x, next.x], scale)));
  }
  const isOnce = found.length === 0 && beyond.length === 1;
  return { found: distinct(found), ...(isOnce && { beyond: beyond[0]! }), low: low + target, high: high + target };
}

// Of three points on one side of the target the middle one is nearest: a dip between them may reach it (|x - 5| hardly ever is
// 0.01 at a point of the grid). The deepest dips alone: a saw has hundreds.
function* withDips(at: (x: number) => number, known: Point[]): Generator<undefined, Point[]> {
  const away = ({ y }: Point, side: number) => y * Math.sign(side);
  const isDip = ({ y }: Point, i: number) =>
    i > 0 && i < known.length - 1 && [known[i - 1]!, known[i + 1]!].every((other) => Math.abs(y) < away(other, y));
  const deepest = known.flatMap((point, i) => (isDip(point, i) ? [i] : [])).sort((a, b) => Math.abs(known[a]!.y) - Math.abs(known[b]!.y));
  const more: Point[] = [];
  for (const i of deepest.slice(0, mostDips)) {
    const found = yield* descend(at, [known[i - 1]!, known[i]!, known[i + 1]!]);
    if (found) more.push(found);
  }
  return [...known, ...more].sort((a, b) => a.x - b.x);
}

/** A point at the target or beyond it, by golden sections of the wider side; undefined where the dip ends before. */
function* descend(at: (x: number) => number, [left, middle, right]: [Point, Point, Point]): Generator<undefined, Point | undefined> {
  const side = Math.sign(middle.y);
  for (let turn = 0; turn < 60; turn++) {
    const onRight = right.x - middle.x > middle.x - left.x;
    const x = middle.x + ((onRight ? right.x : left.x) - middle.x) * 0.381966;
    const point = { x, y: at(x) };
    yield;
    if (!Number.isFinite(point.y) || x === middle.x) return undefined;
    if (point.y * side <= 0) return point;
    const nearer = point.y * side < middle.y * side;
    if (nearer && onRight) left = middle;
    else if (nearer) right = middle;
    else if (onRight) right = point;
    else left = point;
    if (nearer) middle = point;
  }
  return undefined;
}

/** Half of the points evenly spread, half by powers: a linear walk over 0 … 1e12 never sees real values. */
export function grid({ type, minimum, exclusiveMinimum, maximum, exclusiveMaximum }: InputSchema, samples: number): number[] {
  const [low, high] = [minimum ?? exclusiveMinimum ?? -1e9, maximum ?? exclusiveMaximum ?? 1e9];
  const points = [low, high, 0, 1];
  for (let n = 1; n < samples; n++) {
    const share = n / samples;
    const least = (end: number) => Math.min(1e-6, Math.abs(end) * 1e-9);
    points.push(Number((low + (high - low) * share).toPrecision(12)));
    for (const end of [low, high].filter((each) => each !== 0))
      points.push(Number((Math.sign(end) * Math.abs(end) ** share * least(end) ** (1 - share)).toPrecision(4)));
  }
  const inside = points.filter((x) => x >= low && x <= high).map((x) => (type === "integer" ? Math.round(x) : x));
  return [...new Set(inside)].sort((a, b) => a - b);
}

/** Points that reach the target; of neighbours that all do (a flat stretch), the roundest number among them. */
function hits(known: Point[], target: number): number[] {
  const found: number[] = [];
  for (let from = 0; from < known.length; from++) {
    let to = from;
    while (to < known.length && close(known[to]!.y, target)) to++;
    if (to === from) continue;
    found.push(roundest(known[from]!.x, known[to - 1]!.x));
    from = to;
  }
  return found;
}
/** Whether a distance from a target is none, to the last digits. */
export const close = (y: number, target: number) => y === 0 || (target !== 0 && nearly(y + target, target));

function roundest(low: number, high: number): number {
  const middle = low + (high - low) / 2;
  const rounded = Array.from({ length: 15 }, (_, digits) => Number(middle.toPrecision(digits + 1)));
  return rounded.find((x) => x >= low && x <= high) ?? low;
}

type Found = Generator<undefined, number[]>;
// Between two points of opposite sign lies a solution, or a jump; only a solution reaches the target.
function* crossing(at: (x: number) => number, [from, to]: [number, number], scale: number): Found {
  const steps = rootSearch(from, to);
  try {
    let turn = steps.next();
    while (!turn.done) {
      turn = steps.next(at(turn.value));
      yield;
    }
    return Math.abs(at(turn.value)) <= 1e-9 * scale ? [Number(turn.value.toPrecision(13))] : [];
  } catch (error) {
    if (error instanceof CalcError && error.code !== "too_much_work") return [];
    throw error;
  }
}

interface WholeWanted {
  target: number;
  found: number[];
  beyond: number[];
}
/** Adds the whole number that reaches the target to `found`, or the first one after it to `beyond`. */
function* wholeCrossing(
  at: (x: number) => number,
  [from, to]: [number, number],
  { target, found, beyond }: WholeWanted,
): Generator<undefined, void> {
  let [low, high] = [from, to];
  const sign = Math.sign(at(low));
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const y = at(middle);
    yield;
    if (close(y, target)) return void found.push(middle);
    if (Math.sign(y) === sign) low = middle;
    else high = middle;
  }
  beyond.push(high);
}

function distinct(found: number[]): number[] {
  const sorted = [...found].sort((a, b) => a - b);
  return sorted.filter((x, i) => i === 0 || Math.abs(x - sorted[i - 1]!) > 1e-9 * Math.max(Math.abs(x), 1e-9));
}

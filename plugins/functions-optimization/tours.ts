// Round trips through all places: the shortest one by dynamic programming (Held and Karp 1962), and two quick ways that may miss it.
import type { Functions, Value } from "formulary";
import { entry, failFormula, numberMatrix, toBoolean, wholeNumber } from "formulary/functions";

const mostExact = 12;
const mostPlaces = 50;

function read(distances: Value, called: string, most: number): number[][] {
  const rows = numberMatrix(distances, called, { rows: most, columns: most });
  if (rows.length !== rows[0]!.length) failFormula(`${called} needs a square matrix and got ${rows.length} × ${rows[0]!.length}.`);
  return rows;
}

/** The shortest tour from place 0 through all others and back, or (open) to any last place; distances may differ by direction. */
function shortestTour(argument: Value, open: Value = false): number[] {
  const distances = read(argument, "shortestTour", mostExact);
  const isOpen = toBoolean(open, "shortestTour");
  const others = distances.length - 1;
  if (others === 0) return [0];
  const sets = 1 << others;
  // of each set of other places and its last one: the shortest way from place 0, and the place before
  const lengths = new Float64Array(sets * others).fill(Number.POSITIVE_INFINITY);
  const before = new Int8Array(sets * others).fill(-1);
  for (let last = 0; last < others; last++) lengths[(1 << last) * others + last] = distances[0]![last + 1]!;
  for (let set = 1; set < sets; set++)
    for (let last = 0; last < others; last++) {
      const way = lengths[set * others + last]!;
      if (way === Number.POSITIVE_INFINITY) continue;
      for (let next = 0; next < others; next++) {
        if (set & (1 << next)) continue;
        const place = (set | (1 << next)) * others + next;
        const longer = way + distances[last + 1]![next + 1]!;
        if (longer < lengths[place]!) [lengths[place], before[place]] = [longer, last];
      }
    }
  const whole = (last: number) => lengths[(sets - 1) * others + last]! + (isOpen ? 0 : distances[last + 1]![0]!);
  let last = 0;
  for (let at = 1; at < others; at++) if (whole(at) < whole(last)) last = at;
  const tour: number[] = [];
  for (let set = sets - 1; last >= 0; ) {
    tour.unshift(last + 1);
    const previous = before[set * others + last]!;
    set &= ~(1 << last);
    last = previous;
  }
  return [0, ...tour];
}

/** From a place always to the nearest one that was not visited, of equal ones the first. */
function nearestNeighbourTour(argument: Value, start: Value = 0): number[] {
  const distances = read(argument, "nearestNeighbourTour", mostPlaces);
  const tour = [wholeNumber(start, "The start of nearestNeighbourTour", [0, distances.length - 1])];
  const left = new Set(distances.keys());
  left.delete(tour[0]!);
  while (left.size > 0) {
    const row = distances[tour.at(-1)!]!;
    let nearest = -1;
    for (const place of left) if (nearest < 0 || row[place]! < row[nearest]!) nearest = place;
    tour.push(nearest);
    left.delete(nearest);
  }
  return tour;
}

/** Turns parts of a round tour around as long as that makes it shorter (Croes 1958); for distances that are the same both ways. */
function twoOptTour(argument: Value, given: Value): number[] {
  const distances = read(argument, "twoOptTour", mostPlaces);
  const tour = (Array.isArray(given) ? given : []).map((place) => wholeNumber(place, "A place of twoOptTour", [0, distances.length - 1]));
  if (new Set(tour).size !== distances.length || tour.length !== distances.length)
    failFormula("twoOptTour needs a tour that visits every place once.");
  if (distances.some((row, i) => row.some((length, j) => length !== distances[j]![i])))
    failFormula("twoOptTour needs distances that are the same in both directions.");
  const n = tour.length;
  const at = (position: number) => tour[position % n]!;
  for (let improved = true; improved; ) {
    improved = false;
    for (let i = 0; i < n - 1; i++)
      for (let j = i + 2; j < n; j++) {
        const [a, b, c, d] = [at(i), at(i + 1), at(j), at(j + 1)];
        const change = distances[a]![c]! + distances[b]![d]! - distances[a]![b]! - distances[c]![d]!;
        if (a === d || change >= -1e-9 * (distances[a]![b]! + distances[c]![d]!)) continue;
        tour.splice(i + 1, j - i, ...tour.slice(i + 1, j + 1).reverse());
        improved = true;
      }
  }
  return tour;
}

const size = (matrix: Value) => (Array.isArray(matrix) ? matrix.length : 0);
// as: a table's function takes any values
const cost = (steps: (places: number) => number) => ((matrix: Value) => steps(size(matrix))) as NonNullable<Functions[string]["cost"]>;

/** The functions of tours. */
export const tourFunctions: Functions = {
  shortestTour: {
    ...entry(
      "distances open?",
      "The shortest round trip from place 0 through all others as a list of places, exact for up to 12; with open: true it ends at the last place. distances[i][j] is the way from i to j.",
      ["shortestTour([[0, 1, 4], [1, 0, 2], [4, 2, 0]], true)", [0, 1, 2]],
      "countList",
      shortestTour,
    ),
    cost: cost((n) => 10 + 2 ** Math.min(n, mostExact) * Math.min(n, mostExact) ** 2 * 0.01),
  },
  nearestNeighbourTour: {
    ...entry(
      "distances start?",
      "A tour that always goes to the nearest place left, as a list of places from 0; up to 50.",
      ["nearestNeighbourTour([[0, 2, 1], [2, 0, 5], [1, 5, 0]])", [0, 2, 1]],
      "countList",
      nearestNeighbourTour,
    ),
    cost: cost((n) => 5 + 0.05 * Math.min(n, mostPlaces) ** 2),
  },
  twoOptTour: {
    ...entry(
      "distances tour",
      "A round tour made shorter by turning parts of it around, until none does (2-opt); for distances that are the same both ways.",
      ["twoOptTour([[0, 1, 2, 1], [1, 0, 1, 2], [2, 1, 0, 1], [1, 2, 1, 0]], [0, 2, 1, 3])", [0, 1, 2, 3]],
      "countList",
      twoOptTour,
    ),
    cost: cost((n) => 10 + 0.1 * Math.min(n, mostPlaces) ** 3),
  },
};

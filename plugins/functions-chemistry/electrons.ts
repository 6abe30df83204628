// Electrons of free neutral atoms in their ground states.
import type { Element } from "./elements.ts";
import { elements } from "./elements.ts";

type Subshell = [name: string, electrons: number];

// Madelung's order of filling: rising n + l, then rising n.
const order = ["1s", "2s", "2p", "3s", "3p", "4s", "3d", "4p", "5s", "4d", "5p", "6s", "4f", "5d", "6p", "7s", "5f", "6d", "7p"];
const capacity: Record<string, number> = { s: 2, p: 6, d: 10, f: 14 };

// Exceptions from the order of filling, as electrons that move to another subshell: NIST, Ground Levels and Ionization
// Energies for the Neutral Atoms (SRD 111), hydrogen to rutherfordium. Beyond hassium the configurations are
// predictions.
const moves = `Cr 4s>3d, Cu 4s>3d, Nb 5s>4d, Mo 5s>4d, Ru 5s>4d, Rh 5s>4d, Pd 5s>4d 5s>4d, Ag 5s>4d, La 4f>5d, Ce 4f>5d, Gd 4f>5d,
Pt 6s>5d, Au 6s>5d, Ac 5f>6d, Th 5f>6d 5f>6d, Pa 5f>6d, U 5f>6d, Np 5f>6d, Cm 5f>6d, Lr 6d>7p`;
const exceptions = new Map(
  moves.split(",").map((line): [string, [string, string][]] => {
    const [symbol, ...own] = line.trim().split(" ");
    return [symbol!, own.map((move) => move.split(">") as [string, string])];
  }),
);

function subshells({ number, symbol }: Element): Subshell[] {
  const filled = new Map<string, number>();
  let left = number;
  for (const name of order) {
    const electrons = Math.min(left, capacity[name[1]!]!);
    filled.set(name, electrons);
    left -= electrons;
  }
  for (const [from, to] of exceptions.get(symbol) ?? []) {
    filled.set(from, filled.get(from)! - 1);
    filled.set(to, filled.get(to)! + 1);
  }
  return [...filled].filter(([, electrons]) => electrons > 0).sort(([a], [b]) => rank(a) - rank(b));
}
const rank = (name: string): number => Number(name[0]) * 10 + "spdf".indexOf(name[1]!);

const nobleNumbers = [2, 10, 18, 36, 54, 86];

/** "[Ar] 3d6 4s2", or every subshell from 1s on. */
export function configurationOf(element: Element, full: boolean): string {
  const core = full ? undefined : nobleNumbers.findLast((number) => number < element.number);
  const inner = new Set(core === undefined ? [] : subshells(elements[core - 1]!).map(([name]) => name));
  const outer = subshells(element).flatMap(([name, electrons]) => (inner.has(name) ? [] : [`${name}${electrons}`]));
  return [...(core === undefined ? [] : [`[${elements[core - 1]!.symbol}]`]), ...outer].join(" ");
}

/** How many electrons each shell holds, from the inside: 2, 8, 14, 2. */
export function shellsOf(element: Element): number[] {
  const shells: number[] = [];
  for (const [name, electrons] of subshells(element)) shells[Number(name[0]) - 1] = (shells[Number(name[0]) - 1] ?? 0) + electrons;
  return shells;
}

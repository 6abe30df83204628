// Chemical equations: reading their sides, and the least whole coefficients that conserve every element and the charge.
import type { Value } from "formulary";
import { failFormula, failText, quoted, toText } from "formulary/functions";
import { readPartner, type Substance } from "./formula.ts";

const most = { partners: 20, characters: 1000 };

/** "2 H2 + O2 -> 2 H2O" as its two sides, without the coefficients. */
export function equationSides(equation: Value): Value[] {
  const text = toText(equation, "equationSides");
  if (text.length > most.characters) failText(`An equation may have ${most.characters} characters.`);
  const sides = text.split(/\s*(?:<?[-=]+>|[→⟶⇌⇄⇋↔]|=)\s*/);
  if (sides.length !== 2 || sides.includes("")) failText(`${quoted(text)} is no equation: write H2 + O2 -> H2O.`);
  return sides.map((side) => partnersOf(side));
}

// A plus sign separates two partners where a formula follows it; in Na+ it is a charge.
const joint = /\s*\+\s*(?=(?:[\d./]*|½)\s*(?:[A-Z([{]|e\s*\^?[-−⁻]))/;
const partnersOf = (side: string): string[] =>
  side.split(joint).map((partner) => partner.trim().replace(/^(?:\d+(?:[./]\d+)?|½)\s*(?=[A-Z([{e])/, ""));

/** Least whole coefficients, reactants first, then products. */
export function balance(reactants: Value, products: Value): number[] {
  const [left, right] = [textsOf(reactants), textsOf(products)];
  const names = [...left, ...right];
  const substances = names.map((name) => readPartner(name, "balance"));
  const direction = solution(conservation(substances, left.length));
  // unknowns count `per` formula units each
  const coefficients = direction.map((x, at) => x * BigInt(substances[at]!.per));
  const sign = coefficients.some((x) => x > 0n) ? 1n : -1n;
  const divisor = sign * coefficients.reduce((a, b) => greatestDivisor(a, b), 0n);
  return coefficients.map((x, at) => {
    const n = x / divisor;
    if (n === 0n) failText(`"${names[at]}" takes no part in a balanced equation: leave it out.`);
    if (n < 0n) failText(`"${names[at]}" stands on the wrong side of the equation.`);
    return n <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(n) : failText("The coefficients of this equation are too large.");
  });
}

function textsOf(list: Value): string[] {
  const texts = Array.isArray(list) ? list : [list];
  if (texts.length === 0) failText("An equation needs a substance on each side.");
  if (texts.length > most.partners) failText(`A side of an equation may have ${most.partners} substances.`);
  return texts.map((text) => (typeof text === "string" ? text : failFormula("balance needs lists of chemical formulas.")));
}

/** The amounts in a unit of each substance, those of products negative: a row per element and one for the charge. */
function conservation(substances: Substance[], reactants: number): bigint[][] {
  const row = (amount: (substance: Substance) => number) =>
    substances.map((substance, at) => BigInt(amount(substance)) * (at < reactants ? 1n : -1n));
  const symbols = [...new Set(substances.flatMap(({ atoms }) => [...atoms.keys()]))];
  const rows = symbols.map((symbol) => row(({ atoms }) => atoms.get(symbol) ?? 0));
  rows.forEach((each, at) => {
    if (!(each.some((x) => x > 0n) && each.some((x) => x < 0n)))
      failText(`The equation cannot be balanced: ${symbols[at]} stands on one side only.`);
  });
  return [...rows, row(({ charge, per }) => charge * per)];
}

/** The one direction, in whole numbers, for which all rows are 0: elimination over the rationals with reduced rows. */
function solution(rows: bigint[][]): bigint[] {
  const width = rows[0]!.length;
  const pivots: number[] = [];
  for (let column = 0; column < width && pivots.length < rows.length; column++) {
    const top = pivots.length;
    const pivotRow = rows.findIndex((row, at) => at >= top && row[column] !== 0n);
    if (pivotRow < 0) continue;
    [rows[top], rows[pivotRow]] = [rows[pivotRow]!, rows[top]!];
    const pivot = rows[top]!;
    rows.forEach((row, at) => {
      if (at !== top && row[column] !== 0n) rows[at] = reduced(row.map((x, k) => x * pivot[column]! - pivot[k]! * row[column]!));
    });
    pivots.push(column);
  }
  if (pivots.length === width) failText("The equation cannot be balanced: no amounts conserve every element and the charge.");
  if (pivots.length < width - 1)
    failText("The equation can be balanced in several independent ways: split it into the reactions that it is made of.");
  const free = [...Array(width).keys()].find((column) => !pivots.includes(column))!;
  const common = pivots.reduce((all, column, at) => all * magnitude(rows[at]![column]! / greatestDivisor(all, rows[at]![column]!)), 1n);
  return [...Array(width).keys()].map((column) => {
    const at = pivots.indexOf(column);
    return column === free ? common : (-rows[at]![free]! * common) / rows[at]![column]!;
  });
}

const magnitude = (x: bigint): bigint => (x < 0n ? -x : x);
function greatestDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [magnitude(a), magnitude(b)];
  while (y > 0n) [x, y] = [y, x % y];
  return x;
}
function reduced(row: bigint[]): bigint[] {
  const divisor = row.reduce(greatestDivisor, 0n);
  return divisor > 1n ? row.map((x) => x / divisor) : row;
}

/** The balanced equation as a text: 2 H2 + O2 → 2 H2O. */
export function balancedEquation(reactants: Value, products: Value): string {
  const coefficients = balance(reactants, products);
  const names = [...textsOf(reactants), ...textsOf(products)].map((name) => name.trim());
  const parts = names.map((name, at) => (coefficients[at] === 1 ? name : `${coefficients[at]} ${name}`));
  const reactantCount = textsOf(reactants).length;
  return `${parts.slice(0, reactantCount).join(" + ")} → ${parts.slice(reactantCount).join(" + ")}`;
}

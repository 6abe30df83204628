// Rows, columns and thresholds of tables that no example meets, in one finding for each table.
import type { Tree } from "formulary";
import { children, keyedTable } from "formulary/compiler";
import { type Cell, tableCells } from "./coverage-tables.ts";
import type { CalculatorFile } from "./file.ts";
import type { RuleFinding } from "./rule.ts";
import { listed } from "./words.ts";

/** A table of a file as its examples meet it. */
interface Table {
  name: string;
  cells: Cell[];
  /** The cells that are thresholds or positions: the first number of each row in a list of rising rows. */
  isKey: (cell: Cell) => boolean;
  /** Whether formulas look for the band that a number lies in. */
  hasBands: boolean;
}

/** The tables that a file writes itself; two rules need them, and the examples run once for each cell. */
function tablesIn(file: CalculatorFile): Table[] {
  const banded = bandedTables(file);
  return [...tableCells(file)].map(([name, all]): Table => {
    const isKeyed = keyedTable(file.definition.tables?.[name]) !== undefined;
    // titles are for people; formulas may read them too
    const cells = all.filter(({ path, met }) => !isKeyed || met !== "unread" || !/^(title|description)$/.test(path.at(-1)!));
    const hasBands = banded.has(name);
    const isMap = cells.every(({ path, value }) => path.length === 1 && typeof value === "number");
    return { name, cells, hasBands, isKey: hasBands && isMap ? () => true : isRising(cells) ? isFirst : () => false };
  });
}

/** The tables that formulas hand to `band`. */
function bandedTables({ compiled }: CalculatorFile): Set<string> {
  const found = new Set<string>();
  const visit = (tree: Tree) => {
    let table = tree.kind === "call" && tree.name === "band" ? tree.arguments[0] : undefined;
    while (table?.kind === "index") table = table.target;
    if (table?.kind === "name") found.add(table.name);
    for (const child of children(tree)) visit(child);
  };
  for (const { tree } of compiled().compilation.names.formulas.values()) if (tree) visit(tree);
  return found;
}

const rowOf = ({ path }: Cell): string => (path.length === 1 ? path : path.slice(0, -1)).join(", ");
const columnOf = ({ path }: Cell): string | undefined => (path.length === 1 ? undefined : path.at(-1));
const isFirst = (cell: Cell): boolean => columnOf(cell) === "0";

/** Whether each row of a table is a list whose first number is above that of the row before. */
function isRising(cells: Cell[]): boolean {
  const firsts = cells.filter(isFirst);
  const groupOf = ({ path }: Cell) => path.slice(0, -2).join();
  const rises = (at: number) => at === 0 || groupOf(firsts[at]!) !== groupOf(firsts[at - 1]!) || firsts[at]!.value > firsts[at - 1]!.value;
  return firsts.length > 1 && cells.length > firsts.length && firsts.every(({ value }, at) => typeof value === "number" && rises(at));
}

/** How a row is called: by its key, or in a list by its first value. */
function titleOf(cell: Cell, { cells }: Table): string {
  if (!/^\d+$/.test(cell.path.at(cell.path.length === 1 ? 0 : -2)!)) return `"${rowOf(cell)}"`;
  const first = cells.find((other) => rowOf(other) === rowOf(cell))!;
  const outer = cell.path.slice(0, -2).map((key) => `"${key}", `);
  return `${outer.join("")}${JSON.stringify(cell.path.length === 1 ? cell.value : first.value)}`;
}

const noticedBest = (cells: Cell[]): Cell["met"] =>
  cells.some(({ met }) => met === "noticed") ? "noticed" : cells.some(({ met }) => met === "unnamed") ? "unnamed" : "unread";

/** Groups cells by a part of their paths; cells without it are left out. */
function grouped(cells: Cell[], keyOf: (cell: Cell) => string | undefined): Cell[][] {
  const groups = new Map<string, Cell[]>();
  for (const cell of cells) {
    const key = keyOf(cell);
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), cell]);
  }
  return [...groups.values()];
}

/** Tables with rows, columns or cells that no example meets. */
export const unmetTables = (file: CalculatorFile): RuleFinding[] =>
  file.once(tablesIn).flatMap((table) => {
    const parts = unmetParts(table);
    return parts.length === 0 ? [] : [{ path: ["tables", table.name], message: parts.join(" ") }];
  });

function unmetParts(table: Table): string[] {
  const { name, cells, isKey, hasBands } = table;
  const data = hasBands && cells.every(isKey) ? [] : cells.filter((cell) => !isKey(cell));
  const [rows, columns] = [grouped(data, rowOf), grouped(data, columnOf)];
  const unmetRows = rows.filter((row) => noticedBest(row) !== "noticed");
  if (rows.length > 1 && unmetRows.length === rows.length && data.every(({ met }) => met === "unread"))
    return [`No example looks anything up in ${name}: add its rows to an "each".`];
  const unmetColumns = unmetRows.length === rows.length ? [] : columns.filter((column) => noticedBest(column) !== "noticed");
  const known = new Set([...unmetRows, ...unmetColumns].flat());
  const single = data.filter((cell) => cell.met !== "noticed" && !known.has(cell)).map((cell) => [cell]);
  const rowTitle = ([cell]: Cell[]) => titleOf(cell!, table);
  const columnTitle = ([cell]: Cell[]) => `"${columnOf(cell!)}"`;
  const cellTitle = ([cell]: Cell[]) => `${titleOf(cell!, table)} "${columnOf(cell!)}"`;
  return [
    ...clauses(unmetRows, { what: "row", name, titleOf: rowTitle }),
    ...clauses(unmetColumns, { what: "column", name, titleOf: columnTitle }),
    ...clauses(single, { what: "cell", name, titleOf: cellTitle }),
  ];
}

interface Wording {
  what: string;
  name: string;
  titleOf: (cells: Cell[]) => string;
}
function clauses(groups: Cell[][], { what, name, titleOf }: Wording): string[] {
  const say = (met: Cell["met"], write: (things: string, them: string) => string) => {
    const titles = groups.filter((cells) => noticedBest(cells) === met).map(titleOf);
    const isOne = titles.length === 1;
    return titles.length === 0 ? [] : [write(`${what}${isOne ? "" : "s"} ${listed(titles)} of ${name}`, isOne ? "it" : "them")];
  };
  return [
    ...say("unread", (things, them) => `No example looks up the ${things}: add ${them} to an "each".`),
    ...say("unnamed", (things) => `No example expects a value that depends on the ${things}: name one, with enough digits.`),
  ];
}

/** Thresholds of bands that may be shifted by 2 %: no example stands on them. */
export const unmetEdges = (file: CalculatorFile): RuleFinding[] =>
  file
    .once(tablesIn)
    .filter(({ hasBands }) => hasBands)
    .flatMap((table) => {
      // The first threshold is where the range of the number begins, and 2 % of 0 are nothing.
      const groups = grouped(table.cells.filter(table.isKey), ({ path }) => path.slice(0, path.length === 1 ? 0 : -2).join());
      const unmet = groups.flatMap(([, ...edges]) => edges.filter(({ met, value }) => met !== "noticed" && value !== 0));
      if (unmet.length === 0) return [];
      const titles = listed(unmet.map((cell) => titleOf(cell, table)));
      const [things, them] = unmet.length > 1 ? ["thresholds", "them"] : ["threshold", "it"];
      const message = `No example stands on the ${things} ${titles} of ${table.name}: add ${them} to an "each", since a shifted one would go unseen.`;
      return [{ path: ["tables", table.name], message }];
    });

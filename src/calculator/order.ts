import type { FormulaEntry } from "./names.ts";

/** A cycle among formulas as its path of names, or undefined. Formulas are computed on demand, so no other order is needed. */
export function findCycle(formulas: Map<string, FormulaEntry>): string[] | undefined {
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (name: string): string[] | undefined => {
    if (done.has(name)) return undefined;
    const at = path.indexOf(name);
    if (at >= 0) return [...path.slice(at), name];
    path.push(name);
    for (const used of formulas.get(name)?.uses ?? []) {
      const cycle = formulas.has(used) ? visit(used) : undefined;
      if (cycle) return cycle;
    }
    path.pop();
    done.add(name);
    return undefined;
  };
  for (const name of formulas.keys()) {
    const cycle = visit(name);
    if (cycle) return cycle;
  }
  return undefined;
}

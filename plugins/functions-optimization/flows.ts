// The maximum flow by shortest augmenting paths (Edmonds and Karp 1972).
import type { Value } from "formulary";
import { failFormula } from "formulary/functions";
import type { Graph } from "./edges.ts";

const mostPaths = 2000;

/** The flow of each edge, the ways that were found, and the nodes on the side of the source. */
export function maximumFlow({ names, from, to, numbers }: Graph, source: number, sink: number): Value {
  if (source === sink) failFormula("maximumFlow needs a source and a sink that differ.");
  const flows = numbers.map(() => 0);
  const touching = names.map((_, node) => [...from.keys()].filter((edge) => from[edge] === node || to[edge] === node));
  // less than that is rounding
  const least = 1e-12 * Math.max(...numbers);
  const left = (edge: number, node: number) => (from[edge] === node ? numbers[edge]! - flows[edge]! : flows[edge]!);
  const otherEnd = (edge: number, node: number) => (from[edge] === node ? to[edge]! : from[edge]!);
  /** The edge through which each node was reached, by the fewest edges. */
  const search = (): Map<number, number> => {
    const reached = new Map([[source, -1]]);
    for (const node of reached.keys())
      for (const edge of touching[node]!) {
        const next = otherEnd(edge, node);
        if (!reached.has(next) && left(edge, node) > least) reached.set(next, edge);
      }
    return reached;
  };
  const paths: Value[] = [];
  let reached = search();
  while (reached.has(sink)) {
    if (paths.length >= mostPaths) failFormula(`maximumFlow: more than ${mostPaths} paths.`);
    const way: [edge: number, node: number][] = [];
    for (let node = sink; node !== source; ) {
      const edge = reached.get(node)!;
      node = otherEnd(edge, node);
      way.unshift([edge, node]);
    }
    const amount = Math.min(...way.map(([edge, node]) => left(edge, node)));
    for (const [edge, node] of way) flows[edge]! += from[edge] === node ? amount : -amount;
    paths.push({ nodes: [...way.map(([, node]) => names[node]!), names[sink]!], amount });
    reached = search();
  }
  const value = numbers.reduce(
    (sum, _, edge) => sum + (to[edge] === sink ? flows[edge]! : 0) - (from[edge] === sink ? flows[edge]! : 0),
    0,
  );
  return { value, flows, paths, sourceSide: [...reached.keys()].sort((a, b) => a - b).map((node) => names[node]!) };
}

// Shortest paths, spanning trees and flows of graphs, which are given edge by edge: the names of both ends and a number.
import type { Functions, Value } from "formulary";
import { entry, failFormula } from "formulary/functions";
import { type Graph, graphOf, mostEdges } from "./edges.ts";
import { maximumFlow } from "./flows.ts";

/** The shortest ways from one node, by Bellman and Ford: lengths below 0 are allowed, rounds below 0 are found. */
function shortestPaths(from: Value, to: Value, lengths: Value, start: Value): Value {
  const graph = graphOf([from, to, lengths], "shortestPaths");
  const count = graph.names.length;
  const first = graph.find(start, "node");
  const distances = new Array<number>(count).fill(Number.POSITIVE_INFINITY);
  const edges = new Array<number>(count).fill(-1);
  distances[first] = 0;
  let changed: number | undefined = first;
  for (let round = 0; round < count && changed !== undefined; round++) {
    changed = undefined;
    for (const [at, length] of graph.numbers.entries()) {
      const way = distances[graph.from[at]!]! + length;
      // a sum in another order is no shorter way
      const end = graph.to[at]!;
      if (way < distances[end]! - 1e-12 * Math.max(1, Math.abs(way))) [distances[end], edges[end], changed] = [way, at, end];
    }
  }
  if (changed !== undefined) return { nodes: [], distances: [], previous: [], cycle: roundThrough(changed, graph, edges) };
  const reached = [...distances.keys()].filter((node) => distances[node]! < Number.POSITIVE_INFINITY);
  reached.sort((a, b) => distances[a]! - distances[b]! || (a === first ? -1 : b === first ? 1 : a - b));
  return {
    nodes: reached.map((node) => graph.names[node]!),
    distances: reached.map((node) => distances[node]!),
    previous: reached.map((node) => (edges[node]! < 0 ? "" : graph.names[graph.from[edges[node]!]!]!)),
    cycle: [],
  };
}

/** The nodes of a round below 0, in its order, from a node that a last round of Bellman and Ford still changed. */
function roundThrough(changed: number, graph: Graph, edges: number[]): Value[] {
  const before = (node: number) => graph.from[edges[node]!]!;
  let node = changed;
  for (let step = 0; step < graph.names.length; step++) node = before(node);
  const round = [node];
  for (let at = before(node); at !== node; at = before(at)) round.push(at);
  return round.reverse().map((each) => graph.names[each]!);
}

/** Kruskal's choice, edges from the lightest without those that close a ring; from a start node Prim's, the lightest that leads on. */
function spanningTree(from: Value, to: Value, weights: Value, start?: Value): number[] {
  const graph = graphOf([from, to, weights], "spanningTree");
  const order = [...graph.numbers.keys()].sort((a, b) => graph.numbers[a]! - graph.numbers[b]! || a - b);
  const parents = graph.names.map((_, at) => at);
  const rootOf = (node: number): number => {
    let root = node;
    while (parents[root] !== root) root = parents[root]!;
    return root;
  };
  const chosen = order.filter((at) => {
    const [a, b] = [rootOf(graph.from[at]!), rootOf(graph.to[at]!)];
    parents[a] = b;
    return a !== b;
  });
  return start === undefined ? chosen : grown(graph, chosen, graph.find(start, "node"));
}

/** The edges of a tree in the order in which Prim's method takes them; further parts are grown from their lightest edge. */
function grown(graph: Graph, tree: number[], start: number): number[] {
  const inside = new Set([start]);
  const left = new Set(tree);
  const order: number[] = [];
  while (left.size > 0) {
    const next = [...left].find((at) => inside.has(graph.from[at]!) || inside.has(graph.to[at]!)) ?? [...left][0]!;
    inside.add(graph.from[next]!).add(graph.to[next]!);
    left.delete(next);
    order.push(next);
  }
  return order;
}

function flow(from: Value, to: Value, capacities: Value, source: Value, sink: Value): Value {
  const graph = graphOf([from, to, capacities], "maximumFlow");
  if (graph.numbers.some((capacity) => capacity < 0)) failFormula("maximumFlow needs capacities from 0.");
  return maximumFlow(graph, graph.find(source, "source"), graph.find(sink, "sink"));
}

const edgesOf = (list: Value) => (Array.isArray(list) ? Math.min(list.length, mostEdges) : 0);
// as: a table's function takes any values
const cost = (steps: (edges: number) => number) => ((from: Value) => steps(edgesOf(from))) as NonNullable<Functions[string]["cost"]>;

/** The functions of graphs. */
export const graphFunctions: Functions = {
  shortestPaths: {
    ...entry(
      "from to lengths start",
      'The shortest ways from one node along directed edges, each with a start, an end and a length (also below 0), as a row: nodes that can be reached, the nearest first, their distances, the node previous to each ("" for the start), and cycle: the nodes of a round whose length is below 0, where the lists are empty.',
      ['shortestPaths(["A", "A", "B"], ["B", "C", "C"], [1, 5, 2], "A").distances', [0, 1, 3]],
      "countTable",
      shortestPaths,
    ),
    cost: cost((edges) => 5 + edges + 0.01 * edges ** 2),
  },
  spanningTree: {
    ...entry(
      "from to weights start?",
      "The positions (from 0) of the edges of a minimum spanning tree, or of one for each part, in the order in which Kruskal's method takes them: from the lightest, without rings; with a start node in the order of Prim's. Change the signs for a maximum.",
      ['spanningTree(["A", "B", "A"], ["B", "C", "C"], [3, 1, 2])', [1, 2]],
      "countList",
      spanningTree,
    ),
    cost: cost((edges) => 5 + edges + 0.01 * edges ** 2),
  },
  maximumFlow: {
    ...entry(
      "from to capacities source sink",
      "The largest flow along directed edges with capacities, as a row: value, flows (of each edge), paths (rows with nodes and amount, as they were found, shortest first) and sourceSide: the nodes on the side of the source of a minimum cut.",
      ['maximumFlow(["A", "A", "B", "C"], ["B", "C", "D", "D"], [3, 2, 2, 4], "A", "D").value', 4],
      "countTable",
      flow,
    ),
    cost: cost((edges) => 10 + 0.1 * edges ** 2),
  },
};

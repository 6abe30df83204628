// Adds up a processor profile by parts of the program. A sample belongs to the owner of its function or, where that has none,
// to the owner of the nearest caller.

interface Node {
  id: number;
  callFrame: { functionName: string; url: string };
  children?: number[];
}
/** A profile as Node writes it. */
export interface Profile {
  nodes: Node[];
  samples: number[];
  timeDeltas: number[];
}
/** Which part a function belongs to: by its file, its name, or both. */
export interface Owner {
  part: string;
  file?: RegExp;
  name?: RegExp;
}
/** The time of each part and function, in microseconds. */
export interface Attribution {
  parts: Map<string, number>;
  functions: Map<string, number>;
  total: number;
}

const ownerOf = ({ callFrame: { url, functionName } }: Node, owners: Owner[]): string | undefined =>
  owners.find(({ file = /^/, name = /^/ }) => file.test(url) && name.test(functionName))?.part;
const idle = new Set(["(idle)", "(program)", "(root)"]);

/** Adds up a profile by the first owner that matches; everything else belongs to the part `otherwise`. */
export function attribute({ nodes, samples, timeDeltas }: Profile, owners: Owner[], otherwise: string): Attribution {
  const parts = new Map<string, number>();
  const functions = new Map<string, number>();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const partOf = new Map<number, string>();
  // Parents come before their children in the list, so a node without an owner takes the part of its caller.
  for (const node of nodes) {
    const part = ownerOf(node, owners) ?? partOf.get(node.id) ?? otherwise;
    partOf.set(node.id, part);
    for (const child of node.children ?? []) partOf.set(child, part);
  }
  let total = 0;
  for (const [index, id] of samples.entries()) {
    const { functionName, url } = byId.get(id)!.callFrame;
    if (idle.has(functionName)) continue;
    const time = timeDeltas[index]!;
    total += time;
    const part = functionName === "(garbage collector)" ? "garbage collection" : partOf.get(id)!;
    const place = `${functionName || "(anonymous)"} ${url.replace(/^.*\/(node_modules|dist)\//, "")}`.trim();
    parts.set(part, (parts.get(part) ?? 0) + time);
    functions.set(`${part}: ${place}`, (functions.get(`${part}: ${place}`) ?? 0) + time);
  }
  return { parts, functions, total };
}

/** The part of a profile between two times, in microseconds since its start. */
export function between(profile: Profile, from: number, to: number): Profile {
  let time = 0;
  const inside = profile.timeDeltas.map((delta) => {
    time += delta;
    return time >= from && time <= to;
  });
  return {
    nodes: profile.nodes,
    samples: profile.samples.filter((_, at) => inside[at]),
    timeDeltas: profile.timeDeltas.filter((_, at) => inside[at]),
  };
}

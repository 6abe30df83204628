// A processor profile as a table: whose work each sample is, by file, or by the nearest caller that has an owner.

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
/** Whose frame this is: by a file of ours or a package, a function's name, or both. */
export interface Owner {
  part: string;
  file?: RegExp;
  name?: RegExp;
}
/** The share of each part and function, in microseconds. */
export interface Attribution {
  parts: Map<string, number>;
  functions: Map<string, number>;
  total: number;
}

const ownerOf = ({ callFrame: { url, functionName } }: Node, owners: Owner[]): string | undefined =>
  owners.find(({ file = /^/, name = /^/ }) => file.test(url) && name.test(functionName))?.part;
const idle = new Set(["(idle)", "(program)", "(root)"]);

/** Adds up a profile by the owners, the first that fits; what nobody owns is `otherwise`'s. */
export function attribute({ nodes, samples, timeDeltas }: Profile, owners: Owner[], otherwise: string): Attribution {
  const parts = new Map<string, number>();
  const functions = new Map<string, number>();
  const known = new Map(nodes.map((node) => [node.id, node]));
  const owned = new Map<number, string>();
  // parents stand before their children: what a frame does not own itself is its caller's
  for (const node of nodes) {
    const part = ownerOf(node, owners) ?? owned.get(node.id) ?? otherwise;
    owned.set(node.id, part);
    for (const child of node.children ?? []) owned.set(child, part);
  }
  let total = 0;
  for (const [at, id] of samples.entries()) {
    const { functionName, url } = known.get(id)!.callFrame;
    if (idle.has(functionName)) continue;
    const time = timeDeltas[at]!;
    total += time;
    const part = functionName === "(garbage collector)" ? "garbage collection" : owned.get(id)!;
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

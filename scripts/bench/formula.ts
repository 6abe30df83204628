// One formula: ours against expr-eval, mathjs and JavaScript by hand, each in a process of its own.
import { inTurn, quantile, ratioOf, short, spreadOf, spreadText } from "./numbers.ts";
import { start } from "./processes.ts";
import type { Section, Settings } from "./report.ts";

interface Timed {
  name: string;
  sum: number;
  nanoseconds: number;
}
const rivals = ["placed", "object", "expr-eval", "mathjs-map", "mathjs", "javascript"] as const;
type Rival = (typeof rivals)[number];
const names: Record<Rival, string> = {
  placed: "Formulary, inputs in their slots",
  object: "Formulary, inputs in an object",
  "expr-eval": "expr-eval `evaluate`",
  "mathjs-map": "mathjs compiled, inputs in a Map",
  mathjs: "mathjs compiled, inputs in an object",
  javascript: "JavaScript by hand",
};
/** Each against its like: in the form that either likes best, or from a plain object. */
const promises: [us: "placed" | "object", them: Rival, least: number][] = [
  ["placed", "expr-eval", 5],
  ["placed", "mathjs-map", 3],
  ["object", "expr-eval", 5],
  ["object", "mathjs", 3],
];

/** Nanoseconds for one evaluation, over a dozen formulas. */
export async function measureFormulas({ quick, say }: Settings): Promise<Section> {
  const milliseconds = String(quick ? 40 : 75);
  const timed = await inTurn(rivals, quick ? 3 : 13, (rival, round) => {
    say(`formula: ${rival}, round ${round + 1}`);
    const script = rival === "placed" || rival === "object" ? "formulary" : "formula";
    return run([`scripts/bench/peers/${script}.mjs`, rival, milliseconds]);
  });
  checkSame(timed);
  const middles = Object.fromEntries(rivals.map((rival) => [rival, timed[rival].map(middleOf)])) as Record<Rival, number[]>;
  const nanoseconds = (rival: Rival) => short(spreadOf(middles[rival]).median);
  return {
    promised: promises.map(([us, them, least]) => ({
      what: `one formula: ${names[us]}, against ${names[them]}`,
      bound: "≥",
      limit: least,
      reached: ratioOf(middles[them], middles[us]),
      figures: `${nanoseconds(us)} against ${nanoseconds(them)} ns`,
    })),
    tables: [
      {
        title: "One formula",
        head: ["formula", ...rivals.map((rival) => `${names[rival]}, ns`)],
        rows: [
          ...timed.placed[0]!.map(({ name }, at) => [
            name,
            ...rivals.map((rival) => short(spreadOf(timed[rival].map((round) => round[at]!.nanoseconds)).median)),
          ]),
          ["**the median formula**", ...rivals.map((rival) => spreadText(spreadOf(middles[rival])))],
        ],
        note: "Processor time of one evaluation, every rival in a process of its own, in turn; all give the same results within 1e-9. A calculation puts its inputs into their slots once and then runs all its formulas.",
      },
    ],
  };
}

const middleOf = (timed: Timed[]) =>
  quantile(
    timed.map(({ nanoseconds }) => nanoseconds),
    0.5,
  );

function run(script: string[]): Promise<Timed[]> {
  const child = start("server", [process.execPath, ...script]);
  const said = { out: "", error: "" };
  child.stdout!.on("data", (chunk) => (said.out += chunk));
  child.stderr!.on("data", (chunk) => (said.error += chunk));
  return new Promise((resolve, reject) =>
    child.once("exit", (code) => (code === 0 ? resolve(JSON.parse(said.out) as Timed[]) : reject(new Error(said.error)))),
  );
}

function checkSame(timed: Record<Rival, Timed[][]>): void {
  for (const [at, { name, sum }] of timed.javascript[0]!.entries())
    for (const rival of rivals) {
      const other = timed[rival][0]![at]!.sum;
      if (Math.abs(other - sum) > 1e-9 * Math.abs(sum)) throw new Error(`${rival} computes ${name} otherwise: ${other}, not ${sum}.`);
    }
}

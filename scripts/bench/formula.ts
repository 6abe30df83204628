// One formula: Formulary against expr-eval, mathjs and JavaScript written by hand, each in its own process.
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
/** Who is compared with whom: both with their fastest form of inputs, or both with a plain object. */
const promises: [us: "placed" | "object", them: Rival, minimum: number][] = [
  ["placed", "expr-eval", 5],
  ["placed", "mathjs-map", 3],
  ["object", "mathjs", 3],
];

/** Nanoseconds for one evaluation, over a dozen formulas. */
export async function measureFormulas({ quick, log }: Settings): Promise<Section> {
  const milliseconds = String(quick ? 40 : 75);
  const timed = await inTurn(rivals, quick ? 3 : 13, (rival, round) => {
    log(`formula: ${rival}, round ${round + 1}`);
    const script = rival === "placed" || rival === "object" ? "formulary" : "formula";
    return run([`scripts/bench/peers/${script}.mjs`, rival, milliseconds]);
  });
  checkSameResults(timed);
  const medians = Object.fromEntries(rivals.map((rival) => [rival, timed[rival].map(medianOf)])) as Record<Rival, number[]>;
  const nanoseconds = (rival: Rival) => short(spreadOf(medians[rival]).median);
  return {
    promised: promises.map(([us, them, minimum]) => ({
      what: `one formula: ${names[us]}, against ${names[them]}`,
      bound: "≥",
      limit: minimum,
      reached: ratioOf(medians[them], medians[us]),
      figures: `${nanoseconds(us)} against ${nanoseconds(them)} ns`,
    })),
    tables: [
      {
        title: "One formula",
        head: ["formula", ...rivals.map((rival) => `${names[rival]}, ns`)],
        rows: [
          ...timed.placed[0]!.map(({ name }, index) => [
            name,
            ...rivals.map((rival) => short(spreadOf(timed[rival].map((round) => round[index]!.nanoseconds)).median)),
          ]),
          ["**the median formula**", ...rivals.map((rival) => spreadText(spreadOf(medians[rival])))],
        ],
        note: "Processor time of one evaluation, every rival in its own process, in turn; all give the same results within 1e-9. A calculation puts its inputs into their slots once and then runs all its formulas.",
      },
    ],
  };
}

const medianOf = (timed: Timed[]) =>
  quantile(
    timed.map(({ nanoseconds }) => nanoseconds),
    0.5,
  );

function run(script: string[]): Promise<Timed[]> {
  const child = start("server", [process.execPath, ...script]);
  const output = { out: "", error: "" };
  child.stdout!.on("data", (chunk) => (output.out += chunk));
  child.stderr!.on("data", (chunk) => (output.error += chunk));
  return new Promise((resolve, reject) =>
    child.once("exit", (code) => (code === 0 ? resolve(JSON.parse(output.out) as Timed[]) : reject(new Error(output.error)))),
  );
}

function checkSameResults(timed: Record<Rival, Timed[][]>): void {
  for (const [index, { name, sum }] of timed.javascript[0]!.entries())
    for (const rival of rivals) {
      const other = timed[rival][0]![index]!.sum;
      if (Math.abs(other - sum) > 1e-9 * Math.abs(sum)) throw new Error(`${rival} computes ${name} differently: ${other}, not ${sum}.`);
    }
}

// One formula: ours against expr-eval, mathjs and JavaScript by hand, each in a process of its own.
import { inTurn, quantile, ratioOf, short, spreadOf, spreadText } from "./numbers.ts";
import { start } from "./processes.ts";
import type { Section, Settings } from "./report.ts";

interface Timed {
  name: string;
  sum: number;
  nanoseconds: number;
}
const rivals = ["formulary", "expr-eval", "mathjs", "javascript"] as const;
type Rival = (typeof rivals)[number];
const names: Record<Rival, string> = {
  formulary: "Formulary",
  "expr-eval": "expr-eval, evaluate",
  mathjs: "mathjs, compiled",
  javascript: "JavaScript by hand",
};

/** Nanoseconds for one evaluation, over a dozen formulas. */
export async function measureFormulas({ quick, say }: Settings): Promise<Section> {
  const milliseconds = String(quick ? 40 : 150);
  const timed = await inTurn(rivals, quick ? 3 : 7, (rival, round) => {
    say(`formula: ${rival}, round ${round + 1}`);
    return rival === "formulary"
      ? run(["scripts/bench/peers/formulary.mjs", milliseconds])
      : run(["scripts/bench/peers/formula.mjs", rival, milliseconds]);
  });
  checkSame(timed);
  const middles = Object.fromEntries(rivals.map((rival) => [rival, timed[rival].map(middleOf)])) as Record<Rival, number[]>;
  const promise = (against: "expr-eval" | "mathjs", least: number) => ({
    what: `one formula against ${names[against]}`,
    bound: "≥" as const,
    limit: least,
    reached: ratioOf(middles[against], middles.formulary),
    figures: `${short(spreadOf(middles.formulary).median)} against ${short(spreadOf(middles[against]).median)} ns`,
  });
  return {
    promised: [promise("expr-eval", 5), promise("mathjs", 3)],
    tables: [
      {
        title: "One formula",
        head: ["formula", ...rivals.map((rival) => `${names[rival]}, ns`), "× expr-eval", "× mathjs"],
        rows: timed.formulary[0]!.map(({ name }, at) => {
          const of = (rival: Rival) => spreadOf(timed[rival].map((round) => round[at]!.nanoseconds)).median;
          return [
            name,
            ...rivals.map((rival) => short(of(rival))),
            short(of("expr-eval") / of("formulary")),
            short(of("mathjs") / of("formulary")),
          ];
        }),
        note: `Processor time of one evaluation with the inputs already parsed, every rival in a process of its own, in turn; the same results within 1e-9. The median formula: ${rivals.map((rival) => `${names[rival]} ${spreadText(spreadOf(middles[rival]))} ns`).join("; ")}.`,
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

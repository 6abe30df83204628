// The first answer of the command line, and Node alone beside it.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { root } from "../root.ts";
import { inTurn, short, spreadOf, spreadText } from "./numbers.ts";
import type { Section, Settings } from "./report.ts";

const commands = {
  "Node alone": [process.execPath, "-e", "0"],
  "formulary calc": [join(root, "scripts/formulary"), "calc", "compound-interest", "principal=1000", "rate=5%", "years=10"],
  "formulary search": [join(root, "scripts/formulary"), "search", "mortgage"],
} as const;
type Command = keyof typeof commands;

/** Seconds from the command to its end. */
export async function measureCommands({ quick, log }: Settings): Promise<Section> {
  const names = Object.keys(commands) as Command[];
  const timed = await inTurn(names, quick ? 3 : 9, async (name, round) => {
    log(`command: ${name}, round ${round + 1}`);
    const [program, ...words] = commands[name];
    const began = performance.now();
    execFileSync(program, words, { stdio: "ignore" });
    return (performance.now() - began) / 1000;
  });
  const reached = spreadOf(timed["formulary calc"]);
  return {
    promised: [
      {
        what: "command line: first answer",
        bound: "≤",
        limit: 0.5,
        unit: "s",
        reached,
        figures: `Node alone ${short(spreadOf(timed["Node alone"]).median)} s`,
      },
    ],
    tables: [{ title: "Command line", head: ["command", "s"], rows: names.map((name) => [name, spreadText(spreadOf(timed[name]))]) }],
  };
}

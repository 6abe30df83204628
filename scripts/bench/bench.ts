// npm run bench: every question in its turn, then the table of what was promised.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { measureFormulas } from "./formula.ts";
import { measureList } from "./list.ts";
import { machineTable } from "./machine.ts";
import { measurePages } from "./pages.ts";
import { measureParts } from "./parts.ts";
import { stopAll } from "./processes.ts";
import { promisedTable, type Section, type Settings, toMarkdown } from "./report.ts";
import { measureServer } from "./server.ts";
import { measureSizes } from "./sizes.ts";
import { measureStart } from "./start.ts";
import { measureStorage } from "./storage.ts";

const questions: Record<string, (settings: Settings) => Promise<Section>> = {
  formula: measureFormulas,
  server: measureServer,
  storage: measureStorage,
  list: measureList,
  pages: measurePages,
  parts: measureParts,
  start: measureStart,
  sizes: measureSizes,
};
const usage = `npm run bench                              everything, written to scripts/bench/RESULTS.md
npm run bench -- --quick                   shorter, and no 50,000 calculators; only printed
npm run bench -- --only server,formula     some of ${Object.keys(questions).join(", ")}; only printed
npm run bench -- --only sizes --sizes 500  other sizes of the catalogue than the usual ones`;

const { quick, only, help, ...more } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string" },
    sizes: { type: "string" },
    help: { type: "boolean", default: false },
  },
}).values;
const chosen = only?.split(",") ?? Object.keys(questions);
const sizes = more.sizes?.split(",").map(Number);
const unknown = chosen.filter((each) => !Object.hasOwn(questions, each));

if (help || unknown.length > 0) {
  process.stderr.write(`${unknown.length > 0 ? `There is no question ${unknown.join(", ")}.\n` : ""}${usage}\n`);
  process.exitCode = help ? 0 : 2;
} else await run();

async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "formulary-bench-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const began = performance.now();
  const say = (message: string) => process.stderr.write(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${message}\n`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
  const sections: Section[] = [];
  for (const name of chosen) {
    let section: Section;
    try {
      section = await questions[name]!({ quick, sizes, folder, say });
    } catch (error) {
      // the other figures took long, and stay
      process.exitCode = 1;
      stopAll();
      const { stack, cause } = error as Error;
      say(`${name} failed: ${stack}${cause ? `, because of ${String(cause)}` : ""}`);
      section = { promised: [], tables: [{ title: `${name} failed`, head: ["why"], rows: [[(error as Error).message]] }] };
    }
    sections.push(section);
    // at once: a long run that is stopped has not been for nothing
    for (const table of section.tables) process.stdout.write(`${toMarkdown(table)}\n\n`);
  }
  const lines = sections.flatMap((section) => section.promised);
  const promised = lines.length > 0 ? [promisedTable(lines)] : [];
  const tables = [...promised, ...sections.flatMap((section) => section.tables), machineTable()];
  const text = `# Speed\n\nWritten by \`npm run bench\`.\n\n${tables.map(toMarkdown).join("\n\n")}\n`;
  process.stdout.write(`${[...promised, machineTable()].map(toMarkdown).join("\n\n")}\n`);
  if (!quick && !only && !sizes) writeFileSync("scripts/bench/RESULTS.md", text);
}

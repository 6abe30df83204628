// npm run bench: every measurement in turn, then the table of promises.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { measureCommands } from "./command.ts";
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

const measurements: Record<string, (settings: Settings) => Promise<Section>> = {
  formula: measureFormulas,
  server: measureServer,
  storage: measureStorage,
  list: measureList,
  pages: measurePages,
  parts: measureParts,
  start: measureStart,
  command: measureCommands,
  sizes: measureSizes,
};
const usage = `npm run bench                              everything; the results are written to scripts/bench/RESULTS.md
npm run bench -- --quick                   shorter, without 50,000 calculators; results are only printed
npm run bench -- --only server,formula     some of ${Object.keys(measurements).join(", ")}; results are only printed
npm run bench -- --only sizes --sizes 500  other sizes of the catalogue`;

const { quick, only, help, ...more } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string" },
    sizes: { type: "string" },
    help: { type: "boolean", default: false },
  },
}).values;
const names = only?.split(",") ?? Object.keys(measurements);
const sizes = more.sizes?.split(",").map(Number);
const unknown = names.filter((each) => !Object.hasOwn(measurements, each));

if (help || unknown.length > 0) {
  process.stderr.write(`${unknown.length > 0 ? `There is no measurement ${unknown.join(", ")}.\n` : ""}${usage}\n`);
  process.exitCode = help ? 0 : 2;
} else await run();

async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "formulary-bench-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const began = performance.now();
  const log = (message: string) => process.stderr.write(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${message}\n`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
  const sections: Section[] = [];
  for (const name of names) {
    let section: Section;
    try {
      section = await measurements[name]!({ quick, sizes, folder, log });
    } catch (error) {
      // The other measurements took long: they go on, and their results are kept.
      process.exitCode = 1;
      stopAll();
      const { stack, cause } = error as Error;
      log(`${name} failed: ${stack}${cause ? `, caused by ${String(cause)}` : ""}`);
      section = { promised: [], tables: [{ title: `${name} failed`, head: ["why"], rows: [[(error as Error).message]] }] };
    }
    sections.push(section);
    // Printed at once, so that a run that is stopped still has results.
    for (const table of section.tables) process.stdout.write(`${toMarkdown(table)}\n\n`);
  }
  const promises = sections.flatMap((section) => section.promised);
  const promised = promises.length > 0 ? [promisedTable(promises)] : [];
  const tables = [...promised, ...sections.flatMap((section) => section.tables), machineTable()];
  const text = `# Speed\n\nWritten by \`npm run bench\`.\n\n${tables.map(toMarkdown).join("\n\n")}\n`;
  process.stdout.write(`${[...promised, machineTable()].map(toMarkdown).join("\n\n")}\n`);
  if (!quick && !only && !sizes) writeFileSync("scripts/bench/RESULTS.md", text);
}

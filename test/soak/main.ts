// npm run soak: hostile load for minutes. Every part prints its numbers; the exit status is 1 when a promise is
// broken.
import { parseArgs } from "node:util";
import { bytes } from "./bytes.ts";
import { dear } from "./dear.ts";
import { files } from "./files.ts";
import { formulas } from "./formulas.ts";
import { functionCosts } from "./functions.ts";
import { memory } from "./memory.ts";
import { firstFailures, type Part } from "./part.ts";
import { properties } from "./properties.ts";
import { stop } from "./stop.ts";
import { storage } from "./storage.ts";

const all: Part[] = [bytes, properties, formulas, functionCosts, dear, files, storage, stop, memory];
const { values } = parseArgs({
  options: { minutes: { type: "string", default: "10" }, only: { type: "string" }, seed: { type: "string" } },
});
const minutes = Number(values.minutes);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const names = values.only?.split(",");
const parts = all.filter(({ name }) => !names || names.includes(name));
if (!(minutes > 0) || parts.length === 0) {
  process.stderr.write(`Usage: npm run soak -- [--minutes 10] [--only ${all.map(({ name }) => name).join(",")}] [--seed 1]\n`);
  process.exit(2);
}

const totalWeight = all.reduce((sum, { weight }) => sum + weight, 0);
const rows: { part: string; promise: string; numbers: string; result: string }[] = [];
process.stdout.write(`Soak test of ${minutes} minutes, seed ${seed}\n`);
for (const { name, promise, weight, run } of parts) {
  const started = performance.now();
  const { numbers, failures } = await run({ minutes, seed, milliseconds: (minutes * 60_000 * weight) / totalWeight }).catch(
    (error: Error) => ({
      numbers: {},
      failures: [error.stack ?? error.message],
    }),
  );
  const text = Object.entries({ ...numbers, seconds: Math.round((performance.now() - started) / 1000) })
    .map(([what, value]) => `${what} ${typeof value === "number" ? Number(value.toPrecision(4)).toLocaleString("en") : value}`)
    .join(" · ");
  process.stdout.write(`${name}: ${text}\n`);
  for (const failure of firstFailures(failures, process.env.ALL ? 999 : 5)) process.stdout.write(`  BROKEN ${failure}\n`);
  rows.push({ part: name, promise, numbers: text, result: failures.length === 0 ? "kept" : "BROKEN" });
}

process.stdout.write(`\n| part | promise | measured | result |\n|---|---|---|---|\n`);
for (const { part, promise, numbers, result } of rows) process.stdout.write(`| ${part} | ${promise} | ${numbers} | ${result} |\n`);
process.exit(rows.every(({ result }) => result === "kept") ? 0 : 1);

// The days of one account's ledger: a log of lines, or, once nobody writes to it any more, the sums as JSON.
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Usage } from "formulary";
import { createTally, processId } from "./tally.ts";

const maxDays = 40;

/** The log of a day. */
export const logOf = (folder: string, day: number): string => join(folder, `${day}.log`);

/** The units of every day that is stored, but for one. */
export async function readHistory(folder: string, except?: number): Promise<Usage> {
  const usage: Usage = {};
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  for (const name of names.sort()) {
    const [, day, kind] = /^(\d+)\.(log|json)$/.exec(name) ?? [];
    if (!day || Number(day) === except) continue;
    const units =
      kind === "log"
        ? await unitsIn(folder, Number(day))
        : (JSON.parse(await readFile(join(folder, name), "utf8")) as Record<string, number>);
    if (units) usage[Number(day)] = units;
  }
  return usage;
}

/** Replaces logs by their sums two days later, when nobody writes to them any more, and removes the oldest days. */
export async function tidy(folder: string, today: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const day = Number(/^(\d+)\.(?:log|json)$/.exec(name)?.[1] ?? Number.NaN);
    if (day < today - maxDays) await rm(join(folder, name), { force: true });
    else if (day < today - 1 && name.endsWith(".log")) await sumUp(folder, day);
  }
}

async function sumUp(folder: string, day: number): Promise<void> {
  const temporary = join(folder, `.${day}-${processId}`);
  await writeFile(temporary, JSON.stringify((await unitsIn(folder, day)) ?? {}));
  await rename(temporary, join(folder, `${day}.json`));
  await rm(logOf(folder, day), { force: true });
}

async function unitsIn(folder: string, day: number): Promise<Record<string, number> | undefined> {
  const tally = createTally(day);
  tally.read(await readFile(logOf(folder, day), "latin1"));
  return tally.usage[day];
}

// Counted allowances as files: one line appended for every unit asked for, a file a day and account. The system appends
// whole lines in one order for all processes, and each line carries its own limit: whoever reads the file from its
// beginning comes to the same count and the same decisions. Lines survive the end of a process; a power cut may cost the last
// seconds' (they are not forced to the disk one by one).
import { randomBytes } from "node:crypto";
import { appendFile, type FileHandle, mkdir, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { count, type Taken, type Usage, unitsOf } from "formulary";

type When = { day: number; now: number; resets: number };
interface Asked {
  by: string;
  limit: number;
  resolve: (taken: Taken) => void;
  reject: (error: unknown) => void;
}
/** "+ who process number limit." takes a unit, "- who process number ." gives one back; a torn line lacks its end. */
const lineForm = /^([+-]) ([\w-]+) (\w+) (\d+) (\d*)\.$/;
const process_ = randomBytes(6).toString("hex");
let serial = 0;
const lineOf = (sign: "+" | "-", by: string, number: number, limit = Number.POSITIVE_INFINITY) =>
  `${sign} ${by} ${process_} ${number} ${Number.isFinite(limit) ? limit : ""}.\n`;
const mostAtOnce = 1000;

/** One account's units of one day, as far as its file has been read. */
function createTally(day: number) {
  const usage: Usage = {};
  const decisions = new Map<number, { taken: boolean; used: number }>();
  const since = serial;
  let rest = "";
  const take = (line: string) => {
    const [, sign, by, writer, number, limit] = lineForm.exec(line) ?? [];
    if (!by) return;
    const used = unitsOf(usage, day);
    const taken = sign === "+" && used < (limit === "" ? Number.POSITIVE_INFINITY : Number(limit));
    if (sign === "-" ? used > 0 : taken) count(usage, { day, by }, sign === "+" ? 1 : -1);
    if (sign === "+" && writer === process_ && Number(number) > since)
      decisions.set(Number(number), { taken, used: used + (taken ? 1 : 0) });
  };
  return {
    usage,
    read: (text: string) => {
      const lines = (rest + text).split("\n");
      rest = lines.pop()!;
      for (const line of lines) take(line);
    },
    used: () => unitsOf(usage, day),
    decision: (number: number) => {
      const found = decisions.get(number);
      decisions.delete(number);
      return found;
    },
  };
}

export interface Ledger {
  consume: (unit: { by: string; limit: number }) => Promise<Taken>;
  release: (unit: { by: string; day: number }) => Promise<void>;
  usage: () => Promise<Usage>;
  /** Lets go of the open file; the next call opens it again. */
  close: () => Promise<void>;
}

/** Counts the units of one account in a folder of its own. */
export function createLedger(folder: string, when: () => When): Ledger {
  const asked: Asked[] = [];
  const fileOf = (day: number) => join(folder, `${day}.log`);
  let current: { day: number; file: FileHandle; position: number; tally: ReturnType<typeof createTally> } | undefined;
  let working: Promise<void> | undefined;
  let checked = 0;

  async function opened({ day, now }: When) {
    // a file whose folder was taken away still accepts lines that nobody will ever read
    const gone = current && now - checked > 1000 && (checked = now) && (await current.file.stat()).nlink === 0;
    if (current && (gone || current.day !== day)) await close();
    if (current) return current;
    await mkdir(folder, { recursive: true });
    const file = await open(fileOf(day), "a+");
    current = { day, file, position: 0, tally: createTally(day) };
    await tidy(day);
    return current;
  }
  async function close() {
    const before = current;
    current = undefined;
    await before?.file.close();
  }
  async function readOn() {
    const { file, tally } = current!;
    const buffer = Buffer.allocUnsafe(64 * 1024);
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, current!.position);
      if (bytesRead === 0) return;
      current!.position += bytesRead;
      tally.read(buffer.toString("latin1", 0, bytesRead));
    }
  }

  async function work(): Promise<void> {
    while (asked.length > 0) {
      const batch = asked.splice(0, mostAtOnce);
      try {
        await decide(batch);
      } catch (error) {
        for (const { reject } of batch) reject(error);
        await close().catch(() => {});
      }
    }
    // in the same turn as the last look at the queue: whoever asks from now on starts anew
    working = undefined;
  }
  async function decide(batch: Asked[]): Promise<void> {
    const time = when();
    const { file, tally } = await opened(time);
    if (batch.some(({ limit }) => tally.used() >= limit)) await readOn();
    const used = tally.used();
    const possible = batch.filter(({ limit }) => used < limit).map((each) => ({ ...each, number: ++serial }));
    for (const { limit, resolve } of batch) if (used >= limit) resolve({ ...time, taken: false, used });
    if (possible.length === 0) return;
    // the line break before keeps a line that a full disk has torn from swallowing the next
    const text = `\n${possible.map(({ by, number, limit }) => lineOf("+", by, number, limit)).join("")}`;
    const { bytesWritten } = await file.write(text);
    if (bytesWritten < text.length) throw new Error("The disk is full.");
    await readOn();
    for (const { number, resolve, reject } of possible) {
      const decision = tally.decision(number);
      if (decision) resolve({ ...time, ...decision });
      else reject(new Error("A line that was written cannot be found again."));
    }
  }

  // Two days on nobody writes to a day's file any more: its sums take its place.
  async function tidy(today: number): Promise<void> {
    for (const name of await readdir(folder)) {
      const day = Number(/^(\d+)\.(?:log|json)$/.exec(name)?.[1] ?? Number.NaN);
      if (day < today - 40) await rm(join(folder, name), { force: true });
      else if (day < today - 1 && name.endsWith(".log")) await sumUp(day);
    }
  }
  async function sumUp(day: number): Promise<void> {
    const temporary = join(folder, `.${day}-${process_}`);
    await writeFile(temporary, JSON.stringify((await unitsOn(day)) ?? {}));
    await rename(temporary, join(folder, `${day}.json`));
    await rm(fileOf(day), { force: true });
  }
  async function unitsOn(day: number): Promise<Record<string, number> | undefined> {
    const tally = createTally(day);
    tally.read(await readFile(fileOf(day), "latin1"));
    return tally.usage[day];
  }

  return {
    consume: ({ by, limit }) =>
      new Promise((resolve, reject) => {
        asked.push({ by, limit, resolve, reject });
        working ??= work();
      }),
    release: ({ by, day }) => appendFile(fileOf(day), `\n${lineOf("-", by, ++serial)}`),
    usage: async () => {
      const usage: Usage = {};
      const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return [];
        throw error;
      });
      for (const name of names.sort()) {
        const [, day, kind] = /^(\d+)\.(log|json)$/.exec(name) ?? [];
        if (!day) continue;
        const units =
          kind === "log" ? await unitsOn(Number(day)) : (JSON.parse(await readFile(join(folder, name), "utf8")) as Record<string, number>);
        if (units) usage[Number(day)] = units;
      }
      return usage;
    },
    close: async () => {
      await working;
      await close();
    },
  };
}

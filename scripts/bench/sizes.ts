// Time and memory with 500, 5,000 and 50,000 calculators.
import { join } from "node:path";
import { short, spreadOf, spreadText } from "./numbers.ts";
import { measureSize, type SizeFigures } from "./one-size.ts";
import type { PromiseResult, Section, Settings } from "./report.ts";

type Row = [what: string, write: (figures: SizeFigures) => string];
const rows: Row[] = [
  ["boot to the first answer, cold, s", ({ cold }) => short(cold.median)],
  ["boot to the first answer, with the snapshot, s", ({ warm }) => short(warm.median)],
  ["memory after the boot, MB", ({ bootMegabytes }) => short(bootMegabytes)],
  ["memory after the first search, MB", ({ searchedMegabytes }) => short(searchedMegabytes)],
  ["memory when all were used once, MB", ({ usedMegabytes }) => short(usedMegabytes)],
  ["one calculation, µs of processor", ({ calculation }) => short(calculation)],
  ["detail of one calculator, ms p50", ({ detail }) => short(detail.median)],
  ["search p50, ms", ({ search }) => spreadText(spreadOf(search.map(({ p50 }) => p50)))],
  ["search p95, ms", ({ search }) => spreadText(spreadOf(search.map(({ p95 }) => p95)))],
  ["/healthz p50 and p95, ms", ({ health }) => `${short(health.p50)} and ${short(health.p95)}`],
  ["/robots.txt p50 and p95, ms: the least that an answer takes", ({ floor }) => `${short(floor.p50)} and ${short(floor.p95)}`],
  ["the whole list, bytes", ({ list }) => short(list.bytes)],
  ["the whole list, ratio to prepared bytes", ({ list }) => short(list.ratio.median)],
  ["one file saved → new answer, s", ({ reload }) => `${short(reload.median)} (${short(reload.low)}–${short(reload.high)})`],
  ["git checkout of all files → all new, s", ({ checkout }) => short(checkout.seconds)],
  ["requests during it, failed", ({ checkout }) => `${short(checkout.sent)}, ${checkout.failed}`],
  ["slowest answer during it, ms", ({ checkout }) => short(checkout.slowest)],
];

/** Everything that could grow with the catalogue. */
export async function measureSizes(settings: Settings): Promise<Section> {
  const counts = settings.sizes ?? (settings.quick ? [500, 5000] : [500, 5000, 50_000]);
  const sizes: SizeFigures[] = [];
  for (const count of counts) sizes.push(await measureSize(count, { ...settings, folder: join(settings.folder, String(count)) }));
  return {
    promised: sizes.filter((_, index) => counts[index] === 5000).flatMap(promises),
    tables: [
      {
        title: "Sizes",
        head: ["what", ...counts.map((count) => `${short(count)} calculators`)],
        rows: rows.map(([what, write]) => [what, ...sizes.map(write)]),
        note: "Copies of the catalogue's calculators in a temporary folder, each with its own slug and title; accounts and counts in files. Above 5,000 Node is allowed a heap of 12 GB.",
      },
    ],
  };
}

const exactly = (figure: number) => ({ median: figure, low: figure, high: figure });
const atMost = (what: string, { limit, unit }: { limit: number; unit: string }, measured: Pick<PromiseResult, "reached" | "figures">) => ({
  what,
  bound: "≤" as const,
  limit,
  unit,
  ...measured,
});

function promises({ cold, warm, reload, search, floor, checkout, usedMegabytes, coldCost, warmCost }: SizeFigures): PromiseResult[] {
  const searchTimes = spreadOf(search.map(({ p95 }) => p95));
  const start = "boot, 5,000 files, first answer";
  return [
    atMost(`${start} cold`, { limit: 4, unit: "s" }, { reached: cold, figures: `${short(coldCost)} s of processor, its start included` }),
    atMost(`${start} with the snapshot`, { limit: 0.9, unit: "s" }, { reached: warm, figures: `${short(warmCost)} s of processor` }),
    atMost(
      "save a file → new answer, 5,000 files",
      { limit: 0.5, unit: "s" },
      { reached: reload, figures: "found by watching the folder" },
    ),
    atMost(
      "failed requests during git checkout of 5,000 files",
      { limit: 0, unit: "requests" },
      { reached: exactly(checkout.failed), figures: `${short(checkout.sent)} requests` },
    ),
    atMost(
      "search, 5,000 entries, p95",
      { limit: 2, unit: "ms" },
      {
        reached: searchTimes,
        figures: `over HTTP, one at a time, thousands after others; a prepared answer: p95 ${short(floor.p95)} ms`,
      },
    ),
    atMost(
      "memory, 5,000 calculators, all used once",
      { limit: 260, unit: "MB" },
      { reached: exactly(usedMegabytes), figures: "RSS of the process" },
    ),
  ];
}

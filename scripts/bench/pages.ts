// What a page of a calculator costs the server: every calculator's page, shown for the second time.

import { createServer } from "formulary";
import { readConfiguration } from "../configuration.ts";
import { functionPlugins, serverPlugins } from "../plugins.ts";
import { quantile, short } from "./numbers.ts";
import type { Section, Settings } from "./report.ts";

interface Shown {
  slug: string;
  milliseconds: number;
  bytes: number;
}

/** Processor time of every page, in this process and without a socket. */
export async function measurePages({ quick, folder, say }: Settings): Promise<Section> {
  // one visitor may not ask so often: each question comes from another address
  const configuration = readConfiguration({ DATA_DIR: folder, STORAGE: "memory:", TRUST_PROXY: "1" });
  const server = await createServer({ ...configuration, plugins: [...functionPlugins(), ...(await serverPlugins(configuration))] });
  let visitors = 0;
  const show = async (slug: string): Promise<Shown> => {
    const visitor = ++visitors;
    const headers = { "x-forwarded-for": `10.${visitor >> 16}.${(visitor >> 8) & 255}.${visitor & 255}` };
    const began = process.cpuUsage();
    const response = await server.app.request(`/calculators/${slug}`, { headers });
    const text = await response.text();
    const { user, system } = process.cpuUsage(began);
    if (response.status !== 200) throw new Error(`The page of ${slug} answers ${response.status}.`);
    return { slug, milliseconds: (user + system) / 1000, bytes: Buffer.byteLength(text) };
  };
  const { calculators } = server.kernel.catalog.list();
  say("pages: each for the first time");
  for (const { slug } of calculators) await show(slug);
  const rounds: Shown[][] = [];
  for (let round = 0; round < (quick ? 1 : 3); round++) {
    say(`pages: again, round ${round + 1}`);
    const shown: Shown[] = [];
    for (const { slug } of calculators) shown.push(await show(slug));
    rounds.push(shown);
  }
  await server.close();
  // the middle of the rounds for each page: a collection of garbage falls on some page in every round
  const pages = rounds[0]!.map(({ slug, bytes }, at) => ({
    slug,
    bytes,
    milliseconds: quantile(
      rounds.map((round) => round[at]!.milliseconds),
      0.5,
    ),
  }));
  return report(pages);
}

function report(pages: Shown[]): Section {
  const times = pages.map(({ milliseconds }) => milliseconds);
  const dearest = pages.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, 5);
  const at = (share: number) => `${short(quantile(times, share))} ms`;
  return {
    promised: [],
    tables: [
      {
        title: "Pages",
        head: ["pages", "p50", "p95", "p99", "longest", "bytes, median"],
        rows: [
          [
            short(pages.length),
            at(0.5),
            at(0.95),
            at(0.99),
            at(1),
            short(
              quantile(
                pages.map(({ bytes }) => bytes),
                0.5,
              ),
            ),
          ],
        ],
        note: `Processor time of the page of every calculator, shown again, without a socket. The dearest: ${dearest.map(({ slug, milliseconds }) => `${slug} ${short(milliseconds)} ms`).join(", ")}.`,
      },
    ],
  };
}

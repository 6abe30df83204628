// The processor time of a calculator's page: every page, at its second request.
import { createServer } from "formulary";
import { readConfiguration } from "../configuration.ts";
import { functionPlugins } from "../plugins.ts";
import { serverPlugins } from "../server-plugins.ts";
import { quantile, short } from "./numbers.ts";
import type { Section, Settings } from "./report.ts";

interface PageFigures {
  slug: string;
  milliseconds: number;
  bytes: number;
}

/** Processor time of every page, in this process and without a socket. */
export async function measurePages({ quick, folder, log }: Settings): Promise<Section> {
  // One visitor may not send so many requests: each comes from another network address.
  const configuration = readConfiguration({ DATA_DIR: folder, STORAGE: "memory:", TRUST_PROXY: "1" });
  const server = await createServer({ ...configuration, plugins: [...functionPlugins(), ...(await serverPlugins(configuration))] });
  let visitors = 0;
  const request = async (slug: string): Promise<PageFigures> => {
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
  log("pages: each for the first time");
  for (const { slug } of calculators) await request(slug);
  const rounds: PageFigures[][] = [];
  for (let round = 0; round < (quick ? 1 : 3); round++) {
    log(`pages: again, round ${round + 1}`);
    const figures: PageFigures[] = [];
    for (const { slug } of calculators) figures.push(await request(slug));
    rounds.push(figures);
  }
  await server.close();
  // The median of each page: in every round the garbage collector runs during some page.
  const pages = rounds[0]!.map(({ slug, bytes }, index) => ({
    slug,
    bytes,
    milliseconds: quantile(
      rounds.map((round) => round[index]!.milliseconds),
      0.5,
    ),
  }));
  return report(pages);
}

function report(pages: PageFigures[]): Section {
  const times = pages.map(({ milliseconds }) => milliseconds);
  const slowest = pages.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, 5);
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
        note: `Processor time of the page of every calculator at its second request, without a socket. The slowest: ${slowest.map(({ slug, milliseconds }) => `${slug} ${short(milliseconds)} ms`).join(", ")}.`,
      },
    ],
  };
}

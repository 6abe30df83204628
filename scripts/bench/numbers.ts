// Statistics of several rounds, and how numbers are written.

/** Median, minimum and maximum of several figures. */
export interface Spread {
  median: number;
  low: number;
  high: number;
}

/** A quantile, interpolated between the two nearest figures: 0.5 is the median. */
export function quantile(figures: number[], share: number): number {
  if (figures.length === 0) return Number.NaN;
  const sorted = figures.toSorted((a, b) => a - b);
  const position = share * (sorted.length - 1);
  const [below, above] = [sorted[Math.floor(position)]!, sorted[Math.ceil(position)]!];
  return below + (above - below) * (position - Math.floor(position));
}

/** Median, lowest and highest. */
export function spreadOf(figures: number[]): Spread {
  return { median: quantile(figures, 0.5), low: quantile(figures, 0), high: quantile(figures, 1) };
}

/** The first divided by the second, round by round: what disturbs a round disturbs both. */
export function ratioOf(first: number[], second: number[]): Spread {
  return spreadOf(first.slice(0, second.length).map((figure, round) => figure / second[round]!));
}

/** Three significant digits, with commas between thousands. */
export function short(figure: number): string {
  if (!Number.isFinite(figure)) return "–";
  if (Math.abs(figure) >= 1000) return Math.round(figure).toLocaleString("en-US");
  return String(Number(figure.toPrecision(3)));
}

/** A median with its spread: `0.71 (0.68–0.75)`. */
export const spreadText = ({ median, low, high }: Spread): string => `${short(median)} (${short(low)}–${short(high)})`;

/** Runs rivals in turn, A B C A B C …, and returns the figures of each in the order of the rounds. */
export async function inTurn<Name extends string, Figure>(
  rivals: readonly Name[],
  rounds: number,
  run: (rival: Name, round: number) => Promise<Figure>,
): Promise<Record<Name, Figure[]>> {
  const figures = Object.fromEntries(rivals.map((rival) => [rival, [] as Figure[]])) as Record<Name, Figure[]>;
  for (let round = 0; round < rounds; round++) for (const rival of rivals) figures[rival].push(await run(rival, round));
  return figures;
}

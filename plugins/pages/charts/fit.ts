// The straight line of least squares through points.

/** The ends of the line over the range of x; undefined where it would be vertical. */
export function lineThrough(xs: number[], ys: number[]): [x: number, y: number][] | undefined {
  const places = xs.map((_, at) => at).filter((at) => Number.isFinite(ys[at]));
  const mean = (values: number[]) => places.reduce((sum, at) => sum + values[at]!, 0) / places.length;
  const [meanX, meanY] = [mean(xs), mean(ys)];
  const spread = places.reduce((sum, at) => sum + (xs[at]! - meanX) ** 2, 0);
  if (!(spread > 0)) return undefined;
  const slope = places.reduce((sum, at) => sum + (xs[at]! - meanX) * (ys[at]! - meanY), 0) / spread;
  const drawn = places.map((at) => xs[at]!);
  return [Math.min(...drawn), Math.max(...drawn)].map((x) => [x, meanY + slope * (x - meanX)]);
}

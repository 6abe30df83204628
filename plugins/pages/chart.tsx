// Charts as SVG: drawn by the server, coloured by the style sheet, and described in words for screen readers.
import { scaleLinear } from "d3-scale";
import { line } from "d3-shape";
import { significant } from "formulary/functions";
import type { Bars } from "./bars.ts";
import type { Curve, Point } from "./curve.ts";

const [width, height] = [640, 300];
const margin = { top: 14, right: 22, bottom: 36, left: 84 };

/** A curve with its axes, and the point of the present calculation. */
export function CurveChart({ curve, id }: { curve: Curve; id: string }) {
  const { points, current, xTitle, yTitle } = curve;
  const { x, y } = scalesOf(points);
  const path = line<Point>(
    (point) => x(point[0]),
    (point) => y(point[1]),
  )
    .defined(([, value]) => Number.isFinite(value))
    .digits(1)(points);
  return (
    <figure>
      <svg class="chart" viewBox={`0 0 ${width} ${height}`} role="img" aria-labelledby={`${id}-title ${id}-description`}>
        <title id={`${id}-title`}>{`${yTitle} over ${xTitle}`}</title>
        <desc id={`${id}-description`}>{descriptionOf(curve)}</desc>
        {y.ticks(5).map((tick) => (
          <>
            <path class="grid" d={`M${margin.left} ${round(y(tick))}H${width - margin.right}`} />
            <text x={margin.left - 8} y={round(y(tick) + 5)} text-anchor="end">
              {short(tick)}
            </text>
          </>
        ))}
        {x.ticks(6).map((tick) => (
          <text x={round(x(tick))} y={height - 10} text-anchor="middle">
            {short(tick)}
          </text>
        ))}
        <path class="curve" d={path ?? ""} />
        {current && Number.isFinite(current[1]) && <circle class="current" cx={round(x(current[0]))} cy={round(y(current[1]))} r="6" />}
      </svg>
      <figcaption>
        {yTitle} over {inSentence(xTitle)}
      </figcaption>
    </figure>
  );
}

const finitePoints = (points: Point[]) => points.filter(([, y]) => Number.isFinite(y));

function scalesOf(points: Point[]) {
  const xs = points.map(([x]) => x);
  const ys = finitePoints(points).map(([, y]) => y);
  const [low, high] = [Math.min(...ys), Math.max(...ys)];
  // the axis starts at zero unless the values are far from it, where their change would not be visible
  const fromZero = low >= 0 ? low < 0.6 * high : high <= 0 && high > 0.6 * low;
  const range = fromZero ? [Math.min(0, low), Math.max(0, high)] : low === high ? [low - 1, high + 1] : [low, high];
  return {
    x: scaleLinear([Math.min(...xs), Math.max(...xs)], [margin.left, width - margin.right]),
    y: scaleLinear(range, [height - margin.bottom, margin.top]).nice(5),
  };
}

function descriptionOf({ points, current }: Curve): string {
  const finite = finitePoints(points);
  const ys = finite.map(([, y]) => y);
  const at = ([x, y]: Point) => `${short(y)} at ${short(x)}`;
  const range = `lowest ${short(Math.min(...ys))}, highest ${short(Math.max(...ys))}`;
  return `From ${at(finite[0]!)} to ${at(finite.at(-1)!)}; ${range}.${current ? ` This calculation: ${at(current)}.` : ""}`;
}

const round = (value: number) => Number(value.toFixed(1));
const short = (value: number) => significant(value, 5);
/** A title inside a sentence; a word in capitals is not changed. */
const inSentence = (text: string) => (/^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text);

/** A bar for each value; the longest label decides where the bars start. */
export function BarChart({ bars: { title, unit, bars }, id }: { bars: Bars; id: string }) {
  const step = 34;
  const left = Math.min(260, 24 + 7.2 * Math.max(...bars.map(({ label }) => label.length)));
  const values = bars.map(({ value }) => value);
  const x = scaleLinear([Math.min(0, ...values), Math.max(0, ...values)], [left, width - 110]);
  const chartHeight = step * bars.length + 8;
  return (
    <figure>
      <svg class="chart" viewBox={`0 0 ${width} ${chartHeight}`} role="img" aria-labelledby={`${id}-title ${id}-description`}>
        <title id={`${id}-title`}>{title}</title>
        <desc id={`${id}-description`}>{bars.map(({ label, value }) => `${label}: ${short(value)}`).join("; ")}.</desc>
        {bars.map(({ label, value, chosen }, at) => (
          <>
            <text x={left - 10} y={at * step + 24} text-anchor="end" class={chosen ? "value" : undefined}>
              {label.length > 34 ? `${label.slice(0, 33)}…` : label}
            </text>
            <rect
              class={chosen ? "bar current" : "bar"}
              x={round(Math.min(x(0), x(value)))}
              y={at * step + 6}
              width={Math.max(1, round(Math.abs(x(value) - x(0))))}
              height={step - 10}
              rx="3"
            />
            <text x={round(Math.max(x(0), x(value)) + 8)} y={at * step + 24} class="value">
              {short(value)}
            </text>
          </>
        ))}
      </svg>
      <figcaption>
        {title}
        {unit && ` (${unit})`}
      </figcaption>
    </figure>
  );
}

// Charts as SVG: drawn by the server, coloured by the style sheet, said in words for those who do not see them.
import { scaleLinear } from "d3-scale";
import { line } from "d3-shape";
import { significant } from "formulary/functions";
import type { Bars, Curve } from "./curves.ts";

const [width, height] = [640, 300];
const margin = { top: 14, right: 22, bottom: 36, left: 84 };

/** A curve with its axes, and where the calculation stands on it. */
export function CurveChart({ curve, id }: { curve: Curve; id: string }) {
  const { points, now, across, up } = curve;
  const known = points.filter(([, y]) => Number.isFinite(y));
  const xs = points.map(([x]) => x);
  const ys = known.map(([, y]) => y);
  const [low, high] = [Math.min(...ys), Math.max(...ys)];
  // near nothing the axis starts at nothing; a small change far from it keeps its own range
  const fromZero = low >= 0 ? low < 0.6 * high : high <= 0 && high > 0.6 * low;
  const x = scaleLinear([Math.min(...xs), Math.max(...xs)], [margin.left, width - margin.right]);
  const y = scaleLinear(fromZero ? [Math.min(0, low), Math.max(0, high)] : low === high ? [low - 1, high + 1] : [low, high], [
    height - margin.bottom,
    margin.top,
  ]).nice(5);
  const path = line<[number, number]>(
    (point) => x(point[0]),
    (point) => y(point[1]),
  )
    .defined(([, value]) => Number.isFinite(value))
    .digits(1)(points);
  const [first, last] = [known[0]!, known.at(-1)!];
  return (
    <figure>
      <svg class="chart" viewBox={`0 0 ${width} ${height}`} role="img" aria-labelledby={`${id}-title ${id}-words`}>
        <title id={`${id}-title`}>{`${up} over ${across}`}</title>
        <desc id={`${id}-words`}>
          {`From ${short(first[1])} at ${short(first[0])} to ${short(last[1])} at ${short(last[0])}; lowest ${short(low)}, highest ${short(high)}.${now ? ` This calculation: ${short(now[1])} at ${short(now[0])}.` : ""}`}
        </desc>
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
        {now && Number.isFinite(now[1]) && <circle class="now" cx={round(x(now[0]))} cy={round(y(now[1]))} r="6" />}
      </svg>
      <figcaption>
        {up} over {lowered(across)}
      </figcaption>
    </figure>
  );
}

const round = (value: number) => Number(value.toFixed(1));
const short = (value: number) => significant(value, 5);
/** A title inside a sentence; what is written in capitals stays. */
const lowered = (text: string) => (/^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text);

/** Values side by side, longest labels first in mind. */
export function BarChart({ bars: { title, unit, bars }, id }: { bars: Bars; id: string }) {
  const step = 34;
  const left = Math.min(260, 24 + 7.2 * Math.max(...bars.map(({ label }) => label.length)));
  const values = bars.map(({ value }) => value);
  const x = scaleLinear([Math.min(0, ...values), Math.max(0, ...values)], [left, width - 110]);
  const all = step * bars.length + 8;
  return (
    <figure>
      <svg class="chart" viewBox={`0 0 ${width} ${all}`} role="img" aria-labelledby={`${id}-title ${id}-words`}>
        <title id={`${id}-title`}>{title}</title>
        <desc id={`${id}-words`}>{bars.map(({ label, value }) => `${label}: ${short(value)}`).join("; ")}.</desc>
        {bars.map(({ label, value, chosen }, at) => (
          <>
            <text x={left - 10} y={at * step + 24} text-anchor="end" class={chosen ? "value" : undefined}>
              {label.length > 34 ? `${label.slice(0, 33)}…` : label}
            </text>
            <rect
              class={chosen ? "bar now" : "bar"}
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

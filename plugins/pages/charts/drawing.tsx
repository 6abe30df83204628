// Charts as SVG: drawn by the server, coloured by the style sheet, and described in words for screen readers.
import { area, curveStepAfter, line, type SeriesPoint, stack } from "d3-shape";
import { height, margin, narrowest, type Scale, width, xScale, yScale } from "./axes.ts";
import type { Plot, Series } from "./chart.ts";
import { lineThrough } from "./fit.ts";

interface DrawnProps {
  plot: Plot;
  x: Scale;
  y: Scale;
}

/** A chart with its axes, its legend, and the point of the present calculation. */
export function PlotChart({ plot, id }: { plot: Plot; id: string }) {
  const { series, current, title } = plot;
  const [x, y] = [xScale(plot), yScale(plot)];
  return (
    <figure>
      <p class="axis-title">{plot.y.title}</p>
      <svg
        class="chart"
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        tabindex={0}
        aria-labelledby={`${id}-title ${id}-description`}
        data-points={JSON.stringify(pointsOf(plot, x, y))}
      >
        <title id={`${id}-title`}>{title}</title>
        <desc id={`${id}-description`}>{descriptionOf(plot, x, y)}</desc>
        <Axes x={x} y={y} />
        <Marks plot={plot} x={x} y={y} />
        {current && Number.isFinite(current[1]) && (
          <circle class="current" cx={round(x.at(current[0]))} cy={round(y.at(current[1]))} r="6" />
        )}
      </svg>
      <p class="axis-title end">{plot.x.title}</p>
      <figcaption aria-live="polite">{title}</figcaption>
      <SaveButtons />
      {series.length > 1 && <Legend series={series} />}
    </figure>
  );
}

function SaveButtons() {
  return (
    <p class="small row scripted screen-only">
      {["SVG", "PNG"].map((format) => (
        <button type="button" class="link" data-save={format.toLowerCase()} aria-label={`The chart as ${format}`}>
          {format}
        </button>
      ))}
    </p>
  );
}

/** The names of series beside their colours. */
export function Legend({ series }: { series: Series[] }) {
  return (
    <ul class="legend">
      {series.map(({ title }, at) => (
        <li class={`series-${at}`}>{title}</li>
      ))}
    </ul>
  );
}

function Axes({ x, y }: Pick<DrawnProps, "x" | "y">) {
  const right = width - margin.right;
  return (
    <>
      {y.ticks.map(({ at, text }) => (
        <>
          <path class="grid" d={`M${margin.left} ${round(at)}H${right}`} />
          <text x={margin.left - 8} y={round(at + 5)} text-anchor="end">
            {text}
          </text>
        </>
      ))}
      {x.ticks.map(({ at, text }, place) => (
        // on a narrow screen every second text has no room
        <text class={place % 2 === 1 ? "wide" : undefined} x={round(at)} y={height - 12} text-anchor={at > right - 30 ? "end" : "middle"}>
          {text}
        </text>
      ))}
    </>
  );
}

function Marks(drawn: DrawnProps) {
  const { plot } = drawn;
  if (plot.kind === "columns") return <Columns {...drawn} />;
  if (plot.kind === "scatter") return <Dots {...drawn} />;
  if (plot.kind === "stacked") return <Stack {...drawn} />;
  return <Lines {...drawn} />;
}

function Lines({ plot: { kind, xs, series, filled: [from, to] = [-Infinity, Infinity] }, x, y }: DrawnProps) {
  const places = xs.map((_, at) => at);
  return (
    <>
      {series.map(({ values }, at) => {
        const shape = { x: (place: number) => x.at(xs[place]!), y: (place: number) => y.at(values[place]!) };
        const isDrawn = (place: number) => Number.isFinite(values[place]);
        const outline = line<number>(shape.x, shape.y).defined(isDrawn).digits(1);
        const isFilled = (place: number) => isDrawn(place) && xs[place]! >= from && xs[place]! <= to;
        const filled = area<number>(shape.x, y.at(0), shape.y).defined(isFilled).digits(1);
        if (kind === "steps") outline.curve(curveStepAfter);
        return (
          <>
            {kind === "area" && <path class={`fill series-${at}`} d={filled(places) ?? ""} />}
            <path class={`curve series-${at}`} d={outline(places) ?? ""} />
          </>
        );
      })}
    </>
  );
}

function Stack({ plot: { xs, series }, x, y }: DrawnProps) {
  const layers = stack<number, number>()
    .keys(series.map((_, at) => at))
    .value((place, at) => series[at]!.values[place] || 0)(xs.map((_, place) => place));
  const shape = area<SeriesPoint<number>>(
    ({ data }) => x.at(xs[data]!),
    ([low]) => y.at(low),
    ([, high]) => y.at(high),
  ).digits(1);
  return (
    <>
      {layers.map((layer, at) => (
        <path class={`fill series-${at}`} d={shape(layer) ?? ""} />
      ))}
    </>
  );
}

function Columns({ plot: { xs, series }, x, y }: DrawnProps) {
  const slot = 0.8 * Math.abs(x.at(narrowest(xs)) - x.at(0));
  const each = Math.min(40, slot / series.length);
  return (
    <>
      {series.map(({ values }, at) =>
        values.map((value, place) => {
          if (!Number.isFinite(value)) return null;
          const [top, bottom] = [y.at(Math.max(0, value)), y.at(Math.min(0, value))];
          const left = x.at(xs[place]!) + (at - series.length / 2) * each;
          return (
            <rect
              class={`fill series-${at}`}
              x={round(left)}
              y={round(top)}
              width={round(each * 0.95)}
              height={round(Math.max(0.5, bottom - top))}
            />
          );
        }),
      )}
    </>
  );
}

function Dots({ plot: { xs, series, fit }, x, y }: DrawnProps) {
  return (
    <>
      {series.map(({ values }, at) => {
        const ends = fit ? lineThrough(xs, values) : undefined;
        return (
          <>
            {values.map((value, place) =>
              Number.isFinite(value) ? (
                <circle class={`dot series-${at}`} cx={round(x.at(xs[place]!))} cy={round(y.at(value))} r="4" />
              ) : null,
            )}
            {ends && (
              <path class={`curve series-${at}`} d={`M${ends.map((end) => `${round(x.at(end[0]))} ${round(y.at(end[1]))}`).join("L")}`} />
            )}
          </>
        );
      })}
    </>
  );
}

/** What the script shows under the pointer: the place on the x axis, a text, and the places on the y axis. */
function pointsOf({ x: axis, xs, series }: Plot, x: Scale, y: Scale): [number, string, number[]][] {
  const isDrawn = (_: number, place: number) => series.some(({ values }) => Number.isFinite(values[place]));
  const places = xs.map((_, place) => place).filter(isDrawn);
  return places.map((place) => {
    const at = xs[place]!;
    const shown = series.filter(({ values }) => Number.isFinite(values[place]));
    const texts = shown.map(({ title, values }) => `${title} ${y.text(values[place]!)}`);
    return [round(x.at(at)), `${axis.title} ${x.text(at)}: ${texts.join(", ")}`, shown.map(({ values }) => round(y.at(values[place]!)))];
  });
}

function descriptionOf({ xs, series, current }: Plot, x: Scale, y: Scale): string {
  const at = (place: number, value: number) => `${y.text(value)} at ${x.text(place)}`;
  const parts = series.map(({ title, values }) => {
    const places = xs.map((_, place) => place).filter((place) => Number.isFinite(values[place]));
    if (places.length === 0) return "";
    const [first, last] = [places[0]!, places.at(-1)!];
    const finite = places.map((place) => values[place]!);
    const range = `lowest ${y.text(Math.min(...finite))}, highest ${y.text(Math.max(...finite))}`;
    return `${series.length > 1 ? `${title}: from` : "From"} ${at(xs[first]!, values[first]!)} to ${at(xs[last]!, values[last]!)}; ${range}. `;
  });
  return `${parts.join("")}${current && Number.isFinite(current[1]) ? `This calculation: ${at(...current)}.` : ""}`.trim();
}

const round = (value: number) => Number(value.toFixed(1));

// Bars with names, and the bands of a scale: lines of text with a bar below each, which have room on every screen.
import { significant } from "formulary/functions";
import type { Bands, Bars } from "./chart.ts";
import { Legend } from "./drawing.tsx";

/** A name for each group of bars, and a bar for each series. */
export function BarChart({ bars: { title, labels, series, chosen }, id }: { bars: Bars; id: string }) {
  const values = series.flatMap((each) => each.values).filter(Number.isFinite);
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const percent = (value: number) => Number(((value / (high - low || 1)) * 100).toFixed(1));
  return (
    <figure class="bars">
      <figcaption id={id}>{title}</figcaption>
      {series.length > 1 && <Legend series={series} />}
      <dl aria-labelledby={id}>
        {labels.map((label, place) => (
          <div class={place === chosen ? "chosen" : undefined}>
            <dt>{label}</dt>
            {series.map((each, at) => {
              const value = each.values[place]!;
              return (
                <dd>
                  <svg aria-hidden="true">
                    {Number.isFinite(value) && (
                      <rect
                        class={`fill series-${at}`}
                        x={`${percent(Math.min(0, value) - low)}%`}
                        width={`${Math.max(0.3, percent(Math.abs(value)))}%`}
                        height="100%"
                        rx="2"
                      />
                    )}
                  </svg>
                  <span>{Number.isFinite(value) ? significant(value, 6) : "none"}</span>
                </dd>
              );
            })}
          </div>
        ))}
      </dl>
    </figure>
  );
}

/** A strip with the bands of a scale and a mark at the value; the bands are named below it. */
export function BandsChart({ bands: { title, edges, names, at }, id }: { bands: Bands; id: string }) {
  const [first, last] = [edges[0]!, edges.at(-1)!];
  const percent = (value: number) => Number((((value - first) / (last - first)) * 100).toFixed(1));
  const current = names.findLastIndex((_, place) => at >= edges[place]!);
  const rangeText = (place: number) =>
    place === names.length - 1
      ? `from ${significant(edges[place]!, 5)}`
      : `${significant(edges[place]!, 5)} to below ${significant(edges[place + 1]!, 5)}`;
  return (
    <figure class="bands">
      <figcaption id={id}>{title}</figcaption>
      <svg aria-hidden="true">
        {names.map((_, place) => (
          <rect
            class={place === current ? "fill" : place % 2 === 0 ? "even" : "odd"}
            x={`${percent(edges[place]!)}%`}
            width={`${percent(edges[place + 1]!) - percent(edges[place]!)}%`}
            height="100%"
          />
        ))}
        <line x1={`${percent(at)}%`} x2={`${percent(at)}%`} y1="0" y2="100%" />
      </svg>
      <ol class="list" aria-labelledby={id}>
        {names.map((name, place) => (
          <li aria-current={place === current ? "true" : undefined}>
            {name} <span class="small">{rangeText(place)}</span>
          </li>
        ))}
      </ol>
    </figure>
  );
}

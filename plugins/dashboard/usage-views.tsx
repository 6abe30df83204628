// The views of usage: numbers, a chart, and a table for people who do not see the chart.
import type { Account, ApiKey, Plan } from "../accounts/index.ts";
import { Notice } from "../pages/index.ts";
import { formatDate } from "./dates.ts";
import { DateTime } from "./layout.tsx";
import type { Day, Usage } from "./usage.ts";

/** A number with commas between thousands. */
export const formatNumber = (value: number): string => (Number.isFinite(value) ? value.toLocaleString("en") : "unlimited");
/** A number of things: "1 key", "2 keys". */
export const countOf = (value: number, noun: string): string => `${formatNumber(value)} ${noun}${value === 1 ? "" : "s"}`;

/** Today's count against the plan, and the last thirty days. */
export function UsageSection({ usage, account }: { usage: Usage | undefined; account: Account }) {
  if (!usage)
    return (
      <section class="card">
        <h2>Usage</h2>
        <Notice alert>The counts cannot be read at the moment. Nothing is lost: try again in a minute.</Notice>
      </section>
    );
  const { today, plan, resets, minutes } = usage;
  const limited = Number.isFinite(plan.calculations);
  const wait = minutes >= 60 ? `${Math.floor(minutes / 60)} h ${minutes % 60} min` : `${minutes} min`;
  return (
    <section class="card">
      <h2>Usage</h2>
      <p class="today">
        <strong>{formatNumber(today.total)}</strong>
        {limited
          ? ` of ${formatNumber(plan.calculations)} calculations today`
          : ` ${today.total === 1 ? "calculation" : "calculations"} today, without a limit`}
      </p>
      {limited && (
        <progress
          aria-label="Calculations used today"
          max={Math.max(1, plan.calculations)}
          value={Math.min(today.total, plan.calculations)}
        />
      )}
      <p class="small">
        {"The count starts again at "}
        <DateTime at={resets} />
        {`, in ${wait}. All your keys share it.`}
      </p>
      <Chart days={usage.days} id="month" caption="Calculations a day, the last 30 days" />
      <Table days={usage.days} keys={account.keys} />
    </section>
  );
}

const dayOf = (date: string) => formatDate(date, "short");

/** Thirty bars with a text beside them: the text stays readable on every screen. */
export function Chart({ days, id, caption, of }: { days: Day[]; id: string; caption: string; of?: string }) {
  const values = days.map(({ total, byKey }) => (of === undefined ? total : (byKey[of] ?? 0)));
  const highest = Math.max(...values);
  const sum = values.reduce((total, value) => total + value, 0);
  const highestDay = days[values.indexOf(highest)]!;
  const summary = sum === 0 ? "none yet." : `${formatNumber(sum)} in total, most on ${dayOf(highestDay.date)}: ${formatNumber(highest)}.`;
  if (sum === 0)
    return (
      <p class="small">
        {caption}: {summary}
      </p>
    );
  const height = (value: number) => (value === 0 ? 0 : Math.max(2, (value / highest) * 96));
  return (
    <figure class="bar-chart">
      <figcaption id={`${id}-caption`}>{caption}</figcaption>
      <p class="small">{summary}</p>
      <svg class="chart" viewBox="0 0 300 100" preserveAspectRatio="none" role="img" aria-label={`${caption}. ${summary}`}>
        <line class="grid" x1="0" x2="300" y1="99.5" y2="99.5" />
        {days.map(({ date }, index) => (
          <rect
            class={index === days.length - 1 ? "bar current" : "bar"}
            x={index * 10 + 1}
            width="8"
            y={(99 - height(values[index]!)).toFixed(1)}
            height={height(values[index]!).toFixed(1)}
          >
            <title>{`${dayOf(date)}: ${formatNumber(values[index]!)}`}</title>
          </rect>
        ))}
      </svg>
      <div class="axis small" aria-hidden="true">
        <span>{dayOf(days[0]!.date)}</span>
        <span>today</span>
      </div>
    </figure>
  );
}

/** The same days as a table, with a column for each key that was used. */
function Table({ days, keys }: { days: Day[]; keys: ApiKey[] }) {
  const used = keys.filter(({ id }) => days.some(({ byKey }) => byKey[id]));
  const activeDays = days.filter(({ total }) => total > 0).reverse();
  if (activeDays.length === 0) return null;
  return (
    <details>
      <summary>As a table, by key</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, also by keyboard */}
      <section class="scroll" aria-label="Calculations by day and key" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col" class="number">
                All
              </th>
              {used.map(({ name, hint }) => (
                <th scope="col" class="number">{`${name || "deleted"} …${hint}`}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {activeDays.map(({ date, total, byKey }) => (
              <tr>
                <td>
                  <DateTime at={date} day />
                </td>
                <td class="number">{formatNumber(total)}</td>
                {used.map(({ id }) => (
                  <td class="number">{formatNumber(byKey[id] ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}

const describePlan = ({ calculations, keys }: Plan) =>
  `${Number.isFinite(calculations) ? `${formatNumber(calculations)} calculations a day` : "any number of calculations"} and ${countOf(keys, "key")} at a time`;

/** What the plan allows, and what the next one allows. */
export function PlanSection({ plan, next }: { plan: Plan; next?: Plan | undefined }) {
  return (
    <section class="card">
      <h2>{`Plan: ${plan.name}`}</h2>
      <p>{`It allows ${describePlan(plan)}.`}</p>
      {next && <p>{`The next plan, ${next.name}, allows ${describePlan(next)}. Ask the administrator of this server for it.`}</p>}
    </section>
  );
}

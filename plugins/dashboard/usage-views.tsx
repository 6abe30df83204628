// What was used, as numbers, as a chart, and as a table for who does not see the chart.
import type { Account, ApiKey, Plan } from "../accounts/index.ts";
import { Notice } from "../pages/index.ts";
import { Moment } from "./frame.tsx";
import { shownDate } from "./moments.ts";
import type { Day, Usage } from "./usage.ts";

/** A number with its thousands apart. */
export const shown = (value: number): string => (Number.isFinite(value) ? value.toLocaleString("en") : "unlimited");
const counted = (value: number, noun: string) => `${shown(value)} ${noun}${value === 1 ? "" : "s"}`;

/** Today's count against the allowance, the month, and the plan. */
export function UsageSection({ usage, account }: { usage: Usage | undefined; account: Account }) {
  if (!usage)
    return (
      <section class="card">
        <h2>Usage</h2>
        <Notice bad>The counts cannot be read at the moment: try again after a minute. Nothing is lost.</Notice>
      </section>
    );
  const { today, plan, resets, minutes } = usage;
  const limited = Number.isFinite(plan.calculations);
  const wait = minutes >= 60 ? `${Math.floor(minutes / 60)} h ${minutes % 60} min` : `${minutes} min`;
  return (
    <section class="card">
      <h2>Usage</h2>
      <p class="today">
        <strong>{shown(today.total)}</strong>
        {limited
          ? ` of ${shown(plan.calculations)} calculations today`
          : ` ${today.total === 1 ? "calculation" : "calculations"} today, without a limit`}
      </p>
      {limited && (
        <progress
          aria-label="Used of the allowance of today"
          max={Math.max(1, plan.calculations)}
          value={Math.min(today.total, plan.calculations)}
        />
      )}
      <p class="small">
        {"The count starts again at "}
        <Moment at={resets} />
        {`, in ${wait}. All keys share it.`}
      </p>
      <Chart days={usage.days} id="month" caption="Calculations a day, the last 30 days" />
      <Table days={usage.days} keys={account.keys} />
    </section>
  );
}

const dayOf = (date: string) => shownDate(date, "short");

/** Thirty bars with words beside them: the numbers stay readable on every width. */
export function Chart({ days, id, caption, of }: { days: Day[]; id: string; caption: string; of?: string }) {
  const values = days.map(({ total, byKey }) => (of === undefined ? total : (byKey[of] ?? 0)));
  const most = Math.max(...values);
  const sum = values.reduce((all, value) => all + value, 0);
  const best = days[values.indexOf(most)]!;
  const words = sum === 0 ? "none yet." : `${shown(sum)} altogether, most on ${dayOf(best.date)}: ${shown(most)}.`;
  if (sum === 0)
    return (
      <p class="small">
        {caption}: {words}
      </p>
    );
  const height = (value: number) => (value === 0 ? 0 : Math.max(2, (value / most) * 96));
  return (
    <figure class="bars">
      <figcaption id={`${id}-caption`}>{caption}</figcaption>
      <p class="small">{words}</p>
      <svg class="chart" viewBox="0 0 300 100" preserveAspectRatio="none" role="img" aria-label={`${caption}. ${words}`}>
        <line class="grid" x1="0" x2="300" y1="99.5" y2="99.5" />
        {days.map(({ date }, at) => (
          <rect
            class={at === days.length - 1 ? "bar now" : "bar"}
            x={at * 10 + 1}
            width="8"
            y={(99 - height(values[at]!)).toFixed(1)}
            height={height(values[at]!).toFixed(1)}
          >
            <title>{`${dayOf(date)}: ${shown(values[at]!)}`}</title>
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

/** The same month as a table, a column for each key that was used. */
function Table({ days, keys }: { days: Day[]; keys: ApiKey[] }) {
  const used = keys.filter(({ id }) => days.some(({ byKey }) => byKey[id]));
  const busy = days.filter(({ total }) => total > 0).reverse();
  if (busy.length === 0) return null;
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
            {busy.map(({ date, total, byKey }) => (
              <tr>
                <td>
                  <Moment at={date} day />
                </td>
                <td class="number">{shown(total)}</td>
                {used.map(({ id }) => (
                  <td class="number">{shown(byKey[id] ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}

const gives = ({ calculations, keys }: Plan) =>
  `${Number.isFinite(calculations) ? `${shown(calculations)} calculations a day` : "any number of calculations"} and ${counted(keys, "key")} at a time`;

/** The plan, and what the next one gives. */
export function PlanSection({ plan, next }: { plan: Plan; next?: Plan | undefined }) {
  return (
    <section class="card">
      <h2>{`Plan: ${plan.name}`}</h2>
      <p>{`It gives ${gives(plan)}.`}</p>
      {next && <p>{`The next one, ${next.name}, gives ${gives(next)}: ask the operator of this server for it.`}</p>}
    </section>
  );
}

// The usage of an account: today against its plan, and the last thirty days, by key.
import type { Account, Plan } from "../accounts/index.ts";
import { allowanceOf } from "../quotas/index.ts";
import type { Dashboard } from "./dashboard.ts";

export interface Day {
  /** ISO 8601, UTC. */
  date: string;
  total: number;
  byKey: Record<string, number>;
}
export interface Usage {
  /** Thirty days, today last. */
  days: Day[];
  today: Day;
  plan: Plan;
  /** The next larger plan, where there is one. */
  next?: Plan;
  /** When the count starts again, ISO 8601. */
  resets: string;
  /** Minutes until then. */
  minutes: number;
}
const dayMilliseconds = 86_400_000;
const dayCount = 30;

/** The plan of an account, and the next larger one. */
export function plansOf({ accounts }: Pick<Dashboard, "accounts">, { plan }: Account): { plan: Plan; next?: Plan } {
  const all = [...accounts.plans.values()];
  const index = Math.max(
    0,
    all.findIndex(({ name }) => name === plan),
  );
  return { plan: all[index]!, ...(all[index + 1] && { next: all[index + 1]! }) };
}

/** The usage of an account; undefined where the counts cannot be read at the moment. */
export async function usageOf(dashboard: Dashboard, account: Account): Promise<Usage | undefined> {
  const { kernel, now } = dashboard;
  const counts = await kernel.storage.quotas.usage(allowanceOf(account.id)).catch(() => undefined);
  if (!counts) return undefined;
  const time = now();
  const latest = Math.floor(time / dayMilliseconds);
  const days = Array.from({ length: dayCount }, (_, index): Day => {
    const day = latest - dayCount + 1 + index;
    const byKey = counts[day] ?? {};
    const total = Object.values(byKey).reduce((sum, units) => sum + units, 0);
    return { date: new Date(day * dayMilliseconds).toISOString().slice(0, 10), total, byKey };
  });
  const resets = (latest + 1) * dayMilliseconds;
  return {
    days,
    today: days.at(-1)!,
    ...plansOf(dashboard, account),
    resets: new Date(resets).toISOString(),
    minutes: Math.ceil((resets - time) / 60_000),
  };
}

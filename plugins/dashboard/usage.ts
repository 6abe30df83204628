// What an account asked for: today against its allowance, and the last thirty days, by key.
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
  /** The plan after this one, as far as there is one. */
  next?: Plan;
  /** When the next allowance is there. */
  resets: string;
  /** Minutes until then. */
  minutes: number;
}
const dayMilliseconds = 86_400_000;
const shownDays = 30;

/** The plan that an account is on, and the one after it. */
export function plansOf({ accounts }: Pick<Dashboard, "accounts">, { plan }: Account): { plan: Plan; next?: Plan } {
  const all = [...accounts.plans.values()];
  const at = Math.max(
    0,
    all.findIndex(({ name }) => name === plan),
  );
  return { plan: all[at]!, ...(all[at + 1] && { next: all[at + 1]! }) };
}

/** What an account used; nothing where the counts cannot be read at the moment. */
export async function usageOf(dashboard: Dashboard, account: Account): Promise<Usage | undefined> {
  const { kernel, now } = dashboard;
  const counted = await kernel.storage.quotas.usage(allowanceOf(account.id)).catch(() => undefined);
  if (!counted) return undefined;
  const time = now();
  const latest = Math.floor(time / dayMilliseconds);
  const days = Array.from({ length: shownDays }, (_, at): Day => {
    const day = latest - shownDays + 1 + at;
    const byKey = counted[day] ?? {};
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

// Visitors without a key: so many things a minute from one address.
import type { H3Event } from "h3";

export interface Visitors {
  /** Takes one of an address's; the seconds to wait for the next where there is none, else 0. */
  take: (event: H3Event) => number;
}

const mostKnown = 10_000;

/** A bucket for each address, filled evenly over the minute; of IPv6 the network counts, which one visitor has whole. */
export function createVisitors({ perMinute, now = () => performance.now() }: { perMinute: number; now?: () => number }): Visitors {
  const buckets = new Map<string, { left: number; since: number }>();
  return {
    take: (event) => {
      const address = event.req.ip ?? "";
      const place = address.includes(":") && !address.includes(".") ? address.split(":").slice(0, 4).join(":") : address;
      const known = buckets.get(place) ?? { left: perMinute, since: now() };
      const left = Math.min(perMinute, known.left + ((now() - known.since) / 60_000) * perMinute);
      buckets.delete(place);
      // the least recent is forgotten first, and has the most to gain from waiting anyway
      if (buckets.size >= mostKnown) buckets.delete(buckets.keys().next().value!);
      buckets.set(place, { left: left >= 1 ? left - 1 : left, since: now() });
      return left >= 1 ? 0 : Math.max(1, Math.ceil(((1 - left) / perMinute) * 60));
    },
  };
}

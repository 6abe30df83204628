// Visitors without a key: so many things a minute from one address.
import type { H3Event } from "h3";

export interface Visitors {
  /** Takes so many of an address's; the seconds to wait where there are not as many, else 0. */
  take: (event: H3Event, many?: number) => number;
}

const mostKnown = 10_000;

/** A bucket for each address, filled evenly over the minute; of IPv6 the network counts, which one visitor has whole. */
export function createVisitors({ perMinute, now = () => performance.now() }: { perMinute: number; now?: () => number }): Visitors {
  const buckets = new Map<string, { left: number; since: number }>();
  return {
    take: (event, many = 1) => {
      const address = event.req.ip ?? "";
      const place = address.includes(":") && !address.includes(".") ? address.split(":").slice(0, 4).join(":") : address;
      const known = buckets.get(place) ?? { left: perMinute, since: now() };
      const left = Math.min(perMinute, known.left + ((now() - known.since) / 60_000) * perMinute);
      buckets.delete(place);
      // the least recent is forgotten first, and has the most to gain from waiting anyway
      if (buckets.size >= mostKnown) buckets.delete(buckets.keys().next().value!);
      buckets.set(place, { left: left >= many ? left - many : left, since: now() });
      return left >= many ? 0 : Math.max(1, Math.ceil(((many - left) / perMinute) * 60));
    },
  };
}

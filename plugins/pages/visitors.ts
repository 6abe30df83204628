// Limits the calculations of visitors without a key, per address, so that one visitor cannot overload the server.

import { CalcError } from "formulary";
import type { H3Event } from "h3";
import { LRUCache } from "lru-cache";

interface VisitorOptions {
  perMinute: number;
  /** How many proxies in front of the server set a trustworthy X-Forwarded-For. */
  trustedProxies?: number;
  now?: () => number;
}
export interface Visitors {
  /** Takes calculations from the allowance of an address: 0, or the seconds to wait where too few are left. */
  take: (event: H3Event, count?: number) => number;
  /** The same, but throws 429 where too few are left. */
  admit: (event: H3Event, count?: number) => void;
}

/** What solving backwards takes, since it runs many calculations. */
export const searchCost = 5;
const mostAddresses = 10_000;

/** A token bucket for each address, which fills evenly over a minute. */
export function createVisitors({ perMinute, trustedProxies = 0, now = () => performance.now() }: VisitorOptions): Visitors {
  // the least recent bucket is dropped first; it is the one most likely to be full again
  const buckets = new LRUCache<string, { left: number; since: number }>({ max: mostAddresses });
  const take: Visitors["take"] = (event, count = 1) => {
    const address = addressOf(event, trustedProxies);
    const bucket = buckets.get(address) ?? { left: perMinute, since: now() };
    const left = Math.min(perMinute, bucket.left + ((now() - bucket.since) / 60_000) * perMinute);
    buckets.set(address, { left: left >= count ? left - count : left, since: now() });
    return left >= count ? 0 : Math.max(1, Math.ceil(((count - left) / perMinute) * 60));
  };
  const admit = (event: H3Event, count = 1) => {
    const seconds = take(event, count);
    if (seconds === 0) return;
    throw new CalcError("too_many_requests", {
      message: `One address may ask ${perMinute} times a minute: wait ${seconds} s.`,
      headers: { "retry-after": String(seconds) },
    });
  };
  return { take, admit };
}

/** The client's address, behind trusted proxies too; of IPv6 the /64 network, all of which one client can use. */
export function addressOf(event: H3Event, trustedProxies = 0): string {
  const forwarded = trustedProxies > 0 ? forwardedFor(event.req.headers.get("x-forwarded-for") ?? "", trustedProxies) : undefined;
  const address = (forwarded || event.req.ip || "").slice(0, 60).replace(/^::ffff:/, "");
  return address.includes(":") ? address.split(":").slice(0, 4).join(":") : address;
}

function forwardedFor(header: string, trustedProxies: number): string | undefined {
  const addresses = header.split(",").map((each) => each.trim());
  return addresses.at(-trustedProxies) || addresses[0];
}

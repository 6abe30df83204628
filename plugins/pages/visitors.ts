// Visitors without a key: so many things a minute from one address, so that one cannot take the service from the others.

import { CalcError } from "formulary";
import type { H3Event } from "h3";
import { LRUCache } from "lru-cache";

interface Options {
  perMinute: number;
  /** Proxies in front of the server whose X-Forwarded-For is believed. */
  trustedProxies?: number;
  now?: () => number;
}
export interface Visitors {
  /** Takes so many of an address's; the seconds to wait where there are not as many, else 0. */
  take: (event: H3Event, many?: number) => number;
  /** Takes so many, or throws 429 with the seconds to wait. */
  admit: (event: H3Event, many?: number) => void;
}

/** What working backwards takes: it is many calculations. */
export const searchCost = 5;
const mostKnown = 10_000;

/** A bucket for each address, filled evenly over the minute. */
export function createVisitors({ perMinute, trustedProxies = 0, now = () => performance.now() }: Options): Visitors {
  // the least recent is forgotten first, and has the most to gain from waiting anyway
  const buckets = new LRUCache<string, { left: number; since: number }>({ max: mostKnown });
  const take: Visitors["take"] = (event, many = 1) => {
    const address = addressOf(event, trustedProxies);
    const known = buckets.get(address) ?? { left: perMinute, since: now() };
    const left = Math.min(perMinute, known.left + ((now() - known.since) / 60_000) * perMinute);
    buckets.set(address, { left: left >= many ? left - many : left, since: now() });
    return left >= many ? 0 : Math.max(1, Math.ceil(((many - left) / perMinute) * 60));
  };
  const admit = (event: H3Event, many = 1) => {
    const seconds = take(event, many);
    if (seconds === 0) return;
    throw new CalcError("too_many_requests", {
      message: `One address may ask ${perMinute} times a minute: wait ${seconds} s.`,
      headers: { "retry-after": String(seconds) },
    });
  };
  return { take, admit };
}

/** The address of who asks: the socket's, or what the last trusted proxy saw; of IPv6 the network counts, which one visitor has whole. */
export function addressOf(event: H3Event, trustedProxies = 0): string {
  const seen = trustedProxies > 0 ? forwardedFor(event.req.headers.get("x-forwarded-for") ?? "", trustedProxies) : undefined;
  const address = (seen || event.req.ip || "").slice(0, 60).replace(/^::ffff:/, "");
  return address.includes(":") ? address.split(":").slice(0, 4).join(":") : address;
}

function forwardedFor(header: string, trustedProxies: number): string | undefined {
  const addresses = header.split(",").map((each) => each.trim());
  return addresses.at(-trustedProxies) || addresses[0];
}

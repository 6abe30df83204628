// Limits the calculations of visitors without a key, per address, so that one visitor cannot overload the server.

import { CalcError } from "formulary";
import type { H3Event } from "h3";
import { toAddress } from "./address.ts";
import { createBuckets } from "./buckets.ts";

export interface VisitorOptions {
  /** Calculations without a key that one address may ask for in a minute. */
  perMinute?: number;
  /** How many proxies in front of the server set a trustworthy X-Forwarded-For. */
  trustedProxies?: number;
  now?: () => number;
}
export interface Visitors {
  /** The client's address, behind trusted proxies too; of IPv6 the /64 network, all of which one client can use. */
  addressOf: (event: H3Event) => string;
  /** Takes calculations from the allowance of an address: 0, or the seconds to wait where too few are left. */
  take: (event: H3Event, count?: number) => number;
  /** The same, but throws 429 where too few are left. */
  admit: (event: H3Event, count?: number) => void;
  /** The whole allowance of an address. */
  perMinute: number;
}

/** What solving backwards takes, since it runs many calculations. */
export const searchCost = 5;

/** An allowance for each address, which fills evenly over a minute. */
export function createVisitors({ perMinute = 120, trustedProxies = 0, now }: VisitorOptions): Visitors {
  const buckets = createBuckets({ size: perMinute, seconds: 60, ...(now && { now }) });
  const addressOf = (event: H3Event) => addressBehind(event, trustedProxies);
  const take = (event: H3Event, count = 1) => buckets.take(addressOf(event), count);
  const admit = (event: H3Event, count = 1) => {
    const seconds = take(event, count);
    if (seconds === 0) return;
    throw new CalcError("too_many_requests", {
      message: `One address may ask ${perMinute} times a minute: wait ${seconds} s.`,
      headers: { "retry-after": String(seconds) },
    });
  };
  return { addressOf, take, admit, perMinute };
}

function addressBehind(event: H3Event, trustedProxies: number): string {
  const forwarded = trustedProxies > 0 ? forwardedFor(event.req.headers.get("x-forwarded-for") ?? "", trustedProxies) : undefined;
  return toAddress(forwarded || event.req.ip || "");
}

function forwardedFor(header: string, trustedProxies: number): string | undefined {
  const addresses = header.split(",").map((each) => each.trim());
  return addresses.at(-trustedProxies) || addresses[0];
}

// How often somebody without a key may ask: by address, so that one visitor cannot take the service from the others.
import type { H3Event } from "h3";
import { CalcError } from "../errors.ts";

interface Options {
  /** How many questions an address may ask in a minute, and at once after a pause. */
  perMinute: number;
  /** Proxies in front of the server whose X-Forwarded-For is believed. */
  trustedProxies?: number;
  now?: () => number;
}
interface Bucket {
  left: number;
  since: number;
}
const mostKept = 50_000;

/** A limit per address; asking it throws 429 with the seconds to wait. */
export function createVisitors({ perMinute, trustedProxies = 0, now = Date.now }: Options): (event: H3Event) => void {
  const buckets = new Map<string, Bucket>();
  return (event) => {
    const address = addressOf(event, trustedProxies);
    const time = now();
    const before = buckets.get(address);
    const earned = before ? ((time - before.since) / 60_000) * perMinute : 0;
    const left = before ? Math.min(perMinute, before.left + Math.max(0, earned)) : perMinute;
    // the ones that were seen longest ago are forgotten first
    buckets.delete(address);
    buckets.set(address, { left: left < 1 ? left : left - 1, since: time });
    if (buckets.size > mostKept) buckets.delete(buckets.keys().next().value!);
    if (left >= 1) return;
    const seconds = Math.max(1, Math.ceil(((1 - left) * 60) / perMinute));
    throw new CalcError("too_many_requests", {
      message: `One address may ask ${perMinute} times a minute: wait ${seconds} s.`,
      headers: { "retry-after": String(seconds) },
    });
  };
}

/** The address of who asks: the socket's, or what the last trusted proxy saw; a network of IPv6 counts as one visitor. */
export function addressOf(event: H3Event, trustedProxies = 0): string {
  const node = event.runtime?.node?.req as { socket?: { remoteAddress?: string } } | undefined;
  const forwarded = (event.req.headers.get("x-forwarded-for") ?? "").split(",").map((each) => each.trim());
  const seen = trustedProxies > 0 ? forwarded.at(-trustedProxies) || forwarded[0] : undefined;
  const address = (seen || node?.socket?.remoteAddress || "-").slice(0, 60).replace(/^::ffff:/, "");
  return address.includes(":") ? address.split(":").slice(0, 4).join(":") : address;
}

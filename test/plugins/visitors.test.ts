// Token buckets, and what one address may ask for without a key.
import type { H3Event } from "h3";
import { describe, expect, it } from "vitest";
import { createBuckets, createVisitors } from "../../plugins/visitors/index.ts";

describe("a token bucket", () => {
  const at = { time: 0 };
  const bucketsOf = (options: { size: number; seconds: number; most?: number }) => {
    at.time = 0;
    return createBuckets({ ...options, now: () => at.time });
  };
  it("is full at first, says how long to wait where too little is left, and takes nothing then", () => {
    const { take } = bucketsOf({ size: 10, seconds: 20 });
    expect([take("a", 7), take("a", 4), take("a", 4), take("a", 3), take("a")]).toEqual([0, 2, 2, 0, 2]);
  });
  it("fills evenly, never beyond its size", () => {
    const { take } = bucketsOf({ size: 2, seconds: 60 });
    take("a", 2);
    at.time = 15_000;
    expect(take("a")).toBe(15);
    at.time = 30_000;
    expect([take("a"), take("a")]).toEqual([0, 30]);
    at.time = 1e9;
    expect([take("a", 2), take("a")]).toEqual([0, 30]);
  });
  it("is not emptied or filled by a clock that goes back", () => {
    const { take } = bucketsOf({ size: 2, seconds: 60 });
    at.time = 30_000;
    take("a");
    at.time = 0;
    expect([take("a"), take("a")]).toEqual([0, 30]);
  });
  it("asks to wait one second at least", () => {
    const { take } = bucketsOf({ size: 100, seconds: 1 });
    expect([take("a", 100), take("a")]).toEqual([0, 1]);
  });
  it("takes back what was given, never beyond its size", () => {
    const { take, giveBack } = bucketsOf({ size: 3, seconds: 30 });
    take("a", 3);
    giveBack("a", 2);
    expect([take("a"), take("a"), take("a")]).toEqual([0, 0, 10]);
    for (let n = 0; n < 9; n++) giveBack("a");
    expect([take("a", 3), take("a")]).toEqual([0, 10]);
  });
  it("stands for one name; of too many, the one used least recently is forgotten", () => {
    const { take } = bucketsOf({ size: 1, seconds: 10, most: 2 });
    expect([take("a"), take("b"), take("a"), take("b")]).toEqual([0, 0, 10, 10]);
    expect(take("a")).toBe(10);
    take("c");
    expect([take("a"), take("c"), take("b")]).toEqual([10, 10, 0]);
  });
});

describe("a visitor without a key", () => {
  const from = (ip: string, headers = {}) => ({ req: { ip, headers: new Headers(headers) } }) as unknown as H3Event;
  it("may ask so often in a minute, by address; of IPv6 the network counts", () => {
    let time = 0;
    const { take } = createVisitors({ perMinute: 2, now: () => time });
    const ask = (ip: string) => take(from(ip));
    expect([ask("192.0.2.1"), ask("192.0.2.1"), ask("192.0.2.1"), ask("192.0.2.2")]).toEqual([0, 0, 30, 0]);
    time = 30_000;
    expect([ask("192.0.2.1"), ask("192.0.2.1")]).toEqual([0, 30]);
    expect(take(from("192.0.2.9"), 2)).toBe(0);
    expect(take(from("192.0.2.2"), 2)).toBe(0);
    expect(["5", "6", "7"].map((last) => ask(`2001:db8:1:2::${last}`))).toEqual([0, 0, 30]);
    expect(ask("2001:db8:1:3::7")).toBe(0);
  });
  it("is known by the address that trusted proxies name", () => {
    const event = from("::ffff:192.0.2.1", { "x-forwarded-for": "198.51.100.7, 203.0.113.5" });
    const known = [0, 1, 2, 3].map((trustedProxies) => createVisitors({ trustedProxies }).addressOf(event));
    expect(known).toEqual(["192.0.2.1", "203.0.113.5", "198.51.100.7", "198.51.100.7"]);
  });
});

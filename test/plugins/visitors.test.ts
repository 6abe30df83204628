// Token buckets, and what one address may ask for without a key.
import type { H3Event } from "h3";
import { describe, expect, it } from "vitest";
import batch from "../../plugins/batch/index.ts";
import visitors, { createBuckets, createVisitors, toAddress } from "../../plugins/visitors/index.ts";
import { serve } from "./served.ts";

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
  it.each([
    ["192.0.2.1", "192.0.2.1"],
    ["192.0.2.1:50123", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["::FFFF:c000:0201", "192.0.2.1"],
    ["[::ffff:192.0.2.1]:443", "192.0.2.1"],
    ["2001:db8:1:2::5", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002:0:0:0:9", "2001:db8:1:2::/64"],
    ["[2001:db8:1:2:ffff::1]:8080", "2001:db8:1:2::/64"],
    ["2001:db8::1:0:0:1", "2001:db8:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["unknown", "unknown"],
    ["", ""],
  ])("is one client however its address is written: %s", (text, address) => {
    expect(toAddress(text)).toBe(address);
  });
  it("is known by the address that trusted proxies name", () => {
    const event = from("::ffff:192.0.2.1", { "x-forwarded-for": "198.51.100.7, 203.0.113.5" });
    const known = [0, 1, 2, 3].map((trustedProxies) => createVisitors({ trustedProxies }).addressOf(event));
    expect(known).toEqual(["192.0.2.1", "203.0.113.5", "198.51.100.7", "198.51.100.7"]);
  });
});

describe("refusals", () => {
  it("are answered so often in a minute, by key and by address, and then with 429 until the next is allowed", async () => {
    let time = 0;
    const served = await serve({}, { first: [visitors({ refusals: { perMinute: 3, now: () => time } })] });
    const [key, other] = [await served.key(), await served.key()];
    const bad = { inputs: { principal: -1, rate: 5, years: 10 } };
    for (let n = 0; n < 3; n++) expect((await served.ask(key, bad)).status).toBe(422);
    const refused = await served.ask(key, bad);
    expect([refused.status, refused.body.code, refused.headers.get("retry-after")]).toEqual([429, "too_many_requests", "20"]);
    // without a socket all requests come from one address
    expect((await served.ask(other)).status).toBe(429);
    time = 20_000;
    expect((await served.ask(key)).status).toBe(200);
    expect((await served.ask(key, bad)).status).toBe(422);
    expect((await served.ask(key)).status).toBe(429);
    await served.server.close();
  });
  it("of the items of a batch count one by one", async () => {
    const served = await serve({}, { first: [visitors({ refusals: { perMinute: 3 } })], more: [batch()] });
    const key = await served.key();
    const send = () =>
      served.server.app.request("/api/v1/calculate/batch", {
        method: "POST",
        headers: { "content-type": "application/json", "x-api-key": key },
        body: JSON.stringify({ items: [{}, {}, {}, {}] }),
      });
    expect((await send()).status).toBe(200);
    expect((await send()).status).toBe(429);
    await served.server.close();
  });
});

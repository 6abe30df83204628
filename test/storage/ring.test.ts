// A ring of memory never gives a record that was not set, however often it has gone round.

import { createRing } from "formulary";
import { describe, expect, it } from "vitest";

/** Numbers from 0 to 1, the same in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

describe("a ring of 2,000 bytes", () => {
  it.each([1, 2, 3, 4, 5])("holds the newest records and only what was set, after 20,000 steps (seed %d)", (seed) => {
    const random = numbers(seed);
    const ring = createRing(2000);
    const last = new Map<string, string>();
    for (let step = 0; step < 20_000; step++) {
      const key = `k${Math.floor(random() * 40)}`;
      if (random() < 0.1) {
        ring.delete(key);
        last.delete(key);
      } else {
        const text = `${step}${["é", "🧮", "x"][Math.floor(random() * 3)]}`.repeat(Math.floor(random() * 20));
        ring.set(key, { text, until: step });
        last.set(key, text);
        expect(ring.get(key)).toEqual({ text, until: step });
      }
      for (const each of ring.keys()) expect(ring.get(each)!.text).toBe(last.get(each));
    }
    expect([...ring.keys()].length).toBeGreaterThan(5);
  });
  it("passes over what is larger than itself, and forgets what that was to replace", () => {
    const ring = createRing(2000);
    ring.set("a", { text: "one", until: 1 });
    ring.set("a", { text: "x".repeat(2000), until: 2 });
    expect(ring.get("a")).toBeUndefined();
    ring.set("b", { text: "x".repeat(1988), until: 3 });
    expect(ring.get("b")?.until).toBe(3);
  });
  it("keeps a record that is set again and again in its place", () => {
    const ring = createRing(2000);
    for (let n = 0; n < 20; n++) ring.set(`k${n}`, { text: "x".repeat(80), until: 1 });
    for (let n = 0; n < 1000; n++) ring.set("k3", { text: "y".repeat(80), until: n });
    expect([...ring.keys()].length).toBe(20);
    expect(ring.get("k3")).toEqual({ text: "y".repeat(80), until: 999 });
  });
});

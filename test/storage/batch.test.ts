// Questions of one turn asked as one, and one deadline for all of them.
import { describe, expect, it } from "vitest";
import { createBatch } from "../../plugins/storage-redis/batch.ts";
import { createDeadline, DeadlineError } from "../../plugins/storage-redis/deadline.ts";

describe("a batch", () => {
  it("asks what came within a turn at once, in order, and gives everybody their own answer", async () => {
    const asked: number[][] = [];
    const double = createBatch(async (all: number[]) => {
      asked.push(all);
      return all.map((each) => (each === 2 ? new Error("two") : each * 2));
    }, 64);
    const answers = await Promise.allSettled([1, 2, 3].map(double));
    expect(answers).toEqual([
      { status: "fulfilled", value: 2 },
      { status: "rejected", reason: new Error("two") },
      { status: "fulfilled", value: 6 },
    ]);
    expect(await double(4)).toBe(8);
    expect(asked).toEqual([[1, 2, 3], [4]]);
  });

  it("tells everybody of a failure, and goes on", async () => {
    let fails = true;
    const same = createBatch(async (all: number[]) => {
      if (fails) throw new Error("away");
      return all;
    }, 64);
    const both = await Promise.allSettled([same(1), same(2)]);
    expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    fails = false;
    expect(await same(3)).toBe(3);
  });

  it("asks no more at once than it may", async () => {
    const sizes: number[] = [];
    const same = createBatch(async (all: number[]) => {
      sizes.push(all.length);
      return all;
    }, 3);
    const numbers = Array.from({ length: 10 }, (_, at) => at);
    expect(await Promise.all(numbers.map(same))).toEqual(numbers);
    expect(sizes).toEqual([3, 3, 3, 1]);
  });
});

describe("a deadline", () => {
  it("gives up what has no end, each in its turn, and hands on what has one", async () => {
    const within = createDeadline(20);
    const never = new Promise<never>(() => {});
    const ends: string[] = [];
    const one = within(never).catch((error) => ends.push(`one: ${error instanceof DeadlineError}`));
    expect(await within(Promise.resolve("soon"))).toBe("soon");
    await expect(within(Promise.reject(new Error("own")))).rejects.toThrow("own");
    const later = within(new Promise((resolve) => setTimeout(resolve, 5))).then(() => ends.push("later"));
    const two = within(never).catch((error: Error) => ends.push(`two: ${error.message}`));
    // the timer alone must not keep a program alive, so something else has to
    const alive = setInterval(() => {}, 5);
    await Promise.all([one, two, later]);
    clearInterval(alive);
    expect(ends.indexOf("one: true")).toBeLessThan(ends.indexOf("two: no answer within 20 ms"));
    expect(ends).toHaveLength(3);
  });
});

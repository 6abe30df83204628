import { describe, expect, it } from "vitest";
import { attribute, between, type Profile } from "../../scripts/bench/attribution.ts";
import { inTurn, quantile, ratioOf, short, spreadOf } from "../../scripts/bench/numbers.ts";
import { promisedTable, toMarkdown } from "../../scripts/bench/report.ts";

describe("figures of a bench", () => {
  it("a quantile lies between its two neighbours", () => {
    expect(quantile([4, 1, 3, 2], 0.5)).toBe(2.5);
    expect(quantile([10, 20], 0.95)).toBeCloseTo(19.5);
    expect(quantile([], 0.5)).toBeNaN();
  });
  it("a ratio is taken round by round, so that a disturbed round disturbs both", () => {
    expect(ratioOf([10, 100, 30], [5, 50, 10])).toEqual({ median: 2, low: 2, high: 3 });
    expect(spreadOf([3, 1, 2])).toEqual({ median: 2, low: 1, high: 3 });
  });
  it("rivals run in turn", async () => {
    const order: string[] = [];
    const figures = await inTurn(["a", "b"], 2, async (rival, round) => order.push(`${rival}${round}`));
    expect(order).toEqual(["a0", "b0", "a1", "b1"]);
    expect(figures).toEqual({ a: [1, 3], b: [2, 4] });
  });
  it.each([
    [0.71234, "0.712"],
    [7.263, "7.26"],
    [123.4, "123"],
    [12_345.6, "12,346"],
    [Number.NaN, "–"],
  ])("%d is written %s", (figure, text) => {
    expect(short(figure)).toBe(text);
  });
  it("a promise holds by the median, on its side of the limit", () => {
    const reached = { median: 2, low: 1, high: 3 };
    const [more, less] = promisedTable([
      { what: "ratio", bound: "≥", limit: 2, reached, figures: "" },
      { what: "time", bound: "≤", limit: 1.9, unit: "s", reached, figures: "4 files" },
    ]).rows;
    expect(more).toEqual(["ratio", "≥ 2 ×", "2 (1–3)", "yes", ""]);
    expect(less).toEqual(["time", "≤ 1.9 s", "2 (1–3) s", "**no**", "4 files"]);
    expect(toMarkdown({ title: "T", head: ["a", "b"], rows: [["c", 1]] })).toBe("## T\n\n| a | b |\n| --- | --- |\n| c | 1 |");
  });
});

describe("a profile's attribution", () => {
  const frame = (id: number, functionName: string, url: string, children: number[] = []) => ({
    id,
    callFrame: { functionName, url },
    children,
  });
  const profile: Profile = {
    nodes: [
      frame(1, "(root)", "", [2, 6, 7]),
      frame(2, "handle", "file:///x/dist/src/http/routes.js", [3]),
      frame(3, "accept", "file:///x/dist/src/calculator/accept.js", [4]),
      frame(4, "validate10", "", [5]),
      frame(5, "writev", "node:net"),
      frame(6, "(idle)", ""),
      frame(7, "(garbage collector)", ""),
    ],
    samples: [2, 3, 4, 5, 6, 7],
    timeDeltas: [10, 20, 30, 40, 50, 60],
  };
  const owners = [
    { part: "validation", file: /accept\.js$/ },
    { part: "sockets", file: /^node:net/ },
  ];
  it("gives generated code to its caller, and what nobody owns to the rest", () => {
    const { parts, functions, total } = attribute(profile, owners, "rest");
    expect(Object.fromEntries(parts)).toEqual({ rest: 10, validation: 50, sockets: 40, "garbage collection": 60 });
    expect(total).toBe(160);
    expect(functions.get("validation: accept src/calculator/accept.js")).toBe(20);
  });
  it("can be cut to the time of the load", () => {
    const cut = between(profile, 30, 100);
    expect(cut.samples).toEqual([3, 4, 5]);
    expect(cut.timeDeltas).toEqual([20, 30, 40]);
  });
});

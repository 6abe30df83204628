import { describe, expect, it } from "vitest";
import { readDocument } from "../../src/index.ts";

const findingOf = (text: string) => {
  const read = readDocument("x.yaml", text);
  return read.finding ? `${read.finding.line}:${read.finding.column} ${read.finding.message}` : undefined;
};

describe("what YAML can do behind an author's back is refused with its place and cure", () => {
  it.each([
    ["a nested map in a formula", 'a: 1\nf: x > 0 ? "a" : "b"\n', /^2:.*put the whole value in quotes/],
    ["a tag that would vanish", "a: 1\nf: !x + 1\n", /^2:.*tag/i],
    ["an anchor", "a: &b 1\n", /^1:.*Anchors/],
    ["an alias", "a: 1\nf: *a\n", /^2:.*(Alias|alias)/],
    ["a duplicate key", "a: 1\nb: 2\na: 3\n", /^3:.*twice/],
    ["a tab", "a:\n\tb: 1\n", /^2:.*tab/],
    ["a directive", "%YAML 1.1\n---\na: no\n", /^1:.*directives/],
    ["a text cut by a comma", "a: { title: one, two: x: y }\n", /quot|bracket|missing/i],
    ["an open quote", 'a: "one\nb: 2\n', /missing|quotation/i],
    ["two documents", "a: 1\n---\nb: 2\n", /one document/],
    ["a bad indent", "a:\n  b: 1\n c: 2\n", /indent|two spaces|quotation/i],
    ["a merge key through an alias", "a: &x { b: 1 }\nc: { <<: *x }\n", /Anchors|Alias/],
  ])("%s", (_, text, message) => {
    expect(findingOf(text)).toMatch(message);
  });

  it("a billion laughs, without a stall", () => {
    const laughs = ["a: &a [lol, lol, lol, lol, lol, lol, lol, lol, lol]"];
    for (const [at, name] of [..."bcdefghi"].entries())
      laughs.push(`${name}: &${name} [${Array.from({ length: 9 }, () => `*${"abcdefgh"[at]}`).join(", ")}]`);
    expect(findingOf(laughs.join("\n"))).toMatch(/Anchors|Alias/);
  });
  it("3,000 levels, and more than 64 KiB", () => {
    expect(findingOf(`a: ${"[".repeat(3000)}${"]".repeat(3000)}`)).toBeDefined();
    expect(findingOf(`a: ${"x".repeat(70_000)}`)).toMatch(/64 KiB/);
  });
});

describe("a document knows where its parts stand", () => {
  const read = readDocument("x.yaml", "title: A\nformulas:\n  a: 1\n  b: a + 1\nexamples:\n  - title: x\n    outputs: { a: 1.500 }\n");
  const document = read.document!;
  it.each([
    [["formulas", "b"], 4, 6],
    [["examples", 0, "outputs", "a"], 7, 19],
    [["formulas", "missing"], 2, 1],
    [["nothing", "there"], 1, 1],
  ])("%j is at %d:%d", (path, line, column) => {
    expect(document.locate(path)).toEqual({ line, column });
  });
  it("numbers as they were written, trailing zeros and all", () => {
    expect(document.written(["examples", 0, "outputs", "a"])).toBe("1.500");
  });
  it("objects without a prototype", () => {
    expect(Object.getPrototypeOf(document.data)).toBeNull();
    const tricky = readDocument("x.yaml", "__proto__: { polluted: true }\nconstructor: 1\n");
    expect(Object.hasOwn(tricky.document!.data as object, "__proto__")).toBe(true);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { readDocument } from "formulary/compiler";
import { describe, expect, it } from "vitest";
import { follow, type Position } from "../../src/catalog/position.ts";
import { readFast } from "../../src/catalog/yaml-fast.ts";
import { readStrict } from "../../src/catalog/yaml-strict.ts";
import { sample } from "./files.ts";

const findingOf = (text: string) => {
  const read = readDocument("x.yaml", text);
  return read.finding ? `${read.finding.line}:${read.finding.column} ${read.finding.message}` : undefined;
};

describe("what YAML can do behind an author's back is refused with its place and cure", () => {
  it.each([
    ["a nested map in a formula", 'a: 1\nf: x > 0 ? "a" : "b"\n', /^2:.*put the whole value in quotes/],
    ["a tag of YAML itself", "a: 1\nf: !!str 5\n", /^2:.*Tags \(!!str\)/],
    ["a character that turns the text after it", "a: 1\nf: 'x\u202ey'\n", /^2:\d+ An invisible character \(U\+202E\)/],
    ["a character that is not seen", "a: 1\nf: x\u200by\n", /^2:\d+ An invisible character \(U\+200B\)/],
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
  it("3,000 levels, and more than 32 KiB", () => {
    expect(findingOf(`a: ${"[".repeat(3000)}${"]".repeat(3000)}`)).toBeDefined();
    expect(findingOf(`a: ${"x".repeat(33_000)}`)).toMatch(/32 KiB/);
  });
});

describe("a large file with a mistake, for a server that waits", () => {
  const many = Array.from({ length: 3000 }, (_, n) => `k${n}: ${n % 10}`).join("\n");
  const quickly = (text: string) => readDocument("x.yaml", text, { quick: true }).finding;
  it.each([
    ["a key that stands twice", `${many}\nk0: 1\n`, "This key stands twice: keep one of them.", 3001],
    ["a tag", `${many}\nx: !set { a }\n`, /^Tags .* are not allowed/, 3001],
    ["a built-in tag", `${many}\nx: !!str 1\n`, /^Tags .* are not allowed/, 3001],
    ["an anchor", `${many}\nx: &a 1\n`, /^Tags .* are not allowed/, 3001],
    ["an alias", `${many}\nx: *k0\n`, /not allowed|unidentified alias|no YAML/, 3001],
    ["a bracket that is not closed", `${many}\nx: [1, 2\n`, /^This is no YAML \(.*\): scripts\/validate-catalog says more\.$/, 3002],
    ["a quotation mark that is not closed", `${many}\nx: "a\n`, /^This is no YAML/, 3002],
  ])("is refused at its place, in one pass: %s", (_, text, message, line) => {
    const finding = quickly(text)!;
    expect(finding.message).toMatch(message);
    expect(Math.abs(finding.line - line)).toBeLessThanOrEqual(1);
  });
  it("and a small one with the words of the strict reader", () => {
    expect(quickly("a: [1, 2\nb: 3\n")).toEqual(readDocument("x.yaml", "a: [1, 2\nb: 3\n").finding);
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

/** What two readers of one text must have in common: the data, and the place of every part and of what is missing in it. */
function readingOf(read: { data: unknown; root: () => Position }): unknown {
  const root = read.root();
  const places: [path: (string | number)[], ...unknown[]][] = [];
  const walk = (value: unknown, path: (string | number)[]) => {
    const { offset, position } = follow(root, path);
    places.push([path, offset, follow(root, [...path, "no such part"]).offset, typeof value === "number" && position?.written]);
    if (value !== null && typeof value === "object")
      for (const [key, part] of Object.entries(value)) walk(part, [...path, Array.isArray(value) ? Number(key) : key]);
  };
  walk(read.data, []);
  // an empty value stands behind its key, or where the key does
  return { data: read.data, places: places.filter(([path]) => valueAt(read.data, path) !== null) };
}
const valueAt = (data: unknown, path: (string | number)[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<string | number, unknown>)[key], data);

describe("the fast reader and the strict one", () => {
  const paths = readdirSync("catalog", { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".yaml"));
  const texts = sample(paths).map((path) => readFileSync(`catalog/${path}`, "utf8"));
  const expectSame = (text: string) => {
    const fast = readFast(text);
    if (!fast) return false;
    const strict = readStrict(text);
    if (strict.mistake) throw new Error(`only the fast reader takes this: ${strict.mistake.message}\n${text}`);
    expect(readingOf(fast), text).toEqual(readingOf(strict));
    return true;
  };

  it("read every file of the catalogue alike, and hardly one is left to the strict one", () => {
    expect(texts.filter(expectSame).length).toBeGreaterThan(0.98 * texts.length);
  });
  it.each([
    "0o17 0x1F 0b11 1_000 +1 .5 1. -.INF .nan True yes ~ null 1:30 2026-01-01 1e400 -0 0123 08 123456789012345678901".split(" "),
    [
      "|\n  a\n\n\n",
      ">-\n  a\n  b\n\n  c",
      '"\\x41\\u00e9"',
      "'it''s'",
      "[x,,y]",
      "[b: 1]",
      "{b, c: 1}",
      "[\n  1\n]",
      "- b",
      "x # y",
      '"x"#y',
    ],
  ])("read %j alike as a value and as a key", (...values) => {
    for (const value of values)
      for (const text of [`a: ${value}\nb: 1\n`, `${value}: 1\n`, `- ${value}\n`, `{ a: ${value} }`]) expectSame(text);
  });
  it("take a quoted text for a text, whatever number it may look like", () => {
    expect(readFast('a: "1e400"\n')?.data).toEqual({ a: "1e400" });
    expect(readFast("a: 1e306\n")?.data).toEqual({ a: 1e306 });
    expect(readFast("a: 1e400\n")).toBeUndefined();
  });
  it("read what a slip of the hand makes of a file alike, or the fast one leaves it alone", () => {
    const bits =
      "#| #|# |&a |*a|!x |!!str |%|\t|\"|'|{|}|[|]|,|: |:|- |-|\n|\n  |>\n|? |~|null|0o17|0b11|1_000|.5|1e999|.inf|yes|<<: |---\n|...\n|@|`|\\|\r|\u0085|\ufeff|  |__proto__: 1\n|=|\u2028";
    const slip = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      cut: fc.nat(4),
      bit: fc.constantFrom("", ...bits.split("|")),
    });
    let alike = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...texts),
        fc.integer({ min: 200, max: 1200 }),
        fc.array(slip, { minLength: 1, maxLength: 3 }),
        (whole, length, slips) => {
          const text = slips.reduce(
            (text, { at, cut, bit }) => {
              const offset = Math.floor(at * text.length);
              return text.slice(0, offset) + bit + text.slice(offset + cut);
            },
            whole.slice(0, length),
          );
          if (expectSame(text)) alike++;
        },
      ),
      { numRuns: 3000 },
    );
    expect(alike).toBeGreaterThan(300);
  });
});

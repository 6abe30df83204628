import type { Tree } from "formulary";
import { parse } from "formulary/compiler";
import { describe, expect, it } from "vitest";

/** A tree with every operation in parentheses: what the parser understood. */
function spelled(tree: Tree): string {
  switch (tree.kind) {
    case "number":
    case "boolean":
      return String(tree.value);
    case "text":
      return JSON.stringify(tree.value);
    case "name":
      return tree.name;
    case "call":
      return `${tree.name}(${tree.arguments.map(spelled).join(", ")})`;
    case "negate":
      return `-(${spelled(tree.operand)})`;
    case "not":
      return `not(${spelled(tree.operand)})`;
    case "binary":
      return `(${spelled(tree.left)} ${tree.operator} ${spelled(tree.right)})`;
    case "and":
    case "or":
      return `(${spelled(tree.left)} ${tree.kind} ${spelled(tree.right)})`;
    case "choose":
      return `if(${spelled(tree.condition)}, ${spelled(tree.yes)}, ${spelled(tree.otherwise)})`;
    case "list":
      return `[${tree.items.map(spelled).join(", ")}]`;
    case "index":
      return `${spelled(tree.target)}[${spelled(tree.index)}]`;
  }
}

describe("a formula is read the way mathematics is written", () => {
  it.each([
    ["1 + 2 * 3", "(1 + (2 * 3))"],
    ["-x ^ 2", "-((x ^ 2))"],
    ["2 ^ 3 ^ 2", "(2 ^ (3 ^ 2))"],
    ["a - b - c", "((a - b) - c)"],
    ["10 % 3", "(10 % 3)"],
    ["a and b or not c", "((a and b) or not(c))"],
    ["(not a) == b", "(not(a) == b)"],
    ["not (a == b)", "not((a == b))"],
    ["c ? a : d ? b : e", "if(c, a, if(d, b, e))"],
    ["if(c, a, d, b, e)", "if(c, a, if(d, b, e))"],
    ["t[i][0]", "t[i][0]"],
    ["f(x)[0] + 1", "(f(x)[0] + 1)"],
    ["g(f(x)[1], [2, 3])[h(1)]", "g(f(x)[1], [2, 3])[h(1)]"],
    ["length * min(a, b)", "(length * min(a, b))"],
    ["E * 2", "(E * 2)"],
    ["\"a, (b\" == 'c'", '("a, (b" == "c")'],
    ["1.5e-3", "0.0015"],
    ["true", "true"],
  ])("%s", (source, understood) => {
    expect(spelled(parse(source))).toBe(understood);
  });

  it("takes numbers and yes/no of a YAML file as they are", () => {
    expect(spelled(parse(5))).toBe("5");
    expect(spelled(parse(false))).toBe("false");
  });
});

describe("what the language does not have is refused with what to write instead", () => {
  it.each([
    ["x = 1", "compare with"],
    ["x = 1; x", "one formula holds one expression"],
    ["a; b", "one formula holds one expression"],
    ["f(a) = secret + a", "compare with"],
    ["a && b", 'Write "and"'],
    ['"a" || "b"', 'Write "and"'],
    ["!x", 'Write "not"'],
    ["5!", "factorial(n)"],
    ["a ** b", 'Write "^"'],
    ["5%", "5 / 100"],
    ["log(x)", "ln, log10 or log2"],
    ["1 < x < 3", "a < b and b < c"],
    ["not a == b", "not (a == b)"],
    ["a..b", "near character"],
    ["a.__proto__", "near character"],
    ["1.a", "near character"],
    ["constructor 5", "near character"],
    ["toString 5", "near character"],
    ["sqrt x", "near character"],
    ["a..b", "near character"],
    ["1.a", "near character"],
    ["x => x", "arrow functions"],
    ["a /* b", "Comments"],
    ['"abc', "not closed"],
    ["min(a, b", "ends too early"],
    ["", "ends too early"],
    ["1e999", "too large"],
    ["1_000", "without separators"],
    ["if(a, b)", '"otherwise"'],
    ["a @ b", '"@"'],
  ])("%s", (source, cure) => {
    expect(() => parse(source)).toThrow(cure);
  });

  it.each([null, undefined, [], {}])("%s, which is no text", (source) => {
    expect(() => parse(source)).toThrow("must be text");
  });

  it("2,001 characters, 65 levels, and thousands of brackets, without a stall", () => {
    expect(() => parse(`${"1+".repeat(1000)}1`)).toThrow("2000 characters");
    expect(() => parse(`${"(".repeat(500)}1${")".repeat(500)}`)).toThrow("nests too deeply");
    expect(() => parse(`${"f(".repeat(70)}1${")".repeat(70)}`)).toThrow("64 levels");
    expect(() => parse(Array.from({ length: 300 }, () => "1").join("+"))).not.toThrow();
  });
});

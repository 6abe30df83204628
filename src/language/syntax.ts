// Syntax of other languages that people write from habit: refused with a hint before expr-eval's parser reads it.
import { failSyntax } from "../errors.ts";

const texts = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g;

/** Pattern → message; tested on the formula with its string literals emptied, the first match counts. */
const habits: [RegExp, string][] = [
  [/["'](?!["'])(?<!["']["'])/, "A text is not closed: a quotation mark is missing."],
  [/\bMath\./, "Write sqrt(x), sin(x), … without Math."],
  [/\/\*/, "Comments belong into YAML (# …), not into a formula."],
  [/;/, '";" is not part of the language: one formula holds one expression.'],
  [/=>/, "There are no arrow functions: write a formula with a parameter, f(x): …, and hand on its name."],
  [/===|!==/, 'Compare with "==" and "!=".'],
  [/(^|[^=!<>])=(?!=)/, '"=" assigns nothing here: compare with "==".'],
  [/&&|\|\||&|\|/, 'Write "and" and "or".'],
  [/[\w)\]]\s*!(?!=)/, 'Write factorial(n) instead of "n!".'],
  [/!(?!=)/, 'Write "not" instead of "!".'],
  [/\*\*/, 'Write "^" instead of "**".'],
  [/\d%\s*($|[-+*/)\],:?])|\d\s+%\s*($|[*/)\],:?])/, '"%" is the remainder here: write 5 / 100 for 5 %.'],
  [/\blog\s*\(/, '"log" alone is ambiguous: write ln, log10 or log2.'],
  [/\d[_']\d/, "Write numbers without separators: 1000000."],
];

/** Throws for syntax of other languages, for chained comparisons, and for `not a == b`. */
export function refuseForeignSyntax(source: string): void {
  const bare = source.replace(texts, '""');
  for (const [pattern, message] of habits) if (pattern.test(bare)) failSyntax(message);
  refuseAmbiguousComparisons(bare);
}

const significant = /\b(?:not|and|or)\b|[<>=!]=?|[()[\],?:]/g;
const comparison = /^(?:[<>]=?|==|!=)$/;

// `1 < x < 3` compares a boolean and `not a == b` reads `(not a) == b`; nobody means that. The parser drops
// parentheses, so only the text can tell `(not a) == b`, which is fine, from the trap.
function refuseAmbiguousComparisons(bare: string): void {
  let level = { negated: false, compared: false };
  const outer: (typeof level)[] = [];
  for (const [word] of bare.matchAll(significant)) {
    if (word === "(" || word === "[") {
      outer.push(level);
      if (outer.length > 200) failSyntax("This formula nests too deeply.");
      level = { negated: false, compared: false };
    } else if (word === ")" || word === "]") level = outer.pop() ?? level;
    else if (word === "not") level.negated = true;
    else if (comparison.test(word)) {
      if (level.compared) failSyntax("A chain of comparisons means nothing: write a < b and b < c.");
      if (level.negated) failSyntax('"not" binds tighter than a comparison: write not (a == b), or (not a) == b.');
      level.compared = true;
    } else level = { negated: false, compared: false };
  }
}

const members = /((?<![\w.])[A-Za-z]\w*|[)\]])((?:\s*\.\s*[A-Za-z]\w*)+)/g;

/** `rows.name` as `rows["name"]`, a look-up of an own key like any other. */
export function bracketMembers(source: string): string {
  if (!source.includes(".")) return source;
  const literals: string[] = [];
  const blank = source.replace(texts, (text) => `"${literals.push(text) - 1}"`);
  const bracketed = blank.replace(members, (_, target: string, chain: string) => target + chain.replace(/\s*\.\s*(\w+)/g, '["$1"]'));
  return bracketed.replace(/"(\d+)"/g, (_, at: string) => literals[Number(at)]!);
}

/** `f(x)[0]` as `(f(x))[0]`, the one form of it that expr-eval reads. */
export function parenthesizeIndexedCalls(source: string): string {
  if (!/\)\s*\[/.test(source)) return source;
  const blank = source.replace(texts, (text) => '"'.padEnd(text.length - 1, "x").concat('"'));
  const open: number[] = [];
  const insertions: [number, string][] = [];
  for (let at = 0; at < blank.length; at++) {
    if (blank[at] === "(") open.push(at);
    if (blank[at] !== ")") continue;
    const start = open.pop() ?? 0;
    const name = /[A-Za-z_]\w*\s*$/.exec(blank.slice(0, start))?.[0];
    if (name && /^\s*\[/.test(blank.slice(at + 1))) insertions.push([start - name.length, "("], [at + 1, ")"]);
  }
  insertions.sort(([a], [b]) => b - a);
  let result = source;
  for (const [at, text] of insertions) result = result.slice(0, at) + text + result.slice(at);
  return result;
}

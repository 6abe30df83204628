// The functions of polynomials: lists of coefficients from the highest power down.
import type { FunctionEntry, Functions, Value } from "formulary";
import { entry, failFormula, listOf, sizeOf, toText, wholeNumber } from "formulary/functions";
import { binaryRatio, meantRatio, type Ratio, ratioToNumber } from "../functions-number-theory/index.ts";
import { type Complex, complex, product as complexProduct, sum as complexSum, finite, real } from "./arithmetic.ts";
import { commonFactor, commonScale, pseudoDivide, trimmed, type Whole } from "./integer-polynomials.ts";
import { rootsOf } from "./polynomial-roots.ts";

const mostCoefficients = 1001;
const mostDegree = 40;

/** Coefficients without zeros in front; [0] for the zero polynomial. */
function polynomial(value: Value, name: string): number[] {
  const coefficients = listOf(value, name, { of: "coefficients", most: mostCoefficients }).map((c) => real(c, name));
  const p = trimmed(coefficients, (c) => c === 0);
  return p.length === 0 ? [0] : p;
}
/** The same for exact methods: degree up to 40, not the zero polynomial. */
function limited(value: Value, name: string): number[] {
  const p = polynomial(value, name);
  if (p.length === 1 && p[0] === 0) failFormula(`${name} needs a polynomial other than 0.`);
  return p.length <= mostDegree + 1
    ? p
    : failFormula(`${name} takes polynomials up to degree ${mostDegree}; this one has ${p.length - 1}.`);
}
const finiteResult = (p: number[], name: string): number[] =>
  p.every(Number.isFinite) ? p : failFormula(`The result of ${name} is too large.`);

// Decimals and simple fractions count as people mean them, other numbers with all their bits.
/** Whole coefficients in the same proportion. */
const exactly = (p: number[]): { coefficients: Whole; scale: bigint } => commonScale(p.map((c): Ratio => meantRatio(c) ?? binaryRatio(c)));

function allRoots(value: Value): Complex[] {
  const p = limited(value, "polynomialRoots");
  if (p.length < 2) failFormula("polynomialRoots needs a polynomial of degree 1 or more.");
  return rootsOf(exactly(p).coefficients).flatMap(({ at, times }) => Array.from({ length: times }, () => finite(at, "polynomialRoots")));
}

function valueAt(coefficients: Value, x: Value): Value {
  const p = polynomial(coefficients, "polynomialValue");
  if (Array.isArray(x)) return x.map((each) => valueAt(coefficients, each));
  const at = real(x, "polynomialValue");
  return finiteResult([p.reduce((value, c) => value * at + c, 0)], "polynomialValue")[0]!;
}
function complexValueAt(coefficients: Value, z: Value): Complex {
  const at = complex(z, "complexPolynomialValue");
  return finite(
    polynomial(coefficients, "complexPolynomialValue").reduce<Complex>((value, c) => complexSum(complexProduct(value, at), [c, 0]), [0, 0]),
    "complexPolynomialValue",
  );
}

function addition(values: Value[]): number[] {
  const terms = values.map((value) => polynomial(value, "polynomialSum"));
  const length = Math.max(...terms.map((p) => p.length));
  const total = Array.from({ length }, (_, at) => terms.reduce((sum, p) => sum + (p[at - (length - p.length)] ?? 0), 0));
  return polynomial(total, "polynomialSum");
}

function multiplication(a: Value, b: Value, name: string): number[] {
  const [p, q] = [polynomial(a, name), polynomial(b, name)];
  const result = new Array<number>(p.length + q.length - 1).fill(0);
  for (const [i, x] of p.entries()) for (const [j, y] of q.entries()) result[i + j]! += x * y;
  return finiteResult(result, name);
}

/** Quotient and remainder, exact for decimals and simple fractions. */
function division(a: Value, b: Value, name: string): [quotient: number[], remainder: number[]] {
  const [p, q] = [limitedOrZero(a, name), limited(b, name)];
  if (p.length < q.length) return [[0], p];
  const [over, under] = [exactly(p), exactly(q)];
  const { quotient, remainder, scale } = pseudoDivide(over.coefficients, under.coefficients);
  const below = scale * over.scale;
  const rest = remainder.length === 0 ? [0] : remainder.map((c) => ratioToNumber(c, below));
  const whole = quotient.map((c) => ratioToNumber(c * under.scale, below));
  return [finiteResult(whole, name), finiteResult(rest, name)];
}
const limitedOrZero = (value: Value, name: string) => {
  const p = polynomial(value, name);
  return p.length === 1 ? p : limited(p, name);
};

function greatestCommonDivisor(a: Value, b: Value): number[] {
  const [p, q] = [limited(a, "polynomialGcd"), limited(b, "polynomialGcd")].map((each) => exactly(each).coefficients) as [Whole, Whole];
  const common = commonFactor(p, q);
  return finiteResult(
    common.map((c) => ratioToNumber(c, common[0]!)),
    "polynomialGcd",
  );
}

function derivative(value: Value, times: Value): number[] {
  const order = wholeNumber(real(times, "polynomialDerivative"), "polynomialDerivative", [0, mostCoefficients]);
  let p = polynomial(value, "polynomialDerivative");
  for (let turn = 0; turn < order; turn++) {
    if (p.length === 1) return [0];
    p = p.slice(0, -1).map((c, at) => c * (p.length - 1 - at));
  }
  return finiteResult(p, "polynomialDerivative");
}
const integral = (value: Value, constant: Value): number[] => {
  const p = polynomial(value, "polynomialIntegral");
  return polynomial([...p.map((c, at) => c / (p.length - at)), real(constant, "polynomialIntegral")], "polynomialIntegral");
};

/** The product of (x - root) over complex roots, whose pairs must mirror each other. */
function fromRoots(value: Value): number[] {
  const items = listOf(value, "polynomialFromRoots", { of: "roots", least: 0, most: 100 });
  const roots = items.map((root) => complex(root, "polynomialFromRoots"));
  let p: Complex[] = [[1, 0]];
  for (const [re, im] of roots) {
    const less = p.map((c) => complexProduct(c, [-re, -im]));
    p = [...p, [0, 0] as Complex].map((c, at) => (at === 0 ? c : complexSum(c, less[at - 1]!)));
  }
  const scale = Math.max(...p.map(([re, im]) => Math.hypot(re, im)));
  if (p.some(([, im]) => Math.abs(im) > 1e-9 * scale))
    failFormula("polynomialFromRoots needs complex roots in pairs re ± im·i, or its coefficients are not real.");
  return finiteResult(
    p.map(([re]) => re + 0),
    "polynomialFromRoots",
  );
}

/** "2x^3 - x + 5". */
function textOf(value: Value, variable: Value): string {
  const p = polynomial(value, "polynomialText");
  const letter = toText(variable, "polynomialText");
  const terms = p.map((c, at) => ({ c, power: p.length - 1 - at })).filter(({ c }) => c !== 0);
  const term = ({ c, power }: { c: number; power: number }, at: number) => {
    const size = Number(Math.abs(c).toPrecision(12));
    const sign = at === 0 ? (c < 0 ? "-" : "") : c < 0 ? " - " : " + ";
    return `${sign}${size === 1 && power > 0 ? "" : size}${power === 0 ? "" : power === 1 ? letter : `${letter}^${power}`}`;
  };
  return terms.length === 0 ? "0" : terms.map(term).join("");
}

const size = (value: Value): number => (Array.isArray(value) ? Math.min(sizeOf(value), 10 * mostCoefficients) : 1);
const costing = (work: (...sizes: number[]) => number) =>
  ((...values: Value[]) => work(...values.map(size))) as FunctionEntry["cost"] & object;
const list = (params: string, summary: string, example: [string, Value], call: unknown, cost: FunctionEntry["cost"] & object) => ({
  ...entry(params, summary, example, "plainList", call),
  cost,
});

/** Polynomials are lists of coefficients from the highest power down: [1, -3, 2] is x² - 3x + 2. */
export const polynomialFunctions: Functions = {
  polynomialRoots: list(
    "coefficients",
    "All roots [[re, im], …] with multiplicity, by rising real part; of a pair the positive imaginary part comes first. Coefficients are from the highest power down, degree up to 40. Decimals count as written, so that multiple roots are exact.",
    [
      "polynomialRoots([1, -3, 2])",
      [
        [1, 0],
        [2, 0],
      ],
    ],
    allRoots,
    costing((n) => 100 + 50 * Math.min(n, mostDegree) ** 2),
  ),
  polynomialValue: {
    ...entry(
      "coefficients x",
      "The value of a polynomial at x, or at each x of a list.",
      ["polynomialValue([1, -3, 2], 5)", 12],
      "unknown",
      valueAt,
    ),
    cost: costing((n, x) => x / 2 + (n * x) / 10),
  },
  complexPolynomialValue: list(
    "coefficients z",
    "The value of a real polynomial at a complex number [re, im] (transfer functions at jω).",
    ["complexPolynomialValue([1, 0, 1], [0, 1])", [0, 0]],
    complexValueAt,
    costing((n) => n / 5),
  ),
  polynomialSum: list(
    "...p",
    "The sum of polynomials.",
    ["polynomialSum([1, 2, 3], [1, -1])", [1, 3, 2]],
    (...p: Value[]) => addition(p),
    costing((...n) => n.reduce((a, b) => a + b, 0) / 10),
  ),
  polynomialProduct: list(
    "a b",
    "The product of two polynomials; also the convolution of two lists.",
    ["polynomialProduct([1, -1], [1, -2])", [1, -3, 2]],
    (a: Value, b: Value) => multiplication(a, b, "polynomialProduct"),
    costing((n, m) => (n * (m ?? 1)) / 10),
  ),
  polynomialQuotient: list(
    "a b",
    "The whole part of one polynomial divided by another.",
    ["polynomialQuotient([1, -3, 2], [1, -1])", [1, -2]],
    (a: Value, b: Value) => division(a, b, "polynomialQuotient")[0],
    costing((n) => 10 + Math.min(n, mostDegree) ** 2 / 2),
  ),
  polynomialRemainder: list(
    "a b",
    "The remainder of one polynomial divided by another; [0] where there is none.",
    ["polynomialRemainder([1, -3, 5], [1, -1])", [3]],
    (a: Value, b: Value) => division(a, b, "polynomialRemainder")[1],
    costing((n) => 10 + Math.min(n, mostDegree) ** 2 / 2),
  ),
  polynomialGcd: list(
    "a b",
    "The greatest common divisor of two polynomials, its first coefficient 1; degree up to 40.",
    ["polynomialGcd([1, -3, 2], [1, 0, -1])", [1, -1]],
    greatestCommonDivisor,
    costing((n, m) => 20 + Math.min(n + (m ?? 1), 2 * mostDegree) ** 3 / 10),
  ),
  polynomialDerivative: list(
    "coefficients order?",
    "The derivative of a polynomial, of a higher order too.",
    ["polynomialDerivative([1, -3, 2])", [2, -3]],
    (p: Value, order: Value = 1) => derivative(p, order),
    costing((n) => n),
  ),
  polynomialIntegral: list(
    "coefficients constant?",
    "The antiderivative of a polynomial, with a constant (default 0).",
    ["polynomialIntegral([6, 2], 1)", [3, 2, 1]],
    (p: Value, constant: Value = 0) => integral(p, constant),
    costing((n) => 10 + 2 * n),
  ),
  polynomialFromRoots: list(
    "roots",
    "The coefficients of the polynomial with these roots (numbers, or [re, im] in pairs) and the first coefficient 1.",
    ["polynomialFromRoots([1, 2])", [1, -3, 2]],
    fromRoots,
    costing((n) => n ** 2),
  ),
  polynomialText: entry(
    "coefficients variable?",
    "A polynomial as a text.",
    ["polynomialText([2, 0, -1, 5])", "2x^3 - x + 5"],
    "numberText",
    (p: Value, variable: Value = "x") => textOf(p, variable),
  ),
};

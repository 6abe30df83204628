import { composePlugins, type Value } from "formulary";
import { describe, expect, it } from "vitest";
import functionsStatistics from "../../plugins/functions-statistics/index.ts";
import { dimensionRules } from "../../scripts/validation/dimension-rules.ts";
import { evaluate as run } from "../language/evaluate.ts";

const { functions } = composePlugins([functionsStatistics()]);
const off = (value: Value, expected: number) => Math.abs((value as number) - expected) / Math.abs(expected);

// Reference values of tails, densities and quantiles: series and continued fractions in 60 digits of mpmath 1.3.
describe("distributions keep their digits far out", () => {
  it.each<[string, number, number]>([
    ["normalSf(29.447718858718872)", 6.732691002362455e-191, 2e-13],
    ["normalCdf(-8)", 6.220960574271785e-16, 1e-14],
    ["normalInverse(0.500000038250748)", 9.588040649629053e-8, 1e-14],
    ["normalInverse(0.975)", 1.959963984540054, 1e-15],
    ["tInverse(0.975, 10)", 2.228138851986274, 1e-15],
    ["tSf(28.87187392922265, 67.72874925150631)", 4.2986704112144866e-40, 1e-13],
    ["tPdf(11.987869662873303, 986890.8731826718)", 2.495359990859412e-32, 1e-13],
    // gammainc of stdlib 0.3.1 gives 0.14387 here
    ["gammaCdf(1568.1066800039855, 1606.2968424895175)", 0.17049643218108493, 1e-13],
    ["regularizedGammaQ(1123.0647265900143, 2350.3581347612117)", 1.6959585208354e-175, 5e-13],
    ["gammaInverse(0.2745027542114258, 0.01586375794133264)", 2.305374687300508e-36, 1e-13],
    ["chiSquareSf(836.6778043579629, 353.5230594420983)", 3.5991423748181515e-41, 1e-13],
    ["fSf(25.693043362034935, 10, 660.5887138192682)", 2.416315474065917e-41, 1e-13],
    ["fCdf(0.5854353503128957, 30346.30728661068, 3918.4118803558363)", 2.2202395125292215e-126, 2e-13],
    ["betaCdf(0.6953646438330123, 351823.4069934648, 153690.97610074322)", 0.17426597924400486, 1e-13],
    ["betaInverse(0.0000000000459305952097643, 0.22101457261912352, 0.5638073070502517)", 4.1204978712541773e-47, 1e-12],
    ["binomialPmf(171, 236, 0.7963587311096489)", 0.0017996916270067787, 1e-13],
    ["binomialCdf(40, 70, 0.8349844482727349)", 1.8246913269911298e-7, 1e-13],
    ["poissonPmf(657928, 652122.4437392849)", 3.1759804090663207e-15, 1e-13],
    ["poissonSf(3087, 2728.713305935401)", 8.557596946303541e-12, 1e-13],
    ["negativeBinomialSf(164, 6.663389233888745, 0.11330199241638184)", 0.00014890832562304326, 1e-13],
    ["hypergeometricCdf(1536, 11723, 3185, 6082)", 7.343192983647914e-7, 1e-13],
    ["geometricSf(70, 0.9644840955734253)", 1.2023319355995378e-103, 1e-13],
  ])("%s", (source, expected, tolerance) => {
    expect(off(run(source), expected)).toBeLessThan(tolerance);
  });

  it.each([
    ["normal", "0.3, 1, 2"],
    ["lognormal", "0.3, 1, 2"],
    ["gamma", "0.3, 0.7, 2"],
    ["chiSquare", "0.3, 7"],
    ["exponential", "0.3, 2"],
    ["weibull", "0.3, 0.7, 2"],
    ["beta", "0.3, 0.7, 20"],
    ["t", "0.3, 0.7"],
    ["f", "0.3, 3, 4000"],
    ["noncentralT", "0.3, 12, -2"],
    ["studentizedRange", "0.3, 4, 12"],
    ["kolmogorov", "0.3"],
  ])("%sCdf of %sInverse is the probability again, and both tails make 1", (name, given) => {
    const [p, ...parameters] = given.split(", ");
    const rest = parameters.map((each) => `, ${each}`).join("");
    expect(off(run(`${name}Cdf(${name}Inverse(${given})${rest})`), Number(p))).toBeLessThan(1e-13);
    expect(off(run(`${name}Cdf(2${rest}) + ${name}Sf(2${rest})`), 1)).toBeLessThan(1e-14);
  });

  it.each<[string, Value]>([
    ["binomialInverse(0.5, 5, 0.5)", 2],
    ["binomialInverse(0, 5, 0.5)", 0],
    ["binomialInverse(1, 5, 0.5)", 5],
    ["poissonInverse(0.9999883859977026, 652122.4437392849)", 655542],
    ["hypergeometricInverse(0, 10, 8, 5)", 3],
    ["hypergeometricInverse(0.0021213782175433975, 82, 59, 6)", 1],
    ["binomialCdf(2.9999999999, 5, 0.5)", 0.8125],
    ["binomialPmf([0, 1, 6], 1, 0.25)", [0.75, 0.25, 0]],
    ["binomialPmf(0, 0, 0.3)", 1],
    ["geometricPmf(0, 1)", 1],
    ["poissonPmf(0, 0)", 1],
    ["normalCdf(-1 / 0)", 0],
    ["tSf(1 / 0, 3)", 0],
    ["gammaPdf(0, 2)", 0],
    ["betaPdf(0, 1, 3)", 3],
    ["uniformSf(7, 2, 6)", 0],
    ["hypergeometricPmf(0, 0, 0, 0)", 1],
  ])("%s is %j", (source, expected) => {
    expect(run(source)).toEqual(expected);
  });
});

// Noncentral tails: sums and integrals in 30 digits of mpmath; noncentralTInverse and the range: SciPy 1.17; U and W: Python's whole numbers.
describe("distributions behind powers and comparisons", () => {
  it.each<[string, number]>([
    ["noncentralTSf(1000, 1, 3)", 0.002393953810121299],
    ["noncentralTCdf(20, 15, 60)", 1.59691278424442e-20],
    ["noncentralTCdf(1.96, 1000000000, 2.8)", 0.2004541933492447],
    ["noncentralTInverse(0.95, 9, 5)", 8.893858239292989],
    ["noncentralChiSquareSf(1500, 1, 100)", 8.090892569693028e-182],
    ["noncentralFCdf(2.1, 5, 300, 100)", 1.0234868744549176e-12],
    ["studentizedRangeInverse(0.95, 3, 20)", 3.577934725220134],
    // of two groups it is the root of 2 times Student's t
    ["studentizedRangeInverse(0.75, 2, 40) / sqrt(2) / tInverse(0.875, 40)", 1],
    ["studentizedRangeInverse(0.01, 2, 7) / sqrt(2) / tInverse(0.505, 7)", 1],
    ["studentizedRangeSf(50, 3, 2)", 0.0014594469847464264],
    ["studentizedRangeCdf(5, 100, 10)", 0.44880777662205124],
    ["kolmogorovSf(12)", 1.6757885067638739e-125],
    ["kolmogorovCdf(0.2)", 5.050407338670088e-13],
    ["mannWhitneySf(1750, 50, 50)", 0.0002325915880109219],
    ["mannWhitneyInverse(0.05, 100, 100)", 4327],
    ["signedRankCdf(4020, 200)", 7.230364951096299e-15],
    ["signedRankInverse(0.025, 25)", 90],
  ])("%s", (source, expected) => {
    expect(off(run(source), expected)).toBeLessThan(2e-14);
  });
});

describe("special functions", () => {
  // mpmath, 40 digits
  it.each<[string, number]>([
    ["gamma(-23.074657917022705)", 4.1305122922468723e-22],
    ["erfc(19.669773817062378)", 2.6824419190713317e-170],
    ["erfInverse(0.0000000001)", 8.862269254527581e-11],
    ["erfcInverse(1e-300)", 26.209469960516124],
    ["beta(0.0001, 20000)", 9989.524894249373],
    ["beta(300, 200)", 1.6485491608664747e-147],
    ["digamma(-1.556713581085205)", 0.16485362599056413],
  ])("%s", (source, expected) => {
    expect(off(run(source), expected)).toBeLessThan(1e-13);
  });
});

describe("describing a list", () => {
  // by hand; the quantiles below are NumPy's 2.4
  it.each<[string, Value]>([
    ["variance([1000000001, 1000000002, 1000000003])", 1],
    ["standardDeviation([0.1, 0.1, 0.1])", 0],
    ["standardDeviation([-1e200, 1e200]) / 1e200", Math.SQRT2],
    ["median([7])", 7],
    ["modes([5])", []],
    ["modes([0.3 - 0.2, 0.1, 7])", [0.3 - 0.2]],
    ['modes(["b", "a", "b"])', ["b"]],
    ["trimmedMean(range(1, 100), 0.29)", 50.5],
    ["geometricMean([0, 5])", 0],
    ["harmonicMean([0, 5])", 0],
    ["weightedMean([5, 100], [3, 0])", 5],
    ['ranks([3, 1, 1, 2], "lowest")', [4, 1, 1, 3]],
    ['ranks([3, 1, 1, 2], "highest")', [4, 2, 2, 3]],
    ['ranks([3, 1, 1, 2], "dense")', [3, 1, 1, 2]],
    ['ranks([3, 1, 1, 2], "inTurn")', [4, 1, 2, 3]],
    ["ranks([0.3 - 0.2, 0.1])", [1.5, 1.5]],
    ['quartiles([1, 2, 3, 4, 5], "hinges")', [2, 3, 4]],
    ['quartiles([1, 2, 3, 4, 5], "halves")', [1.5, 3, 4.5]],
    ['quartiles([1, 2, 3, 4, 5], "exclusive")', [1.5, 3, 4.5]],
    ["quartiles([1, 2, 3, 4, 5, 6])", [2.25, 3.5, 4.75]],
    ["histogramCounts([0, 0.1 * 3, 1, 2], [0, 0.3, 1])", [1, 2]],
    ["frequencies([])", []],
    ["kendallTau([1, 2, 3], [3, 2, 1])", -1],
    ["correlation([1e-200, 2e-200, 3e-200], [1, 2, 3])", 1],
  ])("%s is %j", (source, expected) => {
    if (typeof expected === "number") expect(run(source)).toBeCloseTo(expected, 13);
    else expect(run(source)).toEqual(expected);
  });

  it.each([
    [1, 2],
    [2, 2],
    [3, 1],
    [4, 1.4],
    [5, 1.9],
    [6, 1.7],
    [7, 2.1],
    [8, 1.8333333333333333],
    [9, 1.85],
  ])("quantile method %d gives %d", (method, expected) => {
    expect(run("quantile([3, 1, 4, 1, 5, 9, 2, 6], 0.3, method)", { method })).toBeCloseTo(expected, 13);
  });

  it("kendallTau counts all pairs of long lists with ties", () => {
    const xs = Array.from({ length: 300 }, (_, at) => (at * 37) % 101);
    const ys = Array.from({ length: 300 }, (_, at) => (at * 53) % 89);
    let [score, untiedX, untiedY] = [0, 0, 0];
    for (let i = 0; i < 300; i++)
      for (let j = 0; j < i; j++) {
        const [dx, dy] = [Math.sign(xs[i]! - xs[j]!), Math.sign(ys[i]! - ys[j]!)];
        score += dx * dy;
        untiedX += dx * dx;
        untiedY += dy * dy;
      }
    expect(run("kendallTau(xs, ys)", { xs, ys })).toBeCloseTo(score / Math.sqrt(untiedX * untiedY), 14);
  });
});

describe("fits", () => {
  const xs = Array.from({ length: 21 }, (_, at) => at);
  const sums = xs.map((x) => [0, 1, 2, 3, 4, 5].reduce((sum, power) => sum + x ** power, 0));
  // The designs of R. Wampler, Journal of the American Statistical Association 65 (1970): every coefficient is 1.
  const noise = [
    759, -2048, 2048, -2048, 2523, -2048, 2048, -2048, 1838, -2048, 2048, -2048, 1838, -2048, 2048, -2048, 2523, -2048, 2048, -2048, 759,
  ];
  it.each([
    ["exact", 0, 1e-13],
    ["scattered", 1, 1e-11],
  ])("a polynomial of degree 5 through %s values keeps its digits", (_, share, tolerance) => {
    const ys = sums.map((y, at) => y + share * noise[at]!);
    for (const coefficient of run("polynomialFit(xs, ys, 5)", { xs, ys }) as number[]) expect(off(coefficient, 1)).toBeLessThan(tolerance);
  });
  it("several predictors that hardly differ are told apart", () => {
    // Python fractions
    const fit = run("multipleFit([[1, 2, 3, 4, 5], [2, 1, 4, 3, 7]], [1, 2, 2, 3, 6])") as number[];
    const errors = run("multipleFitErrors([[1, 2, 3, 4, 5], [2, 1, 4, 3, 7]], [1, 2, 2, 3, 6])") as number[];
    for (const [at, expected] of [-0.43529411764705883, 0.711764705882353, 0.3235294117647059].entries())
      expect(fit[at]).toBeCloseTo(expected, 14);
    for (const [at, expected] of [1.0485118800613362, 0.5567142856508631, 0.38235294117647056].entries())
      expect(errors[at]).toBeCloseTo(expected, 14);
  });
});

describe("what cannot be is said in a sentence", () => {
  it.each([
    ['median("abc")', "median needs a list of numbers and got a text."],
    ["variance([1])", "variance needs at least 2 values and got 1."],
    ["median([])", "median needs at least one value and got none."],
    ['variance([1, "a"])', "variance needs numbers and got a text."],
    ["variance([1, 1 / 0])", "variance needs finite numbers and got infinity."],
    ["correlation([1, 2], [1, 2, 3])", "correlation needs two lists of one length and got 2 and 3 values."],
    ["correlation([1, 1], [1, 2])", "correlation of a list whose values are all the same does not exist."],
    ["skewness([0.1, 0.1, 0.1])", "skewness of values that are all the same does not exist."],
    ["linearFit([2, 2], [1, 3])", "linearFit needs two different x values or more."],
    ["polynomialFit([1, 1, 2], [1, 2, 3], 2)", "polynomialFit of degree 2 needs 3 different x values or more."],
    [
      "multipleFit([[1, 2, 3], [2, 4, 6]], [1, 2, 4])",
      "multipleFit cannot tell its predictors apart: one is constant, or a combination of the others.",
    ],
    ["multipleFit([1, 2], [1, 2])", "multipleFit needs a list of lists, one for each predictor, and got a list of something else."],
    ["quantile([1, 2], 1.5)", "p of a quantile must be a number from 0 to 1, not 1.5."],
    ["quantile([1, 2], 0.5, 10)", "The method of a quantile must be a whole number from 1 to 9, not 10."],
    ['quartiles([1, 2], "tukey")', 'quartiles knows no method "tukey": write one of inclusive, exclusive, halves, hinges.'],
    ['ranks([1], "toString")', 'ranks knows no way "toString" with ties: write one of mean, lowest, highest, dense, inTurn.'],
    ["weightedMean([1, 2], [0, 0])", "weightedMean needs a weight that is not 0."],
    ["normalCdf(1, 0, 0)", "The standard deviation of a normal distribution must be a number above 0, not 0."],
    ["normalInverse(1.2)", "A probability must be a number from 0 to 1, not 1.2."],
    ["normalCdf(0 / 0)", "normalCdf needs numbers and got something that is none (0 / 0, the root of -1, …)."],
    ["binomialPmf(2.5, 5, 0.5)", "A number of events must be a whole number, not 2.5."],
    ["binomialCdf(1, 2.5, 0.5)", "The number of trials must be a whole number from 0 to 1000000000000, not 2.5."],
    ["gamma(-2)", "gamma is infinite at 0 and at every negative whole number."],
    ["tSf(1, 0)", "The number of degrees of freedom must be a number above 0, not 0."],
    ["hypergeometricCdf(1, 10, 12, 2)", "The number of successes in the population must be a whole number from 0 to 10, not 12."],
    ["noncentralTCdf([1, 2], 3, 1)", "noncentralTCdf takes single numbers: map a formula with a parameter over a list."],
    ["mannWhitneyCdf(1, 3, 101)", "The size of a sample must be a whole number from 1 to 100, not 101."],
  ])("%s: %s", (source, message) => {
    expect(() => run(source)).toThrow(message);
  });
});

describe("work is declared where it grows", () => {
  it.each([
    ["studentizedRangeInverse", [0.95, 10, 20], 10_000],
    ["mannWhitneyCdf", [5000, 100, 100], 1000],
    ["signedRankCdf", [5000, 200], 1000],
    ["hypergeometricSf", [5e11, 1e12, 5e11, 5e11], 5000],
    ["noncentralFSf", [3, 2, 20, 10_000], 5000],
  ])("%s", (name, given, least) => {
    const cost = functions[name]!.cost as ((...values: Value[]) => number) | undefined;
    expect(cost!(...given)).toBeGreaterThan(least);
    expect(cost!(...given)).toBeLessThan(100_000);
  });
  it("and never is not a number, whatever comes", () => {
    for (const { cost } of Object.values(functions))
      for (const given of [[Number.NaN], [1, -1, -1, -1], ["a", [1], true, 5], [[], "a", -3]] as Value[][])
        if (typeof cost === "function") expect(Number.isNaN((cost as (...values: Value[]) => number)(...given))).toBe(false);
  });
});

describe("dimensions", () => {
  const length = { is: "number" as const, dimension: { m: 1 } };
  const time = { is: "number" as const, dimension: { s: 1 } };
  const listOf = (of: typeof length | typeof time) => ({ is: "list" as const, of });
  const apply = (name: string, ...kinds: Parameters<(typeof dimensionRules)[string]>[0]["kinds"]) =>
    dimensionRules[functions[name]!.dimension]!({ name, kinds, apply: () => ({ is: "unknown" }), isFormula: () => false });
  it("a variance is squared, a covariance a product, a slope a quotient", () => {
    expect(apply("variance", listOf(length))).toEqual({ is: "number", dimension: { m: 2 } });
    expect(apply("standardDeviation", listOf(length))).toEqual(length);
    expect(apply("covariance", listOf(length), listOf(time))).toEqual({ is: "number", dimension: { m: 1, s: 1 } });
    expect(apply("linearFit", listOf(time), listOf(length))).toMatchObject({ items: [length, { dimension: { m: 1, s: -1 } }] });
    expect(apply("polynomialFit", listOf(time), listOf(length), { is: "number", dimension: {}, literal: 2 })).toMatchObject({
      items: [length, { dimension: { m: 1, s: -1 } }, { dimension: { m: 1, s: -2 } }],
    });
  });
});

it.each([
  "gammaInverse(fill(0.5, 10000), 2)",
  "chiSquareCdf(1e9, range(1, 10000))",
  "map(negativeBinomialInverse, fill(0.5, 10000), 3, 0.5)",
  "sum(map(chiSquareInverse, fill(0.5, 10000), 2))",
])("every element of a list is paid for: %s takes too many steps, and says so soon", (source) => {
  expect(() => run(source)).toThrow("steps");
});

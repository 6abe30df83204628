import type { Value } from "formulary";
import { describe, expect, it } from "vitest";
import { gives, refuses } from "../language/cases.ts";
import { evaluate as run } from "../language/evaluate.ts";

// Reference values without another source: sympy 1.x and Python's whole numbers, run for these tests.
describe("primes and factors up to 2^53", () => {
  gives([
    ["isPrime(9007199254740881)", true],
    ["isPrime(3215031751)", false], // the smallest strong pseudoprime to 2, 3, 5 and 7 (Jaeschke 1993)
    ["isPrime(341550071728321)", false], // … and to the first seven primes
    ["isPrime([0, 1, 2, 561, 7919])", [false, false, true, false, true]],
    ["factorize(9007199254740991)", [6361, 69431, 20394401]],
    ["factorize(9007195909437503)", [94906247, 94906249]],
    ["factorize(9007181293881241)", [94906171, 94906171]],
    ["factorize(8036054027)", [2003, 2003, 2003]],
    ["factorize(9007192641994009)", [9007192641994009]],
    ["factorize(1)", []],
    [
      "primePowers(360)",
      [
        [2, 3],
        [3, 2],
        [5, 1],
      ],
    ],
    ["nextPrime(9007199254740000)", 9007199254740041],
    ["previousPrime(9007199254740991)", 9007199254740881],
    ["totient(9007199254740990)", 2338996194662400],
    ["carmichael(561)", 80],
    ["divisorSum(28)", 56],
    ["divisorSum(9007199254740881, 0)", 2],
    ["isPerfect(137438691328)", true],
    ["isAmicable(1184, 1210)", true],
    ["primeCount(1000000000)", 50847534], // OEIS A006880
    ["nthPrime(100000)", 1299709],
    ["count(primesUpTo(104729))", 10000],
    ["multiplicativeOrder(10, 97)", 96],
    ["primitiveRoot(41)", 6],
    ["jacobiSymbol(1001, 9907)", -1],
  ]);
});

describe("arithmetic modulo a number loses no digit", () => {
  gives([
    ["modProduct(9007199254740990, 9007199254740989, 9007199254740991)", 2],
    ["modPower(123456789012345, 987654321098765, 9007199254740881)", 820592855581104],
    ["modPower(2, -1, 9007199254740881)", 4503599627370441],
    ["modInverse(9007199254740990, 9007199254740991)", 9007199254740990],
    ["modPower(0, 0, 1)", 0],
    ["extendedGcd(-240, 46)", [2, 9, 47]],
    ["chineseRemainder([3, 5], [4, 6])", [11, 12]],
    ["lcm(9007199254740990, 2)", 9007199254740990],
    ["gcd([0, 0])", 0],
    ['exactModPower("2", "2305843009213693952", "1000000000000000000000000000057")', "366412502339033171044225292547"],
  ]);
});

describe("whole numbers of any length", () => {
  it.each<[string, Value]>([
    ["exactPower(2, 521)", String(2n ** 521n)],
    ['exactQuotient("-100000000000000000001", 10)', "-10000000000000000001"],
    ['exactRemainder("-100000000000000000001", 10)', "9"],
    ['exactRoot("99999999999999999999999999999999999999", 2)', "9999999999999999999"],
    ["exactChoose(9007199254740991, 2)", "40564819207303327337095620460545"],
    [
      "exactBell(100)",
      "47585391276764833658790768841387207826363669686825611466616334637559114497892442622672724044217756306953557882560751",
    ],
    ["exactPartitions(1000)", "24061467864032622473692149727991"],
    ["exactStirlingSecond(50, 25)", "7453802153273200083379626234837625465912500"],
    ["exactFibonacci(0)", "0"],
    ["exactDerangements(1)", "0"],
    ["exactEulerian(7, 3)", "2416"],
    ['exactSum("12 345", "−345")', "12000"],
  ])("%s", (source, expected) => {
    expect(run(source)).toBe(expected);
  });
});

describe("fractions", () => {
  gives([
    ["fractionSum(1 / 3, 1 / 6)", [1, 2]], // a number stands for the fraction that was meant
    ['fractionSum("1 1/2", "0.(3)", 0.25, [-1, 12])', [2, 1]],
    ["fractionSum([[1, 2], [1, 3], [1, 6]])", [1, 1]],
    ["fractionSum(0.1 + 0.2, 0)", [3, 10]],
    ["fractionPower([-2, 3], -3)", [-27, 8]],
    ['exactFraction("3.1(428571)")', [22, 7]],
    ["exactFraction(0.123456789)", [123456789, 1000000000]],
    ["fraction(PI, 1000)", [355, 113]],
    ["fraction(PI, 100)", [311, 99]], // between two convergents; Python: Fraction(math.pi).limit_denominator(100)
    ["fraction(0.333, 10)", [1, 3]],
    ["mixedNumber(-0.25)", [0, -1, 4]],
    ["repeatingDecimal([-22, 7])", "-3.(142857)"],
    ["repeatingDecimal([5, 12])", "0.41(6)"],
    ["repeatingDecimal([1, 8])", "0.125"],
    ["decimalPeriod([1, 97])", 96],
    ["continuedFraction(PI, 5)", [3, 7, 15, 1, 292]],
    ["continuedFraction(-2.5)", [-3, 2]],
    ["continuedFraction(1 / 3)", [0, 3]],
    ["last(convergents(continuedFraction(sqrt(2), 6)))", [99, 70]],
    ["rootContinuedFraction(4)", [2]],
    ["egyptianFraction([5, 121])", ["25", "757", "763309", "873960180913", "1527612795642093418846225"]],
  ]);
});

describe("bits and digits", () => {
  gives([
    ["bitAnd(9007199254740991, 4503599627370497)", 4503599627370497],
    ["bitXor(9007199254740991, 1)", 9007199254740990],
    ["bitOr(4294967296, 2147483648)", 6442450944],
    ["bitNot(0, 53)", 9007199254740991],
    ["shiftLeft(4294967296, 20)", 4503599627370496],
    ["rotateRight(1, 1, 53)", 4503599627370496],
    ["fromGrayCode(grayCode(range(0, 5)))", [0, 1, 2, 3, 4, 5]],
    ["digits(1000000, 1000)", [1, 0, 0]],
    ['digitSum("99999999999999999999")', 180],
    ["digitalRoot(0)", 0],
  ]);
});

describe("what cannot be answered says why", () => {
  refuses([
    ["isPrime(2.5)", "isPrime needs a whole number, not 2.5."],
    ["factorize(2 ^ 60)", "factorize needs a whole number up to 2^53, not 1152921504606847000."],
    ["modInverse(6, 9)", "6 has no inverse modulo 9: both are divisible by 3."],
    ["chineseRemainder([1, 2], [4, 6])", "No number leaves these remainders: the one modulo 6 contradicts those before it."],
    ["primitiveRoot(8)", "8 has no primitive root."],
    ['exactSum("1e5", 1)', '"1e5" is not a whole number: write digits only.'],
    ["exactPower(10, 20000)", "exactPower gives more than 10,000 digits: take a smaller exponent than 20000."],
    ["exactFactorial(5000)", "exactFactorial needs a whole number from 0 to 3248, not 5000."],
    ["fractionSum([1, 0], 1)", "A fraction cannot have the denominator 0."],
    ['fractionSum("one", 1)', '"one" is not a fraction: write 3/4, 2 1/4, 0.75 or 0.1(6).'],
    ["fractionPower([2, 3], 60)", "The numerator of fractionPower gives 19 digits, more than a number holds exactly (2^53)."],
    ["repeatingDecimal([1, 1000003])", "The decimals repeat only after 166667 digits; repeatingDecimal writes up to 5000."],
    ["bitAnd(-1, 3)", "bitAnd needs a whole number from 0, not -1."],
    ["bitNot(256, 8)", "bitNot: 256 does not fit into 8 bits."],
    ["map(factorize, [0])", "factorize needs a whole number from 1, not 0."],
    ["primeCount(range(999999000, 1000000000))", "This calculation needs more than 100,000 steps; try smaller numbers."],
    [
      `exactModPower("${"7".repeat(600)}", "${"7".repeat(600)}", "${"7".repeat(600)}")`,
      "This calculation needs more than 100,000 steps; try smaller numbers.",
    ],
  ]);
});

// Texts: every value here comes from outside the program; where from stands beside it.

import { describe, expect, it } from "vitest";
import { gives, refuses } from "../language/cases.ts";
import { evaluate as run } from "../language/evaluate.ts";

describe("a list of long texts is too much work before it is made", () => {
  refuses([
    ['padStart("9561", fill(9999, 9999))', "more than"],
    ['padEnd(fill("a", 9999), 5000, "xy")', "more than"],
    ['repeat(fill("ab", 9999), 4000)', "more than"],
    ['replace(fill("aaaaaaaaaa", 9999), "a", repeat("b", 1000))', "more than"],
  ]);
});

describe("characters are code points", () => {
  gives([
    ['slice("a😀b", 1, 2)', "😀"],
    ['slice("abc", -2)', "bc"],
    ['slice("abc", 5)', ""],
    ['reverseText("a😀b")', "b😀a"],
    ['characterCount("a😀b")', 3],
    ['textPosition("a😀b", "b")', 2],
    ['textPosition("abc", "x")', -1],
    ['split("")', []],
    ['split("1; 2,,3\t4")', ["1", "2", "3", "4"]],
    ['split("a--b--", "--")', ["a", "b", ""]],
    ['split("a,b", "")', ["a", ",", "b"]],
    ['replace("aaa", "a", "bb")', "bbbbbb"],
    ['replace("a.c", ".", "$&")', "a$&c"],
    ['padStart("12345", 3)', "12345"],
    ['padStart("a", 4, "xy")', "xyxa"],
    ['padStart("a", 4, "😀y")', "😀y😀a"],
    ['padEnd(5, 3, "0")', "500"],
    ['code(["A", "é", "😀"])', [65, 233, 128512]],
    ["character([65, 128512])", ["A", "😀"]],
    ['bytes("é€😀")', [195, 169, 226, 130, 172, 240, 159, 152, 128]],
    ["textOfBytes([226, 130, 172])", "€"],
    ['occurrences("aaaa", "aa")', 2],
    ['startsWith(["abc", "xbc"], "a")', [true, false]],
    ['trim([" a", "b "])', ["a", "b"]],
  ]);
  refuses([
    ['repeat("ab", 6000)', "repeat makes a text above 10000 characters."],
    ['replace("aaaaaaaaaa", "a", repeat("b", 1001))', "replace makes a text above 10000 characters."],
    ['replace("abc", "", "x")', "replace needs a text that is not empty to look for."],
    ["character(55296)", "55296 is half of a pair and no character."],
    ["character(-1)", "character needs a whole number from 0 to 1114111, not -1."],
    ['code("")', "The code of an empty text does not exist."],
    ["textOfBytes([255])", "These bytes are not a text in UTF-8."],
    ['padStart("a", 5, "")', "padStart needs a text to fill with that is not empty."],
    ["trim(5)", "trim needs a text and got a number."],
    ['startsWith(["a", "b"], ["a", "b", "c"])', "startsWith meets lists of 2 and 3 elements."],
  ]);
});

describe("prose", () => {
  it("is words, sentences and lines", () => {
    const text = "It's 3.5 kg, e-mail: naïve café — déjà-vu!";
    expect(run("words(text)", { text })).toEqual(["It's", "3.5", "kg", "e-mail", "naïve", "café", "déjà-vu"]);
    expect(run("sentences(text)", { text: 'Hello world. "How are you?" he said! Fine… ok\n' })).toEqual([
      "Hello world.",
      '"How are you?"',
      "he said!",
      "Fine…",
      "ok",
    ]);
    expect(run("lines(text)", { text: "a\r\nb\n\nc" })).toEqual(["a", "b", "", "c"]);
    expect(run("count(words(text))", { text: " -- … " })).toBe(0);
    expect(run("titleCase(\"o'neill's éclair über-ALLES\")")).toBe("O'neill's Éclair Über-Alles");
  });
  // by the recurrence in Python, 400 random pairs besides
  gives([
    ['levenshteinDistance("kitten", "sitting")', 3],
    ['levenshteinDistance("", "abc")', 3],
    ['levenshteinDistance("saturday", "sunday")', 3],
    ['levenshteinDistance("😀a", "a")', 1],
  ]);
});

describe("numbers are read", () => {
  gives([
    ['parseNumber("1,234,567.5")', 1234567.5],
    ['parseNumber("1 234 567.5")', 1234567.5],
    ['parseNumber("1\u00a0234\u202f567")', 1234567],
    ['parseNumber("1\'234.5")', 1234.5],
    ['parseNumber("1.234,5", ",")', 1234.5],
    ['parseNumber("1.234", ",")', 1234],
    ['parseNumber("−5")', -5],
    ['parseNumber(" +.5 ")', 0.5],
    ['parseNumber("1.5e-3")', 0.0015],
    ['parseNumber("1.5 × 10^3")', 1500],
    ['parseNumber("1.5x10⁻³")', 0.0015],
    ['parseNumber(["1", "2,000"])', [1, 2000]],
  ]);
  refuses([
    ['parseNumber("1,23")', '"1,23" is not a number (the decimal mark is a point, and commas set apart three digits).'],
    ['parseNumber("1 234,567")', "is not a number"],
    ['parseNumber("1.2.3")', "is not a number"],
    ['parseNumber("")', '"" is not a number.'],
    ['parseNumber("5 kg")', '"5 kg" is not a number.'],
    ['parseNumber("0x10")', "is not a number"],
    ['parseNumber("1e400")', '"1e400" is too large a number.'],
    ['parseNumber("1", ";")', 'parseNumber needs "." or "," as the decimal mark.'],
  ]);
});

describe("numbers are written", () => {
  // Python decimal, ROUND_HALF_UP on the written digits; 400 random ones besides
  gives([
    ["scientific(9.996, 3)", "1.00 × 10¹"],
    ["scientific(1.005, 3)", "1.01 × 10⁰"],
    ["scientific(-0.00012345, 2)", "-1.2 × 10⁻⁴"],
    ["scientific(6.02214076e23)", "6.02214076 × 10²³"],
    ["scientific(0, 3)", "0.00 × 10⁰"],
    ["scientific(0.1 + 0.2)", "3 × 10⁻¹"],
    ["engineering(999.96, 4)", "1.000 × 10³"],
    ["engineering(0.00047)", "470 × 10⁻⁶"],
    ["engineering(123456, 2)", "120 × 10³"],
    ["engineering(-0.0000001)", "-100 × 10⁻⁹"],
    ["eNotation(1e21)", "1e21"],
    ["ordinal([1, 2, 3, 4, 11, 12, 13, 21, 101, 111, 1013])", "1st 2nd 3rd 4th 11th 12th 13th 21st 101st 111th 1013th".split(" ")],
    ["numberWords(0)", "zero"],
    ["numberWords(101)", "one hundred one"],
    ["numberWords(101, true)", "one hundred and one"],
    ["numberWords(1001, true)", "one thousand and one"],
    ["numberWords(2000100, true)", "two million one hundred"],
    ["numberWords(-21.05)", "minus twenty-one point zero five"],
    ["numberWords(0.0000001)", "zero point zero zero zero zero zero zero one"],
    ["numberWords(999999)", "nine hundred ninety-nine thousand nine hundred ninety-nine"],
    ['numberWords("1,000,000,000,000,000,000,000")', "one sextillion"],
    ['numberWords("-0")', "zero"],
  ]);
  refuses([
    ["ordinal(1.5)", "ordinal needs a whole number from 0, not 1.5."],
    ["numberWords(1e18)", "numberWords takes a number above 2^53 only as a text of digits"],
    ['numberWords("twelve")', '"twelve" is not a number in digits.'],
    ["scientific(1, 16)", "scientific needs a whole number from 1 to 15, not 16."],
  ]);
});

describe("fractions", () => {
  gives([
    ['parseFraction(["2 1/4", "2-1/4", "−2 1/4", "½", "2½", "1 / 3", "0.75", "12"])', [2.25, 2.25, -2.25, 0.5, 2.5, 1 / 3, 0.75, 12]],
    ['isFraction(["3/8", "3/0", "3//8", "1 2 3/4", "x", ""])', [true, false, false, false, false, false]],
    ["mixedFraction(-2.25, 16)", "-2 1/4"],
    ["mixedFraction(0.99, 4)", "1"],
    ["mixedFraction(-0.01, 4)", "0"],
    ["mixedFraction(roundTo(2.3, 1 / 16), 16)", "2 5/16"],
    ["fractionText(0.1 + 0.2, 100)", "3/10"],
    // Python: Fraction("3.14159265358979").limit_denominator(n)
    ["fractionText(PI, 10)", "22/7"],
    ["fractionText(PI, 100)", "311/99"],
    ["fractionText(PI, 1000)", "355/113"],
    ["fractionParts(-0.333333, 100)", [-1, 3]],
    ["fractionParts(1e-300, 100)", [0, 1]],
  ]);
  refuses([
    ['parseFraction("3/0")', '"3/0" is not a fraction such as 2 1/4, 3/8 or 0.75.'],
    ["mixedFraction(1, 0)", "mixedFraction needs a whole number from 1 to 1000000000, not 0."],
    ["mixedFraction(1e17, 4)", "is too large for a fraction."],
  ]);
});

describe("bases are exact", () => {
  // Python int, fractions and struct; 400 random ones of each kind besides
  gives([
    ["toBase(-255, 16)", "-FF"],
    ["toBase(0.1, 2, 10)", "0.000110011"],
    ["toBase(9007199254740991, 36)", "2GOSA7PA2GV"],
    ["toBase(-0.001, 2, 4)", "0"],
    ["toBase(1e-7, 10, 7)", "0.0000001"],
    ['fromBase(["0b101", "-0b1", " 1111_0000 "], 2)', [5, -1, 240]],
    ['fromBase("zz.i", 36)', 1295.5],
    ['fromBase("0.1", 3)', 1 / 3],
    ['convertBase("340282366920938463463374607431768211455", 10, 16)', "F".repeat(32)],
    ['convertBase("0.1", 10, 2, 10)', "0.000110011"],
    ['convertBase("-7F.8", 16, 10)', "-127.5"],
    ['isBase(["102", "0x1F", "1.1.1", ""], 16)', [true, true, false, false]],
    ["twosComplement([127, -128, -1], 8)", ["01111111", "10000000", "11111111"]],
    ['twosComplement("-9223372036854775808", 64)', `1${"0".repeat(63)}`],
    ['exactFromTwosComplement(twosComplement("-9223372036854775808", 64))', "-9223372036854775808"],
    ['fromTwosComplement("1111 1110")', -2],
    ["floatBits(0.1)", "0011111110111001100110011001100110011001100110011001100110011010"],
    ["floatBits(0.1, 32)", "00111101110011001100110011001101"],
    ['fromFloatBits("00111101110011001100110011001101")', 0.10000000149011612],
    ["exactDecimal(0.1)", "0.1000000000000000055511151231257827021181583404541015625"],
    ["exactDecimal(-0.75, 32)", "-0.75"],
    ["exactDecimal(1e22)", "10000000000000000000000"],
  ]);
  it("hold down to the least double", () => {
    const digits = run("exactDecimal(x)", { x: 5e-324 }) as string;
    expect(digits).toHaveLength(1076);
    expect(Number(digits)).toBe(5e-324);
    expect(run("fromBase(text, 2)", { text: `0.${"0".repeat(1073)}1` })).toBe(5e-324);
  });
  refuses([
    ['fromBase("12", 2)', '"12" is not a number in base 2 (at most 2000 digits).'],
    ['fromBase(".", 10)', '"." is not a number in base 10'],
    ['fromBase("FFFFFFFFFFFFFFFF", 16)', '"FFFFFFFFFFFFFFFF" is above 2^53: convertBase gives all of its digits as a text.'],
    ["toBase(1e20, 16)", "give it to convertBase as a text of digits."],
    ["toBase(10, 37)", "toBase needs a whole number from 2 to 36, not 37."],
    ["twosComplement(128, 8)", "128 does not fit into 8 bits: they hold -128 to 127."],
    ['twosComplement("x", 8)', 'twosComplement needs a whole number as a text of digits, not "x".'],
    ['fromTwosComplement("102")', '"102" is not a row of 1 to 256 bits.'],
    ['fromTwosComplement(repeat("10", 32))', "exactFromTwosComplement gives its digits as a text."],
    ['fromFloatBits("01111111110000000000000000000000")', "These bits stand for no number (NaN)."],
    ["floatBits(1, 16)", "floatBits needs 32 or 64 bits."],
    ["exactDecimal(1e39, 32)", "is too large for 32 bits."],
  ]);
});

describe("Roman numerals", () => {
  it("are those of the rules, from 1 to 3999", () => {
    // place by place, as the rules say, and not by taking away the largest
    const place = (digit: number, [one, five, ten]: [string, string, string]) =>
      ["", one, one + one, one + one + one, one + five, five, five + one, five + one + one, five + one + one + one, one + ten][digit]!;
    for (let n = 1; n < 4000; n++) {
      const numeral = `${"M".repeat(Math.floor(n / 1000))}${place(Math.floor(n / 100) % 10, ["C", "D", "M"])}${place(Math.floor(n / 10) % 10, ["X", "L", "C"])}${place(n % 10, ["I", "V", "X"])}`;
      expect(run("toRoman(n)", { n })).toBe(numeral);
      expect(run("fromRoman(numeral)", { numeral })).toBe(n);
    }
  });
  gives([
    ['isRoman(["IV", "iv", "IIII", "IC", "VV", "MMMM", "", "X I"])', [true, true, false, false, false, false, false, false]],
    ["toRoman([1, 4, 9])", ["I", "IV", "IX"]],
  ]);
  refuses([
    ['fromRoman("IIII")', '"IIII" is not a Roman numeral from I to MMMCMXCIX.'],
    ["toRoman(0)", "toRoman needs a whole number from 1 to 3999, not 0."],
  ]);
});

describe("durations, colours, addresses and Morse", () => {
  gives([
    ["durationText(3599.6)", "1:00:00"],
    ['durationText(59.96, "m:ss", 1)', "1:00.0"],
    ['durationText(-61, "m:ss")', "-1:01"],
    ['durationText(5370, "h:mm")', "1:30"],
    ["durationText(360000)", "100:00:00"],
    ['parseDuration(["1:02:03", "-0:00:01.5", "1 h 30 min", "90s", "1d2h", "2.5 hours"])', [3723, -1.5, 5400, 90, 93600, 9000]],
    ['parseDuration("4:30", "m:ss")', 270],
    ['parseDuration("1:30", "h:mm")', 5400],
    ['hexToRgb("#abc")', [170, 187, 204]],
    ["rgbToHex([0, 128, 255])", "#0080FF"],
    // Python: int(ipaddress.IPv4Address(…))
    ['parseIPv4(["0.0.0.0", "192.168.0.1", "255.255.255.255"])', [0, 3232235521, 4294967295]],
    ["formatIPv4(2130706433)", "127.0.0.1"],
    ['isIPv4(["1.2.3.4", "1.2.3", "1.2.3.256", "01.2.3.4", "1.2.3.4.5", "1..3.4"])', [true, false, false, false, false, false]],
    ['toMorse("Paris, 1899")', ".--. .- .-. .. ... --..-- / .---- ---.. ----. ----."],
    ['fromMorse("·−   −")', "A T"],
  ]);
  it("Morse comes back as it went", () => {
    const text = "ABCÉDEFGHIJKLMNOPQRSTUVWXYZ 0123456789 .,:?'-/()\"=+@";
    expect(run("fromMorse(toMorse(text))", { text })).toBe(text);
  });
  refuses([
    ['parseDuration("4:30")', '"4:30" is not a duration: write h:mm:ss, or 1 h 2 min 3 s.'],
    ['parseDuration("1:60:00")', "is not a duration"],
    ['parseDuration("")', "is not a duration"],
    ['durationText(1, "s")', "durationText knows the forms h:mm:ss, h:mm, m:ss."],
    ['hexToRgb("#12345")', '"#12345" is not a colour: write #RRGGBB.'],
    ["rgbToHex([1, 2, 256])", "rgbToHex needs a whole number from 0 to 255, not 256."],
    ['parseIPv4("01.2.3.4")', '"01.2.3.4" is not an IPv4 address such as 192.168.0.1.'],
    ['toMorse("a#")', '"#" has no sign in Morse code.'],
    ['fromMorse("...---")', '"...---" is no sign of Morse code.'],
  ]);
});

describe("checks", () => {
  gives([
    // ISBN-10 and ISBN-13 of two printed books: sums divisible by 11 and by 10
    ['mod(weightedDigitSum("0-306-40615-2", range(10, 1, -1)), 11)', 0],
    ['mod(weightedDigitSum("0-8044-2957-X", range(10, 1, -1)), 11)', 0],
    ['mod(weightedDigitSum("978-0-306-40615-7", [1, 3]), 10)', 0],
    // IBAN registry examples
    ['mod97(concat(slice("DE89 3704 0044 0532 0130 00", 4), "DE89"))', 1],
    ['mod97(concat(slice("GB29NWBK60161331926819", 4), "GB29"))', 1],
    ['isLuhn(["4111 1111 1111 1111", "4111 1111 1111 1112", "79927398713", "", "12a"])', [true, false, true, false, false]],
    ['luhnDigit("411111111111111")', 1],
    // Python zlib.crc32
    ['crc32("")', 0],
    ['toBase(crc32("The quick brown fox jumps over the lazy dog"), 16)', "414FA339"],
    ['crc32([195, 169]) == crc32("é")', true],
  ]);
  refuses([
    ['weightedDigitSum("12a", [1])', '"12a" is not a row of digits.'],
    ['luhnDigit("")', '"" is not a row of digits.'],
    ['mod97("A_1")', "neither a digit nor a letter"],
  ]);
});

describe("work is bounded by steps", () => {
  it("long texts are charged before they are compared", () => {
    const text = "ab".repeat(5000);
    expect(() => run("levenshteinDistance(text, text)", { text })).toThrow("more than 100,000 steps");
    expect(run("characterCount(text)", { text })).toBe(10_000);
  });
  it("texts of spaces, signs and digits are refused at once", () => {
    for (const each of [" ", "-", "1", "1 ", "1,", ".", "/", "'", "1d ", "½", "0x"]) {
      const text = each.repeat(10_000 / each.length);
      for (const name of [
        "parseNumber",
        "parseFraction",
        "parseDuration",
        "fromRoman",
        "fromFloatBits",
        "parseIPv4",
        "hexToRgb",
        "numberWords",
      ])
        expect(() => run(`${name}(text)`, { text }), `${name} of ${each}`).toThrow();
    }
  });
});

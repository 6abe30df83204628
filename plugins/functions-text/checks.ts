// Check digits and checksums, which detect mistyped numbers.
import type { Functions, Value } from "formulary";
import { entry, failText, listOf, quoted, toList, toText, wholeNumber } from "formulary/functions";
import { perElement } from "./arguments.ts";

/** The characters of a number without the spaces and hyphens that group it. */
const charactersOf = (value: Value, name: string): string =>
  toText(value, name)
    .replace(/[\s‐-]/g, "")
    .toUpperCase();
const digitsOf = (value: Value, name: string): number[] => {
  const characters = charactersOf(value, name);
  return /^\d+$/.test(characters) ? [...characters].map(Number) : failText(`${quoted(String(value))} is not a row of digits.`);
};

/** Weights are repeated; X is 10, as at the end of an ISBN-10. */
function weightedDigitSum(value: Value, weights: Value): number {
  const characters = charactersOf(value, "weightedDigitSum");
  if (!/^[\dX]+$/.test(characters)) failText(`${quoted(String(value))} is not a row of digits.`);
  const factors = listOf(weights, "weightedDigitSum", { of: "weights" }).map((weight) =>
    wholeNumber(weight, "weightedDigitSum", [-1e6, 1e6]),
  );
  return [...characters].reduce(
    (sum, character, at) => sum + (character === "X" ? 10 : Number(character)) * factors[at % factors.length]!,
    0,
  );
}

// Luhn: US patent 2,950,048 (1960); ISO/IEC 7812-1, annex B. Every second digit from the right is doubled and its
// digits added.
const luhnSum = (digits: number[], doubledFromEnd: number): number =>
  digits.reduce((sum, digit, at) => {
    const doubled = (digits.length - at) % 2 === doubledFromEnd ? 2 * digit : digit;
    return sum + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);

/** The remainder of a long number, letter by letter: A is 10 … Z is 35 (ISO 7064, ISO 13616). */
function mod97(value: Value): number {
  const characters = charactersOf(value, "mod97");
  if (!/^[\dA-Z]+$/.test(characters)) failText(`${quoted(String(value))} has a character that is neither a digit nor a letter.`);
  return [...characters].reduce((rest, character) => {
    const worth = Number.parseInt(character, 36);
    return (rest * (worth > 9 ? 100 : 10) + worth) % 97;
  }, 0);
}

// CRC-32 of ISO/IEC 13239 (zip, png, Ethernet): reflected polynomial EDB88320, start and end inverted.
const crcTable = Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});
function crc32(value: Value): number {
  const bytes =
    typeof value === "string"
      ? [...new TextEncoder().encode(value)]
      : toList(value, "crc32").map((byte) => wholeNumber(byte, "crc32", [0, 255]));
  return (bytes.reduce((crc, byte) => crcTable[(crc ^ byte) & 0xff]! ^ (crc >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0;
}

/** Functions that compute checks. */
export const checks: Functions = {
  weightedDigitSum: entry(
    "text weights",
    "The sum of digits times weights, which are repeated; X counts as 10, spaces and hyphens are ignored.",
    ['weightedDigitSum("978-0-306-40615-7", [1, 3])', 100],
    "plain",
    weightedDigitSum,
  ),
  isLuhn: entry(
    "text",
    "Whether a number with its check digit at the end passes the Luhn test (payment cards, IMEI); spaces and hyphens are ignored.",
    ['isLuhn("79927398713")', true],
    "condition",
    perElement("isLuhn", (text) => {
      const characters = charactersOf(text, "isLuhn");
      return /^\d+$/.test(characters) && luhnSum([...characters].map(Number), 0) % 10 === 0;
    }),
  ),
  luhnDigit: entry(
    "text",
    "The check digit of a number for the Luhn test.",
    ['luhnDigit("7992739871")', 3],
    "plain",
    perElement("luhnDigit", (text) => (10 - (luhnSum(digitsOf(text, "luhnDigit"), 1) % 10)) % 10),
  ),
  mod97: entry(
    "text",
    "The remainder by 97 of a number of any length, with letters as A = 10 to Z = 35; an IBAN with its first four characters moved to the end gives 1.",
    ['mod97("WEST12345698765432GB82")', 1],
    "plain",
    perElement("mod97", mod97),
  ),
  crc32: entry(
    "value",
    "The CRC-32 checksum (zip, png) of a text in UTF-8 or of a list of bytes, as a whole number; toBase(…, 16) writes it.",
    ['crc32("123456789")', 3421780262],
    "plain",
    crc32,
  ),
};

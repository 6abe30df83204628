// Texts: characters, words, numbers in texts, number bases, check digits and codes. Computed by own code.
import type { Functions, Value } from "formulary";
import { definePlugin } from "formulary/functions";
import { bases } from "./bases.ts";
import { characters } from "./characters.ts";
import { checks } from "./checks.ts";
import { codes } from "./codes.ts";
import { crcFunctions } from "./crc.ts";
import { fractions } from "./fractions.ts";
import { numerals } from "./numerals.ts";
import { prose } from "./prose.ts";
import { reading } from "./reading.ts";
import { writing } from "./writing.ts";

const costly: Functions = { ...characters, ...prose, ...numerals, ...fractions, ...bases, ...codes, ...checks, ...crcFunctions };
// Work on a thousand characters takes up to fifty microseconds, on an element of a list up to five.
const work = (value: Value): number =>
  Array.isArray(value) ? value.reduce<number>((sum, each) => sum + 15 + work(each), 0) : typeof value === "string" ? value.length / 5 : 0;
const cost = (...values: Value[]): number => 10 + values.reduce<number>((sum, value) => sum + work(value), 0);

/** Functions of texts. */
export default () =>
  definePlugin({
    name: "functions-text",
    functions: { ...reading, ...writing, ...Object.fromEntries(Object.entries(costly).map(([name, entry]) => [name, { cost, ...entry }])) },
  });

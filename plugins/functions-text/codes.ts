// Values with a notation of their own: durations, colours, network addresses, Morse code.
import type { Functions, Value } from "formulary";
import { entry, failFormula, failText, finiteNumber, quoted, toList, toText, wholeNumber } from "formulary/functions";
import { perElement } from "./arguments.ts";

const forms = ["h:mm:ss", "h:mm", "m:ss"];
const toForm = (value: Value, name: string): string =>
  forms.includes(value as string) ? (value as string) : failFormula(`${name} knows the forms ${forms.join(", ")}.`);

/** Seconds → "1:02:03"; rounded first, so that 59.9996 s is never written 0:60. */
function durationText(value: Value, form: Value = "h:mm:ss", decimals: Value = 0): string {
  const [seconds, shape] = [finiteNumber(value, "durationText"), toForm(form, "durationText")];
  const places = shape === "h:mm" ? 0 : wholeNumber(decimals, "durationText", [0, 6]);
  const unit = shape === "h:mm" ? 60 : 1;
  const scale = 10 ** places;
  const total = Math.floor(Number(((Math.abs(seconds) / unit) * scale).toPrecision(15)) + 0.5);
  if (total > Number.MAX_SAFE_INTEGER) failFormula(`${seconds} s is too long for a text.`);
  const two = (n: number): string => String(n).padStart(2, "0");
  const fraction = places > 0 ? `.${String(total % scale).padStart(places, "0")}` : "";
  const last = Math.floor(total / scale);
  const parts = shape === "h:mm:ss" ? [Math.floor(last / 3600), Math.floor(last / 60) % 60, last % 60] : [Math.floor(last / 60), last % 60];
  return `${seconds < 0 && total > 0 ? "-" : ""}${parts.map((part, at) => (at === 0 ? String(part) : two(part))).join(":")}${fraction}`;
}

/** "1:02:03", "4:30" (which needs its form), "1 h 2 min 3.5 s" → seconds. */
function parseDuration(value: Value, form: Value = "h:mm:ss"): number {
  const [text, shape] = [toText(value, "parseDuration"), toForm(form, "parseDuration")];
  const plain = text.trim().replace(/^[−–]/, "-");
  const [, sign = "", rest = ""] = /^(-?)\s*(.*)$/s.exec(plain)!;
  const seconds = secondsOf(rest, shape) ?? failText(`${quoted(text)} is not a duration: write ${shape}, or 1 h 2 min 3 s.`);
  return (sign ? -seconds : seconds) + 0;
}
function secondsOf(text: string, shape: string): number | undefined {
  // the pattern below has adjacent runs of spaces, which are slow for long texts
  if (text.length > 60) return undefined;
  const [, first, second, third] = /^(\d{1,9}):([0-5]?\d(?:\.\d{1,9})?)(?::([0-5]?\d(?:\.\d{1,9})?))?$/.exec(text) ?? [];
  if (first !== undefined) {
    const [a, b] = [Number(first), Number(second)];
    if (third !== undefined) return shape === "h:mm" || !Number.isInteger(b) ? undefined : a * 3600 + b * 60 + Number(third);
    // "4:30" is ambiguous where h:mm:ss is expected
    if (shape === "m:ss") return a * 60 + b;
    return shape === "h:mm" && Number.isInteger(b) ? a * 3600 + b * 60 : undefined;
  }
  const number = "(\\d{1,9}(?:\\.\\d{1,9})?)";
  const words = new RegExp(
    `^(?:${number}\\s*(?:d|days?))?\\s*(?:${number}\\s*(?:h|hr|hrs|hours?))?\\s*(?:${number}\\s*(?:m|min|mins|minutes?))?\\s*(?:${number}\\s*(?:s|sec|secs|seconds?))?$`,
    "i",
  ).exec(text);
  if (!words || text === "") return undefined;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = words.slice(1).map((each) => Number(each ?? 0));
  return days * 86_400 + hours * 3600 + minutes * 60 + seconds;
}

function hexToRgb(value: Value): number[] {
  const text = toText(value, "hexToRgb");
  const [, digits = ""] = /^#?([\da-f]{3}|[\da-f]{6})$/i.exec(text.trim()) ?? failText(`${quoted(text)} is not a colour: write #RRGGBB.`);
  const full = digits.length === 3 ? [...digits].map((digit) => digit + digit).join("") : digits;
  return [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16));
}
function rgbToHex(value: Value): string {
  const parts = toList(value, "rgbToHex");
  if (parts.length !== 3) failFormula("rgbToHex needs a list of red, green and blue.");
  return `#${parts.map((part) => wholeNumber(part, "rgbToHex", [0, 255]).toString(16).toUpperCase().padStart(2, "0")).join("")}`;
}

const addresses = 2 ** 32;
/** Four decimal numbers without leading zeros, which some programs would read as octal. */
function readIPv4(text: string): number | undefined {
  const parts = text.trim().split(".");
  if (parts.length !== 4 || !parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)) return undefined;
  return parts.reduce((all, part) => all * 256 + Number(part), 0);
}
function parseIPv4(value: Value): number {
  const text = toText(value, "parseIPv4");
  return readIPv4(text) ?? failText(`${quoted(text)} is not an IPv4 address such as 192.168.0.1.`);
}
function formatIPv4(value: Value): string {
  const n = wholeNumber(value, "formatIPv4", [0, addresses - 1]);
  return [24, 16, 8, 0].map((shift) => Math.floor(n / 2 ** shift) % 256).join(".");
}

// International Morse code: Recommendation ITU-R M.1677-1 (2009), section 1.1.
const morse = new Map(
  `A .- B -... C -.-. D -.. E . É ..-.. F ..-. G --. H .... I .. J .--- K -.- L .-.. M -- N -. O --- P .--. Q --.- R .-. S ... T -
U ..- V ...- W .-- X -..- Y -.-- Z --.. 1 .---- 2 ..--- 3 ...-- 4 ....- 5 ..... 6 -.... 7 --... 8 ---.. 9 ----. 0 -----
. .-.-.- , --..-- : ---... ? ..--.. ' .----. - -....- / -..-. ( -.--. ) -.--.- " .-..-. = -...- + .-.-. @ .--.-.`
    .split(/\s+/)
    .flatMap((_, at, all): [string, string][] => (at % 2 === 0 ? [[all[at]!, all[at + 1]!]] : [])),
);
const letters = new Map([...morse].map(([letter, signal]) => [signal, letter]));

function toMorse(value: Value): string {
  const words = toText(value, "toMorse")
    .toUpperCase()
    .replace(/[’‘]/g, "'")
    .replace(/[−–—]/g, "-")
    .replace(/[“”]/g, '"')
    .trim()
    .split(/\s+/);
  const signal = (letter: string): string => morse.get(letter) ?? failText(`"${letter}" has no sign in Morse code.`);
  return words.map((word) => [...word].map(signal).join(" ")).join(" / ");
}
function fromMorse(value: Value): string {
  const text = toText(value, "fromMorse")
    .replace(/[·•∙]/g, ".")
    .replace(/[−–—_]/g, "-")
    .trim();
  const letter = (signal: string): string => letters.get(signal) ?? failText(`${quoted(signal)} is no sign of Morse code.`);
  return text
    .split(/\s*[/|]\s*|\s{3,}/)
    .map((word) => (word === "" ? "" : word.split(/\s+/).map(letter).join("")))
    .join(" ");
}

/** Functions of codes. */
export const codes: Functions = {
  durationText: entry(
    "time form? decimals?",
    "A time as h:mm:ss (or h:mm, m:ss), rounded to a number of decimals of a second (default 0).",
    ['durationText(3723.5, "h:mm:ss", 1)', "1:02:03.5"],
    "timeText",
    perElement("durationText", durationText),
  ),
  parseDuration: entry(
    "text form?",
    'The time of a text: 1:02:03, "1 h 2 min 3 s", and with the form h:mm or m:ss also 4:30.',
    ['parseDuration("1:02:03")', 3723],
    "time",
    perElement("parseDuration", parseDuration),
  ),
  hexToRgb: entry(
    "colour",
    "Red, green and blue (0 to 255) of a colour #RRGGBB or #RGB.",
    ['hexToRgb("#FF8000")', [255, 128, 0]],
    "countList",
    hexToRgb,
  ),
  rgbToHex: entry(
    "colour",
    "The colour #RRGGBB of a list of red, green and blue, whole numbers from 0 to 255.",
    ["rgbToHex([255, 128, 0])", "#FF8000"],
    "text",
    rgbToHex,
  ),
  parseIPv4: entry(
    "text",
    "An IPv4 address as a whole number from 0 to 2^32 - 1.",
    ['parseIPv4("192.168.0.1")', 3232235521],
    "plain",
    perElement("parseIPv4", parseIPv4),
  ),
  formatIPv4: entry(
    "n",
    "The IPv4 address of a whole number from 0 to 2^32 - 1.",
    ["formatIPv4(3232235521)", "192.168.0.1"],
    "numberText",
    perElement("formatIPv4", formatIPv4),
  ),
  isIPv4: entry(
    "text",
    "Whether a text is an IPv4 address, four numbers from 0 to 255 without leading zeros.",
    ['isIPv4("192.168.0.256")', false],
    "condition",
    perElement("isIPv4", (text) => readIPv4(toText(text, "isIPv4")) !== undefined),
  ),
  toMorse: entry(
    "text",
    "A text in international Morse code (ITU-R M.1677-1), words separated by /.",
    ['toMorse("SOS ok")', "... --- ... / --- -.-"],
    "text",
    perElement("toMorse", toMorse),
  ),
  fromMorse: entry(
    "text",
    "The text of Morse code, in capital letters; letters are separated by a space, words by / or three spaces.",
    ['fromMorse("... --- ... / --- -.-")', "SOS OK"],
    "text",
    perElement("fromMorse", fromMorse),
  ),
};

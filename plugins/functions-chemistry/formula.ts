// Chemical formulas: from a text to the number of atoms of each element, and the charge.
import { failFormula, failText, quoted } from "formulary/functions";
import { elementOfSymbol } from "./elements.ts";

// `per` is 2 for CaSO4·½H2O, so that all counts are whole.
/** The content of a formula: `atoms` counts the atoms of `per` formula units. */
export interface Substance {
  atoms: ReadonlyMap<string, number>;
  per: number;
  charge: number;
}

const most = { characters: 200, depth: 8, atoms: 1e9, cached: 100 };

/** Reads H2O, Ca(OH)2, CuSO4·5H2O, [Fe(CN)6]4-, SO4^2-, Fe3+, NH₄⁺; a label (s), (l), (g) or (aq) is ignored. */
export function readFormula(value: unknown, name: string): Substance {
  if (typeof value !== "string") failFormula(`${name} needs a chemical formula as a text.`);
  if (value.length > most.characters) failText(`A chemical formula may have ${most.characters} characters.`);
  const cached = cache.get(value);
  if (cached) return cached;
  const substance = substanceOf(value);
  if (cache.size >= most.cached) cache.clear();
  cache.set(value, substance);
  return substance;
}
// the coefficients, the text and the masses of an equation are computed one after another
const cache = new Map<string, Substance>();

function substanceOf(value: string): Substance {
  const plain = plainCharacters(value)
    .replace(/\((s|l|g|aq|cr|am)\)$/, "")
    .trim();
  if (plain === "") failText("A chemical formula is missing.");
  const { body, charge } = splitCharge(plain, value);
  // bonds are drawn between atoms: CH2=CH-CH3
  const joined = body.replace(/\s+/g, "").replace(/[-=≡](?=[A-Z([{])/g, "");
  if (/[A-Za-z)\]}]0\.\d|\d\.\d+$/.test(joined)) failText(`${quoted(value)} has a subscript that is no whole number.`);
  return { ...readParts(joined, value), charge };
}

/** The same for a reaction, where an electron (e-) is a partner too. */
export function readPartner(value: unknown, name: string): Substance {
  if (typeof value === "string" && /^e\s*\^?-$/.test(plainCharacters(value).trim())) return { atoms: new Map(), per: 1, charge: -1 };
  return readFormula(value, name);
}

const raised = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻";
const lowered = "₀₁₂₃₄₅₆₇₈₉";
const plainCharacters = (text: string): string =>
  text
    .replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻]+/g, (run) => `^${[...run].map((each) => "0123456789+-"[raised.indexOf(each)]).join("")}`)
    .replace(/[₀-₉]/g, (each) => String(lowered.indexOf(each)))
    .replace(/[−–]/g, "-")
    .trim();

const sized = (sign: string, size: string): number => (sign.startsWith("+") ? 1 : -1) * Number(size || "1");

// Digits directly before the sign (SO42-) are ambiguous, and refused.
/** The formula without its charge, and the charge, which may follow ^, a space or brackets. */
function splitCharge(text: string, original: string): { body: string; charge: number } {
  const apart = /^(.*?)(?:\s*\^\s*|\s+|(?=\())([{(]?)(?:(\d{0,2})([+-])|([+-])(\d{1,2}))[})]?$/.exec(text);
  if (apart?.[1]) return { body: apart[1], charge: sized(apart[4] ?? apart[5]!, apart[3] ?? apart[6]!) };
  const after = /^(.*[^+-])([+-])(\d{1,2})$/.exec(text);
  if (after) return { body: after[1]!, charge: sized(after[2]!, after[3]!) };
  const [, body = text, digits = "", signs = ""] = /^(.*?)(\d*)(\++|-+)$/.exec(text) ?? [];
  if (signs.length !== 1) return { body: body + digits, charge: signs ? signs.length * sized(signs, "") : 0 };
  if (digits === "" || body.endsWith("]")) return { body, charge: sized(signs, digits) };
  if (digits.length > 1)
    failText(
      `${quoted(original)} can be read in two ways: write the charge apart, as ${body}${digits.slice(0, -1)}^${digits.at(-1)}${signs}.`,
    );
  // Fe3+ is an ion of one atom; in NH4+ and MnO4- the digit belongs to the atoms
  return /^[A-Z][a-z]?$/.test(body) ? { body, charge: sized(signs, digits) } : { body: body + digits, charge: sized(signs, "") };
}

/** The parts between dots, each with the number before it: CuSO4·5H2O, CaSO4·0.5H2O, 2CaSO4·H2O. */
function readParts(text: string, original: string): Omit<Substance, "charge"> {
  const parts = text.replace(/([·•∙⋅*.])(\d+)\.(\d+)(?=[A-Z([{])/g, "$1$2,$3").split(/[·•∙⋅*.]/);
  const read = parts.map((part) => {
    const [, number = "", rest = ""] = /^(\d+\/\d+|\d+,\d+|\d+|[½¼¾⅓⅔])?(.*)$/s.exec(part)!;
    if (number && parts.length === 1) failText(`${quoted(original)} begins with a number: how many there are is not part of the formula.`);
    return { ...ratioOf(number, original), atoms: readGroup(rest, original) };
  });
  const per = read.reduce((all, { denominator }) => all * denominator, 1);
  const atoms = new Map<string, number>();
  for (const { numerator, denominator, atoms: own } of read) add(atoms, own, (numerator * per) / denominator, original);
  return { atoms, per };
}

const fractions: Record<string, [number, number]> = { "½": [1, 2], "¼": [1, 4], "¾": [3, 4], "⅓": [1, 3], "⅔": [2, 3] };
function ratioOf(number: string, original: string): { numerator: number; denominator: number } {
  if (number === "") return { numerator: 1, denominator: 1 };
  const [numerator, denominator] = Object.hasOwn(fractions, number) ? fractions[number]! : ratioOfText(number);
  if (!(numerator > 0 && denominator > 0 && numerator <= 1e4 && denominator <= 1e4))
    failText(`${quoted(original)}: ${number.replace(",", ".")} parts are not read.`);
  return { numerator, denominator };
}
function ratioOfText(number: string): [number, number] {
  const [whole = "", decimals] = number.split(",");
  if (decimals !== undefined) return [Number(whole + decimals), 10 ** decimals.length];
  const [numerator, denominator = "1"] = number.split("/");
  return [Number(numerator), Number(denominator)];
}

function add(all: Map<string, number>, more: Map<string, number>, times: number, original: string): void {
  for (const [symbol, count] of more) {
    const sum = (all.get(symbol) ?? 0) + count * times;
    if (sum > most.atoms) failText(`${quoted(original)} has too many atoms.`);
    all.set(symbol, sum);
  }
}

const closing: Record<string, string> = { "(": ")", "[": "]", "{": "}" };

/** Element symbols and brackets, each with a subscript; one pass with a stack of open brackets. */
function readGroup(text: string, original: string): Map<string, number> {
  const where = quoted(original);
  const open: { ends: string; atoms: Map<string, number> }[] = [];
  let atoms = new Map<string, number>();
  let rest = text;
  if (rest === "") failText(`${where} has an empty part.`);
  while (rest !== "") {
    const [piece = "", symbol = "", closed = "", digits = ""] = /^(?:([A-Z][a-z]?)|([)\]}]))(\d*)/.exec(rest) ?? [];
    if (Object.hasOwn(closing, rest[0]!)) {
      if (open.length >= most.depth) failText(`${where} nests too many brackets.`);
      open.push({ ends: closing[rest[0]!]!, atoms });
      atoms = new Map();
      rest = rest.slice(1);
      continue;
    }
    if (piece === "") failText(`${where} has "${[...rest][0]}" where a symbol of an element should begin, which is a capital letter.`);
    if (digits.startsWith("0")) failText(`${where} has a subscript that begins with 0: is it the letter O?`);
    if (digits.length > 5) failText(`${where} has too large a subscript.`);
    const times = Number(digits || "1");
    if (symbol) add(atoms, new Map([[checkedSymbol(symbol, where), 1]]), times, original);
    else {
      const group = open.pop();
      if (group?.ends !== closed) failText(`${where} closes a bracket that it did not open.`);
      if (atoms.size === 0) failText(`${where} has empty brackets.`);
      add(group.atoms, atoms, times, original);
      atoms = group.atoms;
    }
    rest = rest.slice(piece.length);
  }
  if (open.length > 0) failText(`${where} does not close a bracket.`);
  return atoms;
}

function checkedSymbol(symbol: string, where: string): string {
  if (elementOfSymbol(symbol)) return symbol;
  return failText(`${where} names "${symbol}", which is no element (capital and small letters count: CO, Co).`);
}

// The periodic table: symbols, names and atomic weights of the elements, and the search for one.
import { failFormula, failText, quoted } from "formulary/functions";

export interface Element {
  number: number;
  symbol: string;
  name: string;
  /** Relative atomic mass times a thousand million, a whole number, so that sums of weights are exact. */
  weight: number;
}
/** What `weight` is scaled by. */
export const weightScale = 1e9;

// Abridged standard atomic weights (five digits) of the CIAAW as of 2024: Prohaska et al., Pure Appl. Chem. 94 (2022)
// 573, table 1, with the revisions of Gd, Lu and Zr announced in 2024; one conventional value where the standard is an
// interval (H, Li, B, C, N, O, Mg, Si, S, Cl, Ar, Br, Tl, Pb). Whole numbers are not weights but the mass numbers of
// one isotope, those in brackets in IUPAC's periodic table of 4 May 2022: Tc, Pm, Po to Ac, and Np and beyond.
const table = `
H hydrogen 1.0080, He helium 4.0026, Li lithium 6.94, Be beryllium 9.0122, B boron 10.81, C carbon 12.011, N nitrogen 14.007,
O oxygen 15.999, F fluorine 18.998, Ne neon 20.180, Na sodium 22.990, Mg magnesium 24.305, Al aluminium 26.982, Si silicon 28.085,
P phosphorus 30.974, S sulfur 32.06, Cl chlorine 35.45, Ar argon 39.95, K potassium 39.098, Ca calcium 40.078, Sc scandium 44.956,
Ti titanium 47.867, V vanadium 50.942, Cr chromium 51.996, Mn manganese 54.938, Fe iron 55.845, Co cobalt 58.933, Ni nickel 58.693,
Cu copper 63.546, Zn zinc 65.38, Ga gallium 69.723, Ge germanium 72.630, As arsenic 74.922, Se selenium 78.971, Br bromine 79.904,
Kr krypton 83.798, Rb rubidium 85.468, Sr strontium 87.62, Y yttrium 88.906, Zr zirconium 91.222, Nb niobium 92.906,
Mo molybdenum 95.95, Tc technetium 97, Ru ruthenium 101.07, Rh rhodium 102.91, Pd palladium 106.42, Ag silver 107.87,
Cd cadmium 112.41, In indium 114.82, Sn tin 118.71, Sb antimony 121.76, Te tellurium 127.60, I iodine 126.90, Xe xenon 131.29,
Cs caesium 132.91, Ba barium 137.33, La lanthanum 138.91, Ce cerium 140.12, Pr praseodymium 140.91, Nd neodymium 144.24,
Pm promethium 145, Sm samarium 150.36, Eu europium 151.96, Gd gadolinium 157.25, Tb terbium 158.93, Dy dysprosium 162.50,
Ho holmium 164.93, Er erbium 167.26, Tm thulium 168.93, Yb ytterbium 173.05, Lu lutetium 174.97, Hf hafnium 178.49,
Ta tantalum 180.95, W tungsten 183.84, Re rhenium 186.21, Os osmium 190.23, Ir iridium 192.22, Pt platinum 195.08, Au gold 196.97,
Hg mercury 200.59, Tl thallium 204.38, Pb lead 207.2, Bi bismuth 208.98, Po polonium 209, At astatine 210, Rn radon 222,
Fr francium 223, Ra radium 226, Ac actinium 227, Th thorium 232.04, Pa protactinium 231.04, U uranium 238.03, Np neptunium 237,
Pu plutonium 244, Am americium 243, Cm curium 247, Bk berkelium 247, Cf californium 251, Es einsteinium 252, Fm fermium 257,
Md mendelevium 258, No nobelium 259, Lr lawrencium 262, Rf rutherfordium 267, Db dubnium 268, Sg seaborgium 269, Bh bohrium 270,
Hs hassium 269, Mt meitnerium 277, Ds darmstadtium 281, Rg roentgenium 282, Cn copernicium 285, Nh nihonium 286, Fl flerovium 290,
Mc moscovium 290, Lv livermorium 293, Ts tennessine 294, Og oganesson 294`;

/** The 118 elements in the order of their numbers. */
export const elements: Element[] = table.split(",").map((line, at) => {
  const [symbol, name, weight] = line.trim().split(" ") as [string, string, string];
  return { number: at + 1, symbol, name, weight: Math.round(Number(weight) * weightScale) };
});

// Hydrogen's isotopes have symbols of their own in formulas such as D2O; masses: AME2020, Chinese Phys. C 45 (2021)
// 030003.
const isotopes: Element[] = [
  { number: 1, symbol: "D", name: "deuterium", weight: 2_014_101_778 },
  { number: 1, symbol: "T", name: "tritium", weight: 3_016_049_281 },
];
const otherNames: Record<string, string> = { aluminum: "Al", cesium: "Cs", sulphur: "S", wolfram: "W" };

const bySymbol = new Map([...elements, ...isotopes].map((element) => [element.symbol, element]));
const byWord = new Map([
  ...[...bySymbol.values()].flatMap((element): [string, Element][] => [
    [element.symbol.toLowerCase(), element],
    [element.name, element],
  ]),
  ...Object.entries(otherNames).map(([name, symbol]): [string, Element] => [name, bySymbol.get(symbol)!]),
]);

/** The element of a symbol as it stands in a formula, where capitals matter. */
export const elementOfSymbol = (symbol: string): Element | undefined => bySymbol.get(symbol);

/** The element that an argument names: a symbol, an English name, or an atomic number. */
export function elementOf(value: unknown, name: string): Element {
  const element = findElement(value);
  if (element) return element;
  if (typeof value === "number") failFormula(`There is no element with the atomic number ${value}.`);
  if (typeof value !== "string") failFormula(`${name} needs the symbol of an element.`);
  return failText(`${quoted(value.trim())} is no chemical element.`);
}

/** The element of a symbol, an English name or an atomic number, or undefined. */
export function findElement(value: unknown): Element | undefined {
  if (typeof value === "number") return elements[value - 1];
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  return bySymbol.get(text) ?? byWord.get(text.toLowerCase());
}

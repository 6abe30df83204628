// Chemistry: formulas, molar masses, equations and electron configurations, by own code with tables of IUPAC and NIST.
import type { Functions, Value } from "formulary";
import { definePlugin, entry, wholeNumber } from "formulary/functions";
import { atomCount, atomicWeight, atoms, chargeOf, elementShare, empiricalFormula, isFormula, molarMass } from "./composition.ts";
import { configurationOf, shellsOf } from "./electrons.ts";
import { elementOf, elements, findElement } from "./elements.ts";
import { balance, balancedEquation, equationSides } from "./reaction.ts";

/** A function that is also applied to each element of a list as its first argument. */
const perFirst =
  (one: (first: Value, ...more: Value[]) => Value) =>
  (first: Value, ...more: Value[]): Value =>
    Array.isArray(first) ? first.map((each) => perFirst(one)(each, ...more)) : one(first, ...more);

const size = (value: Value | undefined): number => (Array.isArray(value) ? value.length : 1);
/** The cost of reading a formula: some microseconds, and nearly one for each character. */
const perFormula = (formula: Value): number =>
  Array.isArray(formula) ? formula.reduce<number>((sum, each) => sum + perFormula(each), 0) : 30 + 2 * String(formula).length;
/** Elimination: partners² × rows; each step is an operation on whole numbers of any length. */
const elimination = (reactants: Value, products: Value): number => (size(reactants) + size(products)) ** 3;

/** The cost of looking up elements: about fifteen steps each. */
const perElement = (value: Value): number => (Array.isArray(value) ? value.reduce<number>((sum, each) => sum + perElement(each), 0) : 25);
const isElement = (value: Value): boolean => findElement(value) !== undefined;

function elementSymbols(from: Value = 1, to: Value = elements.length): string[] {
  const [first, last] = [from, to].map((number) => wholeNumber(number, "The atomic number", [1, elements.length]));
  return elements.slice(first! - 1, last).map(({ symbol }) => symbol);
}

const functions: Functions = {
  atoms: {
    ...entry(
      "formula",
      "A table of the number of atoms of each element in a chemical formula: Ca(OH)2, CuSO4·5H2O, [Fe(CN)6]4-, SO4^2-.",
      ['atoms("Ca(OH)2")', { Ca: 1, O: 2, H: 2 }],
      "countTable",
      atoms,
    ),
    cost: perFormula,
  },
  atomCount: {
    ...entry(
      "formula element?",
      "The number of atoms of an element in a formula, 0 where it has none; without element, of all.",
      ['atomCount("CuSO4·5H2O", "O")', 9],
      "plain",
      perFirst(atomCount),
    ),
    cost: perFormula,
  },
  molarMass: {
    ...entry(
      "formula",
      "The molar mass of a chemical formula in kg/mol (IUPAC abridged standard atomic weights 2021, revised 2024); an ion has the mass of its atoms.",
      ['molarMass("H2O")', 0.018015],
      "molarMass",
      perFirst(molarMass),
    ),
    cost: perFormula,
  },
  atomicWeight: {
    ...entry(
      "element",
      "The standard atomic weight of an element as a molar mass in kg/mol (IUPAC, five digits); where there is none, the mass number of one isotope.",
      ['atomicWeight("Fe")', 0.055845],
      "molarMass",
      perFirst(atomicWeight),
    ),
    cost: perElement,
  },
  elementShare: {
    ...entry(
      "formula element",
      "The mass fraction of an element in a formula, from 0 to 1.",
      ['elementShare("H2O", "H")', 2.016 / 18.015],
      "plain",
      perFirst(elementShare),
    ),
    cost: perFormula,
  },
  charge: {
    ...entry(
      "formula",
      "The charge number of an ion such as Fe3+ and SO4^2-. A digit before the sign counts atoms in NH4+, and is the charge in Fe3+ and [Fe(CN)6]4-.",
      ['charge("[Fe(CN)6]4-")', -4],
      "plain",
      perFirst(chargeOf),
    ),
    cost: perFormula,
  },
  isFormula: {
    ...entry("text", "Whether a text is a chemical formula.", ['isFormula("Xx2")', false], "condition", perFirst(isFormula)),
    cost: perFormula,
  },
  isElement: {
    ...entry(
      "value",
      "Whether a text or number is the symbol, English name or atomic number of an element.",
      ['isElement("Fe")', true],
      "condition",
      perFirst(isElement),
    ),
    cost: perElement,
  },
  atomicNumber: {
    ...entry(
      "element",
      "The number of protons of an element, by its symbol or English name.",
      ['atomicNumber("Fe")', 26],
      "plain",
      perFirst((element) => elementOf(element, "atomicNumber").number),
    ),
    cost: perElement,
  },
  elementSymbol: {
    ...entry(
      "element",
      "The symbol of an element, by its atomic number or English name.",
      ["elementSymbol(26)", "Fe"],
      "text",
      perFirst((element) => elementOf(element, "elementSymbol").symbol),
    ),
    cost: perElement,
  },
  elementName: {
    ...entry(
      "element",
      "The English name of an element (IUPAC spelling), by its symbol or atomic number.",
      ['elementName("Fe")', "iron"],
      "text",
      perFirst((element) => elementOf(element, "elementName").name),
    ),
    cost: perElement,
  },
  elementSymbols: entry(
    "from? to?",
    "The symbols of the elements from one atomic number to another; of all 118 by default.",
    ["elementSymbols(1, 3)", ["H", "He", "Li"]],
    "texts",
    elementSymbols,
  ),
  electronConfiguration: {
    ...entry(
      "element full?",
      "The ground state of a free neutral atom, with the preceding noble gas in brackets; full: true writes every subshell. Predicted beyond 108.",
      ['electronConfiguration("Cu")', "[Ar] 3d10 4s1"],
      "text",
      perFirst((element, full = false) => configurationOf(elementOf(element, "electronConfiguration"), full === true)),
    ),
    cost: perElement,
  },
  electronShells: {
    ...entry(
      "element",
      "The number of electrons in each shell of a free neutral atom, from the inside.",
      ['electronShells("Fe")', [2, 8, 14, 2]],
      "countList",
      (element: Value) => shellsOf(elementOf(element, "electronShells")),
    ),
    cost: perElement,
  },
  empiricalFormula: {
    ...entry(
      "elements amounts tolerance?",
      "The simplest formula for amounts of substance (masses / atomicWeight(elements)), with the elements in their order; each count is within a tolerance (default 0.05) of a whole number.",
      ['empiricalFormula(["C", "H", "O"], [3.33, 6.65, 3.33])', "CH2O"],
      "text",
      empiricalFormula,
    ),
    cost: perFormula,
  },
  balance: {
    ...entry(
      "reactants products",
      "The least whole coefficients that balance a reaction in elements and charge, reactants first, then products; e- is an electron.",
      ['balance(["H2", "O2"], ["H2O"])', [2, 1, 2]],
      "countList",
      balance,
    ),
    cost: elimination,
  },
  balancedEquation: {
    ...entry(
      "reactants products",
      "A balanced equation as a text.",
      ['balancedEquation(["H2", "O2"], ["H2O"])', "2 H2 + O2 → 2 H2O"],
      "text",
      balancedEquation,
    ),
    cost: elimination,
  },
  equationSides: {
    ...entry(
      "text",
      "The lists of reactants and of products of an equation with ->, →, ⇌ or =; coefficients are dropped.",
      ['equationSides("2 H2 + O2 -> H2O")', [["H2", "O2"], ["H2O"]]],
      "unknown",
      equationSides,
    ),
    cost: perFormula,
  },
};

/** Functions of chemistry. */
export default () => definePlugin({ name: "functions-chemistry", functions });

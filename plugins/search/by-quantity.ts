// Which calculators compute a quantity from others: "pressure" from "force" and "area".
import { CalcError, type Calculator, type Quantities, type Unit } from "formulary";
import type { Units } from "formulary/compiler";
import { didYouMean } from "formulary/functions";

/** Sorts out the calculators that give all quantities wanted, and use all that are known or need no others; the best fit first. */
export function byQuantity(calculators: Calculator[], { gives = [], from = [] }: Quantities, units: Units): Calculator[] {
  const dimensions = createDimensions(units);
  const wanted = gives.map((name) => dimensions.named("gives", name));
  const known = from.map((name) => dimensions.named("from", name));
  const fits = calculators.flatMap((calculator) => {
    const [outputs, inputs, required] = [calculator.units.outputs, calculator.units.inputs, calculator.units.required].map(dimensions.of);
    if (!wanted.every((each) => outputs!.has(each))) return [];
    const isUsed = known.every((each) => inputs!.has(each));
    const missing = [...required!].filter((each) => !known.includes(each)).length;
    const isEnough = required!.size > 0 && missing === 0;
    // with nothing known everything that gives the quantity fits
    if (known.length > 0 && !isUsed && !isEnough) return [];
    const fit = known.length === 0 ? 0 : (isUsed ? 0 : 100) + (isEnough ? 0 : missing);
    const [main] = outputs!;
    const named = [...gives, ...from].filter((name) => calculator.title.toLowerCase().includes(name.toLowerCase())).length;
    const fields = Object.keys(calculator.definition.inputs?.properties ?? {}).length;
    // of equal fits first what is about the quantity, asks for few other quantities, is named after them, and has few fields
    const preference = (wanted.includes(main ?? "") ? 0 : 0.5) + inputs!.size / 100 - named / 1000 + fields / 1e6;
    return [{ calculator, rank: fit + preference }];
  });
  return fits.sort((a, b) => a.rank - b.rank).map(({ calculator }) => calculator);
}

function createDimensions(units: Units) {
  const keyOf = ({ dimension }: Unit) => JSON.stringify(Object.entries(dimension).sort(([a], [b]) => (a < b ? -1 : 1)));
  const read = (text: string): string => {
    try {
      return keyOf(units.parse(text));
    } catch {
      return text;
    }
  };
  const keys = new Map<string, string>();
  const key = (text: string): string => {
    const before = keys.get(text) ?? read(text);
    keys.set(text, before);
    return before;
  };
  return {
    of: (texts: string[]) => new Set(texts.map(key)),
    /** The dimension of a quantity by its name or title; throws for one that does not exist. */
    named: (parameter: string, name: string): string => {
      const plain = (text: string) => text.toLowerCase().replace(/[^a-z]/g, "");
      for (const [each, { title, units: own }] of units.quantities)
        if (plain(each) === plain(name) || plain(title) === plain(name))
          return key((own.find(({ symbol }) => !units.parse(symbol).inverse) ?? own[0]!).symbol);
      const names = [...units.quantities.keys()];
      const hint = didYouMean(name, names) || ` Quantities are ${names.join(", ")}.`;
      throw new CalcError("invalid_query", { message: `"${name.slice(0, 100)}" in "${parameter}" is no quantity.${hint}` });
    },
  };
}

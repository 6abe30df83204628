// Which other units a field may be typed in: everything of the catalogue that converts to the declared one.
import { CalcError } from "formulary";
import { convert, type Shared } from "formulary/compiler";

const kept = new WeakMap<Shared, Map<string, string[]>>();
const most = 40;

/** Symbols of the units that convert to a declared one, which comes first; nothing where there is no other. */
export function unitsFor(declared: string, substance: string | undefined, shared: Shared): string[] {
  let known = kept.get(shared);
  if (!known) kept.set(shared, (known = new Map()));
  const key = `${declared} ${substance ?? ""}`;
  let units = known.get(key);
  if (!units) known.set(key, (units = find(declared, substance, shared)));
  return units;
}

const written = new WeakMap<string[], string[]>();

/** Units as the options of a list; drawn once, since a form may hold hundreds. A sign that is written as its unit needs no value. */
export function unitOptions(units: string[], chosen: string | undefined, shared: Shared): string {
  let options = written.get(units);
  if (!options) written.set(units, (options = units.map((unit) => option(unit, shared))));
  const at = chosen === undefined ? -1 : units.indexOf(chosen);
  return at < 0
    ? options.join("")
    : options.map((text, index) => (index === at ? text.replace("<option", "<option selected") : text)).join("");
}

function option(unit: string, { units }: Shared): string {
  const { plural } = units.parse(unit);
  const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");
  return `<option${plural === unit ? "" : ` value="${escaped(unit)}"`}>${escaped(plural)}</option>`;
}

function find(declared: string, substance: string | undefined, { units, substances }: Shared): string[] {
  // money is the reader's own, and a count or a percentage is what it is
  if (/^(currency|[A-Z]{3}|[$€£¥₹])(?=$|[*/ ])/.test(declared)) return [];
  const unit = units.parse(declared);
  if (Object.keys(unit.dimension).length === 0) return [];
  const fits = (symbol: string) => {
    try {
      convert(1, units.parse(symbol), unit, substance === undefined ? undefined : substances[substance]);
      return true;
    } catch (error) {
      if (error instanceof CalcError) return false;
      throw error;
    }
  };
  const all = [...units.quantities.values()].flatMap(({ units: each }) => each.map(({ symbol }) => symbol));
  const others = all.filter((symbol) => symbol !== declared && units.parse(symbol) !== unit && fits(symbol));
  return others.length > 0 ? [declared, ...others.slice(0, most)] : [];
}

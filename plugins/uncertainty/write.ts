// "12.3 ± 0.4 m": a result and its standard uncertainty, with digits that match.
import type { Environment } from "formulary/compiler";

/** The digits of an uncertainty: two where its first three are below 355 or above 949, else one (Particle Data Group, Introduction, 5.3). */
export function lastDigit(u: number): number {
  const exponent = Math.floor(Math.log10(u));
  const leading = Math.round(u / 10 ** (exponent - 2));
  return leading < 355 || leading >= 950 ? exponent - 1 : exponent;
}

/** A result with its uncertainty as people write it. */
export function withUncertainty(x: number, u: number, { unit, environment }: { unit: string; environment: Environment }): string {
  const write = (field: { unit?: string; decimals?: number }, each: number) =>
    environment.kinds.ofType("number").write(field, environment, 15)(each, {});
  const place = u > 0 ? lastDigit(u) : undefined;
  if (place === undefined) return `${write({ unit }, x)} ± 0`;
  const largest = Math.max(Math.abs(x), u);
  const exponent = Math.floor(Math.log10(largest));
  const scale = exponent >= 9 || exponent < -4 ? 10 ** exponent : 1;
  const decimals = Math.max(0, (scale === 1 ? 0 : exponent) - place);
  const rounded = (each: number) => {
    const unitOfPlace = 10 ** place / scale;
    return Math.abs(place) < 300 ? Math.round(each / scale / unitOfPlace) * unitOfPlace : each / scale;
  };
  const [number, spread] = [write({ decimals }, rounded(x)), write({ decimals }, rounded(u))];
  const both = scale === 1 ? `${number} ± ${spread}` : `(${number} ± ${spread}) × 10^${exponent}`;
  // a sign such as $ stands before the number, a unit after it
  const whole = write({ unit, decimals }, rounded(x));
  return whole.includes(number) ? whole.replace(number, both) : `${both} ${unit}`;
}

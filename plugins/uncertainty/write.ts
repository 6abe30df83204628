// "12.3 ± 0.4 m": a result and its standard uncertainty, with digits that match.
import type { Environment } from "formulary/compiler";

/** The digits of an uncertainty: two where its first three are below 355 or above 949, else one (Particle Data Group, Introduction, 5.3). */
export function lastDigit(u: number): number {
  const exponent = Math.floor(Math.log10(u));
  const leading = Math.round(u / 10 ** (exponent - 2));
  return leading < 355 || leading >= 950 ? exponent - 1 : exponent;
}

interface WriteOptions {
  unit: string;
  environment: Environment;
  /** The result as it is written without an uncertainty, and its decimals where the calculator names them. */
  formatted: string;
  decimals?: number | undefined;
}
const raised = (exponent: number) => [...String(exponent)].map((sign) => (sign === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(sign)])).join("");

/** A result with its uncertainty as people write it; one that is a thousandth of the last written digit is none. */
export function withUncertainty(x: number, u: number, { unit, environment, formatted, decimals: own }: WriteOptions): string {
  if (u === 0 || (own !== undefined && u < 10 ** -own / 1000)) return `${formatted} ± 0`;
  const write = (field: { unit?: string; decimals: number }, each: number) =>
    environment.kinds.ofType("number").write(field, environment, 15)(each, {});
  const place = lastDigit(u);
  const exponent = Math.floor(Math.log10(Math.max(Math.abs(x), u)));
  const scale = exponent >= 9 || exponent < -4 ? 10 ** exponent : 1;
  const decimals = Math.max(0, (scale === 1 ? 0 : exponent) - place);
  const unitOfPlace = 10 ** place / scale;
  const rounded = (each: number) => (unitOfPlace > 0 ? Math.round(each / scale / unitOfPlace) * unitOfPlace : each / scale);
  const [number, spread] = [write({ decimals }, rounded(x)), write({ decimals }, rounded(u))];
  const power = scale === 1 ? "" : ` × 10${raised(exponent)}`;
  // a sign such as $ stands before the number, a unit after it
  const whole = write({ unit, decimals }, rounded(x));
  const isProduct = power !== "" || whole.startsWith(`${number} ×`);
  const both = isProduct ? `(${number} ± ${spread})${power}` : `${number} ± ${spread}`;
  return whole.includes(number) ? whole.replace(number, both) : `${both} ${unit}`;
}

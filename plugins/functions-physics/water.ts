// The pressure at which water vapour is in balance with water or ice, and the temperature that belongs to a pressure.
import type { Functions, Value } from "formulary";
import { elementwise, entry, failArgument, failFormula, finiteNumber, isList, sizeOf } from "formulary/functions";

const triple = 273.16;
const triplePressure = 611.657;
const critical = 647.096;
const criticalPressure = 22.064e6;
/** The range of the formulas for ice, and for water below its triple point. */
const coldestIce = 50;
const coldestWater = 123;

// W. Wagner, A. Pruß, J. Phys. Chem. Ref. Data 31 (2002) 387, eq. 2.5: 273.16 K to 647.096 K, in IAPWS SR1-86(1992).
const powers = [
  [-7.85951783, 1],
  [1.84408259, 1.5],
  [-11.7866497, 3],
  [22.6807411, 3.5],
  [-15.9618719, 4],
  [1.80122502, 7.5],
] as const;
function lnOverWater(t: number): number {
  const rest = 1 - t / critical;
  const sum = powers.reduce((all, [factor, power]) => all + factor * rest ** power, 0);
  return Math.log(criticalPressure) + (critical / t) * sum;
}

// D. M. Murphy, T. Koop, Q. J. R. Meteorol. Soc. 131 (2005) 1539, eq. 10: 123 K to 332 K.
function lnOverColdWater(t: number): number {
  const ln = Math.log(t);
  const bend = Math.tanh(0.0415 * (t - 218.8)) * (53.878 - 1331.22 / t - 9.44523 * ln + 0.014025 * t);
  return 54.842763 - 6763.22 / t - 4.21 * ln + 0.000367 * t + bend;
}

// W. Wagner et al., J. Phys. Chem. Ref. Data 40 (2011) 043103, eq. 4: 50 K to 273.16 K, in IAPWS R14-08(2011).
function lnOverIce(t: number): number {
  const part = t / triple;
  const sum = -21.2144006 * part ** 0.00333333333 + 27.3203819 * part ** 1.20666667 - 6.1059813 * part ** 1.70333333;
  return Math.log(triplePressure) + sum / part;
}

type Surface = "water" | "ice";
function surfaceOf(value: Value | undefined, name: string): Surface | undefined {
  if (value === undefined || value === "water" || value === "ice") return value;
  return failArgument(name, '"water" or "ice" as its second argument', value);
}

/** ln(p / 1 Pa) at a temperature in K; over what is stable there where nothing is said. */
function lnPressure(t: number, over: Surface | undefined): number {
  if (t < triple && over !== "water") return lnOverIce(t);
  return t < triple ? lnOverColdWater(t) : lnOverWater(t);
}

/** From which temperature to which there is such a surface, in K. */
const rangeOf = (over: Surface | undefined): [number, number] => [
  over === "water" ? coldestWater : coldestIce,
  over === "ice" ? triple : critical,
];

function saturationPressure(value: Value, surface: Value | undefined): number {
  const over = surfaceOf(surface, "saturationPressure");
  const t = finiteNumber(value, "saturationPressure");
  const [low, high] = rangeOf(over);
  if (t < low || t > high)
    failFormula(`saturationPressure${over ? ` over ${over}` : ""} needs a temperature from ${low} K to ${high} K, not ${t} K.`);
  return Math.exp(lnPressure(t, over));
}

// In 1 / T the logarithm is nearly a straight line, so that chords come close at once. An end that stays is weighed less
// (the Illinois method: M. Dowell, P. Jarratt, BIT 11 (1971) 168).
function temperatureAt(ln: number, over: Surface | undefined): number {
  const [low, high] = rangeOf(over);
  const offAt = (t: number): number => lnPressure(t, over) - ln;
  let [a, b] = [1 / low, 1 / high];
  let [fa, fb] = [offAt(low), offAt(high)];
  if (fb <= 0) return high;
  for (let turn = 0; turn < 100 && a - b > 1e-16 * a; turn++) {
    const x = (a * fb - b * fa) / (fb - fa);
    const t = Math.min(high, Math.max(low, 1 / x));
    const off = offAt(t);
    if (Math.abs(off) < 4e-15) return t;
    if (off < 0) [a, fa, fb] = [x, off, fb / 2];
    else [b, fb, fa] = [x, off, fa / 2];
  }
  return 2 / (a + b);
}

function saturationTemperature(value: Value, surface: Value | undefined): number {
  const over = surfaceOf(surface, "saturationTemperature");
  const p = finiteNumber(value, "saturationTemperature");
  const [least, most] = rangeOf(over).map((t) => Math.exp(lnPressure(t, over))) as [number, number];
  if (p < least || p > most * (1 + 1e-12))
    failFormula(
      `saturationTemperature${over ? ` over ${over}` : ""} needs a pressure from ${least.toPrecision(3)} Pa to ${most.toPrecision(6)} Pa, not ${p} Pa.`,
    );
  return temperatureAt(Math.log(p), over);
}

/** A function of a temperature or pressure, or a list of them, and the surface. */
const lookup =
  (name: string, one: (value: Value, surface: Value | undefined) => number) =>
  (values: Value, surface?: Value): Value =>
    elementwise((value) => one(value, surface), [values], name);
const perElement =
  (steps: number) =>
  (values: Value): number =>
    isList(values) ? sizeOf(values) * steps : steps;

const surfaces =
  'over ice below the triple point (273.16 K) and over water above it; with "water" over water below it as well, with "ice" over ice only.';

/** Functions of water vapour. */
export const water: Functions = {
  saturationPressure: {
    ...entry(
      "temperature over?",
      `The saturation pressure of water vapour in Pa at a temperature in K (IAPWS; supercooled water by Murphy and Koop), ${surfaces}`,
      ["saturationPressure(300)", 3536.717586504915],
      "pressureOfTemperature",
      lookup("saturationPressure", saturationPressure),
    ),
    cost: perElement(8),
  },
  saturationTemperature: {
    ...entry(
      "pressure over?",
      `The temperature in K at which water vapour of a pressure in Pa is saturated (dew point, frost point, boiling point), ${surfaces}`,
      ["saturationTemperature(101325)", 373.1242958054116],
      "temperatureOfPressure",
      lookup("saturationTemperature", saturationTemperature),
    ),
    cost: perElement(150),
  },
};

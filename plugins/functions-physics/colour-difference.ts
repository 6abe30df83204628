// How different two colours look: distances in CIELAB (CIE 15:2018), which weigh lightness, chroma and hue.
import type { Functions, Value } from "formulary";
import { didYouMean, entry, failText, numberList, quoted, toText } from "formulary/functions";

/** L* (0 to 100), a* and b*. */
type Lab = [lightness: number, a: number, b: number];
type Difference = (sample: Lab, other: Lab) => number;

const degree = Math.PI / 180;
const root = (...parts: number[]): number =>
  Math.sqrt(
    Math.max(
      0,
      parts.reduce((sum, part) => sum + part, 0),
    ),
  );

const cie76: Difference = ([l1, a1, b1], [l2, a2, b2]) => Math.hypot(l1 - l2, a1 - a2, b1 - b2);

/** Differences of lightness and chroma, and the square of that of hue; the chroma of the first colour. */
function partsOf([l1, a1, b1]: Lab, [l2, a2, b2]: Lab) {
  const [c1, c2] = [Math.hypot(a1, b1), Math.hypot(a2, b2)];
  return { dl: l1 - l2, dc: c1 - c2, hueSquared: (a1 - a2) ** 2 + (b1 - b2) ** 2 - (c1 - c2) ** 2, chroma: c1 };
}

/** CIE 116-1995, with the first colour as the standard; `lightness` is 1 for graphic arts and 2 for textiles. */
const cie94 =
  ([lightness, k1, k2]: [number, number, number]): Difference =>
  (standard, other) => {
    const { dl, dc, hueSquared, chroma } = partsOf(standard, other);
    return root((dl / lightness) ** 2, (dc / (1 + k1 * chroma)) ** 2, hueSquared / (1 + k2 * chroma) ** 2);
  };

/** CMC(l:c) of ISO 105-J03, with the first colour as the standard and c = 1. */
const cmc =
  (weight: number): Difference =>
  (standard, other) => {
    const { dl, dc, hueSquared, chroma } = partsOf(standard, other);
    const [lightness, a, b] = standard;
    const hue = (Math.atan2(b, a) / degree + 360) % 360;
    const turned = Math.abs(hue >= 164 && hue <= 345 ? 0.2 * Math.cos((hue + 168) * degree) : 0.4 * Math.cos((hue + 35) * degree));
    const t = turned + (hue >= 164 && hue <= 345 ? 0.56 : 0.36);
    const f = Math.sqrt(chroma ** 4 / (chroma ** 4 + 1900));
    const sl = lightness < 16 ? 0.511 : (0.040975 * lightness) / (1 + 0.01765 * lightness);
    const sc = (0.0638 * chroma) / (1 + 0.0131 * chroma) + 0.638;
    return root((dl / (weight * sl)) ** 2, (dc / sc) ** 2, hueSquared / (sc * (f * t + 1 - f)) ** 2);
  };

// ISO/CIE 11664-6. G. Sharma, W. Wu, E. N. Dalal, Color Research and Application 30 (2005) 21.
const share7 = (chroma: number): number => Math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7));
const hueOf = (a: number, b: number): number => (a === 0 && b === 0 ? 0 : (Math.atan2(b, a) / degree + 360) % 360);

/** Difference and mean of two hues in degrees; those of grey count nothing. */
function hues([h1, h2]: [number, number], grey: boolean): { difference: number; mean: number } {
  if (grey) return { difference: 0, mean: h1 + h2 };
  const apart = h2 - h1;
  if (Math.abs(apart) <= 180) return { difference: apart, mean: (h1 + h2) / 2 };
  return { difference: apart > 180 ? apart - 360 : apart + 360, mean: (h1 + h2 + (h1 + h2 < 360 ? 360 : -360)) / 2 };
}

const ciede2000: Difference = ([l1, a1, b1], [l2, a2, b2]) => {
  const stretch = 1.5 - share7((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2) / 2;
  const [c1, c2] = [Math.hypot(a1 * stretch, b1), Math.hypot(a2 * stretch, b2)];
  const { difference, mean } = hues([hueOf(a1 * stretch, b1), hueOf(a2 * stretch, b2)], c1 * c2 === 0);
  const [dl, dc, dh] = [l2 - l1, c2 - c1, 2 * Math.sqrt(c1 * c2) * Math.sin((difference / 2) * degree)];
  const chroma = (c1 + c2) / 2;
  const cosine = (factor: number, shift: number) => Math.cos((factor * mean + shift) * degree);
  const t = 1 - 0.17 * cosine(1, -30) + 0.24 * cosine(2, 0) + 0.32 * cosine(3, 6) - 0.2 * cosine(4, -63);
  const middle = ((l1 + l2) / 2 - 50) ** 2;
  const lightness = dl / (1 + (0.015 * middle) / Math.sqrt(20 + middle));
  const [chromatic, hue] = [dc / (1 + 0.045 * chroma), dh / (1 + 0.015 * chroma * t)];
  const turn = -Math.sin(60 * Math.exp(-(((mean - 275) / 25) ** 2)) * degree) * 2 * share7(chroma);
  return root(lightness ** 2, chromatic ** 2, hue ** 2, turn * chromatic * hue);
};

const formulas: Record<string, Difference> = {
  CIEDE2000: ciede2000,
  CIE94: cie94([1, 0.045, 0.015]),
  "CIE94 textiles": cie94([2, 0.048, 0.014]),
  CIE76: cie76,
  "CMC 2:1": cmc(2),
  "CMC 1:1": cmc(1),
};

function labOf(value: Value): Lab {
  const size = { of: "numbers (L*, a*, b*)", least: 3, most: 3 };
  return numberList(value, "deltaE", size) as Lab; // as: the size says three
}

function deltaE(sample: Value, other: Value, formula: Value = "CIEDE2000"): number {
  const [first, second] = [labOf(sample), labOf(other)];
  const name = toText(formula, "deltaE");
  if (Object.hasOwn(formulas, name)) return formulas[name]!(first, second);
  const names = Object.keys(formulas);
  return failText(`deltaE knows the formulas ${names.join(", ")}, not ${quoted(name)}.${didYouMean(name, names)}`);
}

/** Functions of colours. */
export const colourDifference: Functions = {
  deltaE: {
    ...entry(
      "lab1 lab2 formula?",
      'The difference of two colours [L*, a*, b*]: "CIEDE2000" (default), "CIE94", "CIE94 textiles", "CIE76", "CMC 2:1" or "CMC 1:1"; for CIE94 and CMC the first colour is the standard.',
      ["deltaE([50, 2.5, 0], [73, 25, -18])", 27.149231300746255],
      "plainNumber",
      deltaE,
    ),
    cost: () => 2,
  },
};

// Numbers as people write them. Formatting took two thirds of a calculation's time in the first measurements, so the
// common case is integer arithmetic on scaled digits, and Intl formats only what does not fit.

interface Writing {
  /** Thousands separators: 1,628.89. */
  grouping?: boolean;
}

/** The powers of ten that a double holds exactly. */
const powers = Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));

/** So many decimals, half away from zero on the 15 digits that are meant: 1.005 → "1.01". */
export function fixed(x: number, decimals: number, { grouping = true }: Writing = {}): string {
  const size = Math.abs(x);
  const scale = decimals > 15 ? undefined : powers[decimals];
  const scaled = scale === undefined ? Number.POSITIVE_INFINITY : size * scale;
  if (!(scaled < 1e15)) return large(x, decimals, grouping);
  const whole = Math.floor(scaled + 0.5 + scaled * 2e-15);
  const sign = x < 0 && whole > 0 ? "-" : "";
  const digits = String(whole).padStart(decimals + 1, "0");
  const cut = digits.length - decimals;
  return `${sign}${grouping ? grouped(digits.slice(0, cut)) : digits.slice(0, cut)}${decimals > 0 ? `.${digits.slice(cut)}` : ""}`;
}

/** So many significant digits without trailing zeros; powers of ten where plain digits would be unreadable. */
export function significant(x: number, digits: number, { grouping = true }: Writing = {}): string {
  if (x === 0) return "0";
  if (!Number.isFinite(x)) return String(x);
  // up to 15 digits, JavaScript's own shortest text of the rounded number is those digits without trailing zeros
  const rounded = roundDecimal(x, digits);
  const size = Math.abs(rounded);
  if (size < 1e15 && size >= 1e-6) {
    const text = String(size);
    const point = text.indexOf(".");
    const [whole, fraction] = point < 0 ? [text, ""] : [text.slice(0, point), text.slice(point)];
    return `${rounded < 0 ? "-" : ""}${grouping ? grouped(whole) : whole}${fraction}`;
  }
  const [mantissa, exponent] = decimalOf(x, digits);
  return `${mantissa} × 10${superscript(exponent)}`;
}

/** Number(x.toPrecision(digits)) for up to 15 digits, by integer arithmetic wherever the last digit is certain. */
export function roundTo(x: number, digits: number): number {
  const size = Math.abs(x);
  const places = digits - 1 - Math.floor(Math.log10(size));
  const power = powers[Math.abs(places)];
  if (power !== undefined) {
    const scaled = places < 0 ? size / power : size * power;
    const whole = Math.round(scaled);
    // scaled itself is off by half a bit at most
    if (scaled >= powers[digits - 1]! && scaled < powers[digits]! && Math.abs(scaled - whole) < 0.5 - scaled * 2 ** -53)
      return (places < 0 ? whole * power : whole / power) * (x < 0 ? -1 : 1);
  }
  return Number(x.toPrecision(digits));
}

function roundDecimal(x: number, digits: number): number {
  if (Number.isInteger(x) && Math.abs(x) < powers[Math.min(digits, 15)]!) return x;
  const meant = roundTo(x, 15);
  return digits < 15 ? roundTo(meant, digits) : meant;
}

// The 15-digit text first: 0.1 + 0.2 is meant to be 0.3, and halves are decided on what is meant.
function decimalOf(x: number, digits: number): [mantissa: string, exponent: number] {
  const meant = digits < 15 ? roundTo(x, 15) : x;
  const [mantissa, exponent] = meant.toExponential(Math.min(digits, 15) - 1).split("e");
  return [mantissa!.includes(".") ? mantissa!.replace(/\.?0+$/, "") : mantissa!, Number(exponent)];
}

function large(x: number, decimals: number, grouping: boolean): string {
  return Math.abs(x) < 1e21 ? formatOf(Math.min(decimals, 20), grouping).format(x) : significant(x, 15, { grouping });
}

const formats = new Map<number, Intl.NumberFormat>();
// making a format takes a hundred times as long as using it
function formatOf(digits: number, useGrouping: boolean): Intl.NumberFormat {
  const key = useGrouping ? digits : -1 - digits;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat("en", { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping });
  formats.set(key, made);
  return made;
}

function grouped(digits: string): string {
  if (digits.length <= 3) return digits;
  let text = digits.slice(-3);
  for (let end = digits.length - 3; end > 0; end -= 3) text = `${digits.slice(Math.max(0, end - 3), end)},${text}`;
  return text;
}

const superscripts: Record<string, string> = { "-": "⁻", 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹" };
/** -7 → "⁻⁷". */
export const superscript = (exponent: number | string): string =>
  [...String(exponent)].map((digit) => superscripts[digit] ?? digit).join("");

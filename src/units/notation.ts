// How units are written: one form to look them up, and the one that people read.

/** A count noun: "{bundle|bundles}", "{fin}". */
export const noun = /^\{([^{}|]+)(?:\|([^{}|]+))?\}$/;
/** Whether a declared unit is made of lengths in the reader's own unit, which are bare numbers: length^2, 1/length. */
export const isOwnLength = (text: string): boolean => /^[^{]*\blength\b/.test(text);

/** A unit as clients see it: a count noun in its plural, any other as it is. */
export const inWords = (unit: string): string => unit.replace(noun, (_, one: string, many = `${one}s`) => many);

const [raisedSigns, plainSigns] = ["⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-"];
/** One spelling for all variants: "m²·s⁻¹" → "m^2*s^-1", "μ" → "µ". */
export function normalize(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+/g, (digits) => `^${[...digits].map((digit) => plainSigns[raisedSigns.indexOf(digit)]).join("")}`)
    .replace(/[·⋅×]/g, "*")
    .replace(/μ/g, "µ")
    .replace(/[º˚]/g, "°")
    .replace(/\u2126/g, "Ω")
    .replace(/\s*([*/^()])\s*/g, "$1")
    .trim();
}

/** "kg*m^2" as people write it: "kg·m²"; a power such as ^(1/3) stays as it is. */
export function pretty(text: string): string {
  return text
    .replace(/\^(?:\((-?\d+)\)|(-?\d+)(?![\d.]))/g, (_, inner?: string, plain?: string) =>
      [...(inner ?? plain ?? "")].map((digit) => raisedSigns[plainSigns.indexOf(digit)]).join(""),
    )
    .replace(/Δ(?=[°K])/g, "")
    .replace(/\*/g, "·");
}

// The dimension rules of groups, series, systems of equations and properties of substances.
import { elementOf, listOf, meet, mustBePure, type QuantityKind, quantityOf, unknown } from "./quantity-kind.ts";

interface SeriesCall {
  name: string;
  kinds: QuantityKind[];
  apply: (position: number, kinds: QuantityKind[]) => QuantityKind;
}

/** A kind without what its literal says: a result is no literal. */
const plainKind = (kind: QuantityKind = unknown): QuantityKind =>
  kind.is === "number" ? quantityOf(kind.dimension) : kind.is === "list" ? listOf(plainKind(kind.of)) : kind;
const secondOf = ({ kinds }: SeriesCall): QuantityKind => plainKind(kinds[1]);

const kelvin = quantityOf({ K: 1 });
const pascal = quantityOf({ kg: 1, m: -1, s: -2 });
const density = quantityOf({ kg: 1, m: -3 });
/** A property that depends on one quantity, which may be a list of them. */
const propertyOf =
  (argument: QuantityKind, result: QuantityKind) =>
  ({ name, kinds: [kind = unknown] }: SeriesCall): QuantityKind => {
    meet(kind.is === "list" ? kind.of : kind, argument, `${name} mixes`);
    return kind.is === "list" ? listOf(result) : result;
  };

// A literal start value says nothing of a dimension: that unknown may have any.
const startOf = (kind: QuantityKind): QuantityKind => {
  if (kind.is !== "list") return unknown;
  const free = (each: QuantityKind): QuantityKind => (each.is === "number" && each.literal !== undefined ? unknown : plainKind(each));
  const items = kind.items?.map(free);
  return { is: "list", of: items?.every((each) => each.is === "unknown") ? unknown : free(kind.of), ...(items && { items }) };
};

/** The rules by name. */
export const seriesRules: Record<string, (call: SeriesCall) => QuantityKind> = {
  second: secondOf,
  listOfSecond: (call) => listOf(secondOf(call)),
  /** Numbers between two of one dimension. */
  series: ({ name, kinds: [from = unknown, to = unknown, count = unknown] }) => {
    mustBePure(count, name);
    return listOf(plainKind(meet(from, to, `${name} mixes`)));
  },
  /** The unknowns of a system of equations, with the dimensions of their start values. */
  roots: (call) => {
    const start = startOf(call.kinds[1] ?? unknown);
    call.apply(0, [start, ...call.kinds.slice(2)]);
    return start;
  },
  pressureOfTemperature: propertyOf(kelvin, pascal),
  temperatureOfPressure: propertyOf(pascal, kelvin),
  /** A density by the share of a substance and a temperature. */
  densityOfShare: ({ name, kinds: [share = unknown, temperature = unknown] }) => {
    mustBePure(share, name);
    meet(temperature, kelvin, `${name} mixes`);
    return density;
  },
  /** Groups of the elements of the first list. */
  listOfElements: ({ kinds }) => listOf(listOf(plainKind(elementOf(kinds[0])))),
};

// The units that a visitor prefers: the site's switch, kept in a cookie, and the unit that stands for a declared one.
import type { H3Event } from "h3";

export type UnitSystem = "metric" | "us" | "uk";
/** The choices of the switch: as files declare their units, or one system for all pages. */
export const unitSystems: Record<UnitSystem | "declared", string> = {
  declared: "as each calculator has them",
  metric: "metric",
  us: "US",
  uk: "UK",
};

/** Metric units and those of the United States that take their place. */
const us: Record<string, string> = {
  ...{ mm: "in", cm: "in", m: "ft", km: "mi" },
  ...{ "mm^2": "in^2", "cm^2": "in^2", "m^2": "ft^2", "km^2": "mi^2", ha: "acre" },
  ...{ mL: "floz", L: "gal", "cm^3": "in^3", "m^3": "ft^3" },
  ...{ g: "oz", kg: "lb", t: "ton", "°C": "°F" },
  ...{ "km/h": "mph", "m/s": "ft/s", kPa: "psi", bar: "psi", MPa: "psi", hPa: "inHg" },
  ...{ N: "lbf", "N*m": "lbf*ft", "kg/m^3": "lb/ft^3", "L/100km": "mpg", "L/min": "gpm" },
};
/** On roads of the United Kingdom; elsewhere it is metric. */
const uk: Record<string, string> = { km: "mi", "km/h": "mph", "L/100km": "impmpg", mpg: "impmpg" };
/** Units of both countries, and the metric ones that take their place. */
const metric: Record<string, string> = {
  ...{ in: "cm", ft: "m", yd: "m", mi: "km" },
  ...{ "in^2": "cm^2", "ft^2": "m^2", "yd^2": "m^2", "mi^2": "km^2", acre: "ha" },
  ...{ floz: "mL", cup: "mL", qt: "L", gal: "L", "in^3": "cm^3", "ft^3": "m^3", "yd^3": "m^3" },
  ...{ oz: "g", lb: "kg", ton: "t", "°F": "°C" },
  ...{ mph: "km/h", "ft/s": "m/s", psi: "kPa", inHg: "hPa" },
  ...{ lbf: "N", "lbf*ft": "N*m", "lb/ft^3": "kg/m^3", mpg: "L/100km", impmpg: "L/100km", gpm: "L/min" },
};
const preferred: Record<UnitSystem, Record<string, string>> = { us, uk: { ...withoutRoads(metric), ...uk }, metric };

/** Miles stay miles on British roads. */
function withoutRoads(units: Record<string, string>): Record<string, string> {
  const { mi: _mile, mph: _speed, ...others } = units;
  return others;
}

/** The unit of a system for a declared one; undefined where the declared one stays. */
export const unitIn = (system: UnitSystem | undefined, declared: string): string | undefined =>
  system && Object.hasOwn(preferred[system], declared) ? preferred[system][declared] : undefined;

/** The system that the visitor chose. */
export function chosenSystem(event: H3Event): UnitSystem | undefined {
  const [, system] = /(?:^|;\s*)units=(\w+)/.exec(event.req.headers.get("cookie") ?? "") ?? [];
  return system !== undefined && system !== "declared" && Object.hasOwn(unitSystems, system) ? (system as UnitSystem) : undefined;
}

/** Sends the visitor back to the page, with the choice in a cookie for a year. */
export function keepSystem({ url }: H3Event): Response {
  const system = url.searchParams.get("system") ?? "";
  const back = url.searchParams.get("back") ?? "/";
  // only to pages of this site
  const location = /^\/(?![/\\])/.test(back) ? back.slice(0, 300) : "/";
  const headers = new Headers({ location, "cache-control": "no-store" });
  if (Object.hasOwn(unitSystems, system)) headers.append("set-cookie", `units=${system}; Path=/; Max-Age=31536000; SameSite=Lax`);
  return new Response(null, { status: 303, headers });
}

// Network addresses in one spelling, so that one client is one name.
import { isIP } from "node:net";

/** The address in a text as a proxy or Node writes it ("[2001:DB8::1]:443", "::ffff:192.0.2.1", "192.0.2.1:5000"): of IPv6 the /64 network, all of which one client can use. */
export function toAddress(text: string): string {
  const plain = withoutPort(text.trim().slice(0, 100));
  if (isIP(plain) !== 6) return plain;
  const groups = groupsOf(plain);
  const [a, b] = groups.slice(6) as [number, number];
  const isMapped = groups.slice(0, 5).every((each) => each === 0) && groups[5] === 0xffff;
  if (isMapped) return [a >> 8, a & 255, b >> 8, b & 255].join(".");
  return `${groups
    .slice(0, 4)
    .map((each) => each.toString(16))
    .join(":")}::/64`;
}

function withoutPort(text: string): string {
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(text) ?? [];
  // a scope such as %eth0 names the interface of this machine, not the client
  if (bracketed !== undefined) return bracketed.replace(/%.*/, "");
  return /^\d+\.\d+\.\d+\.\d+:\d+$/.test(text) ? text.slice(0, text.indexOf(":")) : text.replace(/%.*/, "");
}

/** The eight groups of an IPv6 address; URL writes each address in one way, with its longest run of zeros left out. */
function groupsOf(address: string): number[] {
  const [head = "", tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const [left, right] = [head, tail ?? ""].map((part) => (part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16))));
  return [...left!, ...Array<number>(8 - left!.length - right!.length).fill(0), ...right!];
}

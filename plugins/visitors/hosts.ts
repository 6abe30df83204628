// Under which names a server answers agents and forms. A page of another site can let its own name lead to this machine (DNS
// rebinding): its requests then come from a browser inside the network, with that name in Host and Origin.
import { isIP } from "node:net";
import { CalcError } from "formulary";
import type { H3Event } from "h3";

/** Throws 403 for a request that names another host than those allowed, or comes from a page of another one. */
export type HostCheck = (event: H3Event) => void;

/** Allows some names, this machine's own, and every plain address: only names can be led elsewhere. */
export function createHostCheck(allowed: string[]): HostCheck {
  const names = new Set(["localhost", ...allowed.map((each) => each.toLowerCase())]);
  const isAllowed = (host: string) => {
    if (!URL.canParse(`http://${host}`)) return false;
    const { hostname } = new URL(`http://${host}`);
    return names.has(hostname) || hostname.endsWith(".localhost") || isIP(hostname.replace(/^\[|\]$/g, "")) > 0;
  };
  return ({ req: { headers }, url }) => {
    const host = headers.get("host") ?? url.host;
    const origin = headers.get("origin");
    const from = origin !== null && URL.canParse(origin) ? new URL(origin).host : origin;
    for (const each of [host, ...(from === null ? [] : [from])])
      if (!isAllowed(each))
        throw new CalcError("foreign_host", {
          message: `"${each.slice(0, 100)}" is no name of this server: its operator sets PUBLIC_URL, or further names in ALLOWED_HOSTS.`,
        });
  };
}

// The work of one HTTP request, for all of its calculations.
import type { ServerResponse } from "node:http";
import type { H3Event } from "h3";
import { createWork } from "../calculation/calculate.ts";
import type { Work } from "../types.ts";

/** The work of a request by a key or an address; it is over when the connection closes. */
export function workOf(event: H3Event, from = ""): Work {
  const response = event.runtime?.node?.res as ServerResponse | undefined;
  return createWork(from, () => response?.destroyed === true);
}

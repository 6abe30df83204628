// The work of one HTTP request, for all of its calculations.
import type { IncomingMessage } from "node:http";
import type { H3Event } from "h3";
import { createWork } from "../calculation/calculate.ts";
import type { Work } from "../types.ts";

/** The work of a request by a key or an address; it is over when the client closes the connection, or its half of it. */
export function workOf(event: H3Event, from = ""): Work {
  const { socket } = (event.runtime?.node?.req ?? {}) as Partial<IncomingMessage>;
  return createWork(from, () => socket !== undefined && (socket.destroyed || socket.readableEnded));
}

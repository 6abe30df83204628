// Visitors are those who ask without a key: they are known by their address, and one address may ask only so often.
import { definePlugin, type Kernel } from "formulary";
import type { H3Event } from "h3";
import { createRefusals, type RefusalOptions } from "./refusals.ts";
import { createVisitors, type VisitorOptions, type Visitors } from "./visitors.ts";

export { toAddress } from "./address.ts";
export { type Buckets, createBuckets } from "./buckets.ts";
export { createHostCheck, type HostCheck } from "./hosts.ts";
export { createVisitors, searchCost, type Visitors } from "./visitors.ts";

/** The visitors of a running server, for plugins that require this one. */
export const visitorsOf = (kernel: Pick<Kernel, "service">): Visitors => kernel.service<Visitors>("visitors");

/** Knows visitors by their address, and limits what they may calculate, and how often anybody is refused. */
export default ({ refusals: refusalOptions = {}, ...options }: VisitorOptions & { refusals?: RefusalOptions } = {}) => {
  const refusals = createRefusals(refusalOptions);
  const namesOf = (event: H3Event, kernel: Kernel) => [
    visitorsOf(kernel).addressOf(event),
    // the key as it was sent: what it opens does not matter here
    ...(event.req.headers.get("x-api-key") ?? "").slice(0, 64).split(",", 1).filter(Boolean),
  ];
  return definePlugin({
    name: "visitors",
    provides: { visitors: () => createVisitors(options) },
    hooks: {
      authenticate: (event, kernel) => {
        refusals.check(() => namesOf(event, kernel));
        event.context.countsRefusals = true;
        return undefined;
      },
      // lists and pages are refused at little cost; 429 and 5xx are no fault of a request
      refuse: (event, { status }, kernel) => {
        if (event.context.countsRefusals && status < 500 && status !== 429) refusals.count(namesOf(event, kernel));
      },
    },
  });
};

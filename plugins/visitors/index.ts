// Visitors are those who ask without a key: they are known by their address, and one address may ask only so often.
import { definePlugin, type Kernel } from "formulary";
import { createVisitors, type VisitorOptions, type Visitors } from "./visitors.ts";

export { type Buckets, createBuckets } from "./buckets.ts";
export { createVisitors, searchCost, type Visitors } from "./visitors.ts";

/** The visitors of a running server, for plugins that require this one. */
export const visitorsOf = (kernel: Pick<Kernel, "service">): Visitors => kernel.service<Visitors>("visitors");

/** Knows visitors by their address, and limits what they may calculate. */
export default (options: VisitorOptions = {}) => definePlugin({ name: "visitors", provides: { visitors: () => createVisitors(options) } });

// Search: what people type in the list of calculators, on the pages and through agents, becomes a ranking of calculators.
import { definePlugin } from "formulary";
import { createSearch } from "./search.ts";

export { readQuantities } from "./quantities.ts";
export { createSearch } from "./search.ts";

/** Brings the search of the catalogue. */
export default () => definePlugin({ name: "search", search: createSearch });

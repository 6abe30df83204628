import type { Functions } from "../../types.ts";
import { arithmetic } from "./arithmetic.ts";

/** The kernel's functions by name; plugins add theirs. No prototype, so that no inherited name is a function. */
export const kernelFunctions: Functions = Object.assign(Object.create(null), arithmetic);

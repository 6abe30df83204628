// Physics: water vapour, ethanol in water, and the differences of colours, by published formulas.
import { definePlugin } from "formulary/functions";
import { colourDifference } from "./colour-difference.ts";
import { ethanol } from "./ethanol.ts";
import { water } from "./water.ts";

/** Functions of physics. */
export default () => definePlugin({ name: "functions-physics", functions: { ...water, ...ethanol, ...colourDifference } });

import type { Finding } from "formulary/compiler";
import type { CalculatorFile } from "./file.ts";

/** A place in a file and what is wrong there, in one sentence with the cure. */
export type RuleFinding = Pick<Finding, "path" | "message">;

/** A kind of mistake, as --list-rules and --explain print it. */
export interface RuleEntry {
  name: string;
  severity: "error" | "warning";
  /** What it finds. */
  summary: string;
  /** How to correct it. */
  cure: string;
}

/** A rule for one file. A rule of a later stage only runs on a file that passed the stages before. */
export interface Rule extends RuleEntry {
  stage: "form" | "meaning" | "units" | "numbers";
  check: (file: CalculatorFile) => RuleFinding[];
}

/** A finding with its rule and its place, as reporters print it. */
export interface ReportedFinding {
  rule: string;
  severity: RuleEntry["severity"];
  file: string;
  line: number;
  column: number;
  message: string;
}

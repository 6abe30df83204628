import type { Finding } from "formulary/compiler";
import type { CalculatorFile } from "./file.ts";

/** A place in a file and what is wrong there, in one sentence with the cure. */
export type RuleFinding = Pick<Finding, "path" | "message">;

/** One thing an author may get wrong. A rule of a later stage only runs on a file that passed the stages before. */
export interface Rule {
  name: string;
  severity: "error" | "warning";
  stage: "form" | "meaning" | "units" | "numbers";
  /** What it finds, and how to mend it: printed by --explain. */
  summary: string;
  cure: string;
  check: (file: CalculatorFile) => RuleFinding[];
}

/** A finding of a rule, ready to be shown. */
export interface ReportedFinding {
  rule: string;
  severity: "error" | "warning";
  file: string;
  line: number;
  column: number;
  message: string;
}

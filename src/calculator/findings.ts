import { CalcError } from "../errors.ts";
import type { Finding, FindingCode, Path } from "../types.ts";

/** The findings of one file, collected while it is compiled. */
export interface Findings {
  readonly all: Finding[];
  add: (code: FindingCode, path: Path, message: string) => void;
  /** Does work that may throw a CalcError; the error becomes a finding at the path, and `otherwise` the result. */
  attempt: <T, Otherwise>(path: Path, work: () => T, otherwise: Otherwise, prefix?: string) => T | Otherwise;
}

/** Makes an empty collection. */
export function createFindings(): Findings {
  const all: Finding[] = [];
  return {
    all,
    add: (code, path, message) => void all.push({ code, path, message }),
    attempt: (path, work, otherwise, prefix = "") => {
      try {
        return work();
      } catch (error) {
        // a stack overflow of an absurdly nested formula is a RangeError
        if (!(error instanceof CalcError) && !(error instanceof RangeError)) throw error;
        const finding = error instanceof CalcError ? error.finding : undefined;
        all.push({ code: "compile", ...finding, path, message: prefix + error.message });
        return otherwise;
      }
    },
  };
}

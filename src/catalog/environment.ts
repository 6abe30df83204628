// What the files beside the calculators offer them: units, constants, tables, substances.

import { createKinds } from "../calculator/kinds/index.ts";
import type { Environment, Kind } from "../calculator/kinds/kind.ts";
import { CalcError } from "../errors.ts";
import type { Functions } from "../types.ts";
import type { Substance } from "../units/convert.ts";
import { createUnits, type UnitsFile } from "../units/registry.ts";
import type { LocatedFinding } from "./document.ts";
import type { ReadFile } from "./files.ts";
import { slugOf } from "./files.ts";

interface Options extends Pick<Environment, "define" | "describe"> {
  functions: Functions;
  currency: string;
  /** Those of plugins, by name. */
  kinds?: Record<string, Kind>;
}
const empty: UnitsFile = { prefixes: {}, quantities: {} };
const known = ["_units", "_constants", "_tables", "_substances"] as const;

/** Builds the environment of definitions from its files; of several roots, the first one's entry of a name stays. */
export function createEnvironment(
  files: ReadFile[],
  { functions, currency, kinds, define, describe }: Options,
): { environment: Environment; findings: LocatedFinding[] } {
  const findings: LocatedFinding[] = [];
  const parts: Record<string, Record<string, unknown>> = { _units: {}, _constants: {}, _tables: {}, _substances: {} };
  let unitsFile: UnitsFile = empty;
  for (const file of files) {
    const name = slugOf(file.path);
    const report = (message: string) => findings.push({ file: file.displayPath, line: 1, column: 1, message });
    if (file.finding) continue;
    if (!known.includes(name as (typeof known)[number]))
      report(`"${name}.yaml" is not a shared file (${known.map((each) => `${each}.yaml`).join(", ")}).`);
    else if (file.data === null || typeof file.data !== "object" || Array.isArray(file.data)) report("A shared file is a map.");
    else if (name === "_units") unitsFile = mergeUnits(unitsFile, file.data as UnitsFile);
    else parts[name] = { ...(file.data as Record<string, unknown>), ...parts[name] };
  }
  const where = files.find((file) => slugOf(file.path) === "_units")?.displayPath ?? "_units.yaml";
  const units = attemptUnits(unitsFile, where, findings);
  const environment: Environment = {
    units,
    functions,
    currency,
    kinds: createKinds(kinds),
    ...(define && { define }),
    ...(describe && { describe }),
    constants: parts._constants as Environment["constants"],
    tables: parts._tables!,
    substances: parts._substances as Record<string, Substance>,
  };
  return { environment, findings };
}

function mergeUnits(first: UnitsFile, more: UnitsFile): UnitsFile {
  return { prefixes: { ...more.prefixes, ...first.prefixes }, quantities: { ...more.quantities, ...first.quantities } };
}

// Without units almost nothing works, so a broken registry must be loud; what has no unit still does.
function attemptUnits(file: UnitsFile, where: string, findings: LocatedFinding[]) {
  try {
    return createUnits(file);
  } catch (error) {
    const message = error instanceof CalcError ? error.message : `The units cannot be read: ${(error as Error).message}.`;
    findings.push({ file: where, line: 1, column: 1, message });
    return createUnits(empty);
  }
}

// The programs that system tests start for real. A test command installs nothing: .ci/run and the workflows do.
import { spawnSync } from "node:child_process";

const programs = ["redis-server", "chromium", "python3"] as const;
type Program = (typeof programs)[number];

/** Whether a program is on this machine. */
export const isInstalled = (program: Program) => spawnSync(program, ["--version"]).status === 0;
const isCI = process.env.CI === "true";

/** Whether the tests that need a program run. With CI=true they run without it too, and fail. */
export const isTested = (program: Program): boolean => isCI || isInstalled(program);

/** Throws where a program is not installed, which only happens with CI=true. */
export function requireProgram(program: Program): void {
  if (!isInstalled(program)) throw new Error(`${program} is not installed: with CI=true its tests must run (see .ci/run).`);
}

/** Before the system lane, once: says in one line for each program which tests are skipped. */
export default function reportMissing(): void {
  for (const program of programs)
    if (!isTested(program)) process.stdout.write(`\n!!! ${program} IS NOT INSTALLED: the tests that need it are skipped.\n\n`);
}

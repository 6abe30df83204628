// The programs that some tests start for real; installed where that is possible, before any test runs.
import { spawnSync } from "node:child_process";

const packages = { "redis-server": "redis-server", chromium: "chromium" };
const isThere = (program) => spawnSync(program, ["--version"]).status === 0;

for (const [program, name] of Object.entries(packages)) {
  if (isThere(program)) continue;
  const root = process.getuid?.() === 0 && spawnSync("apt-get", ["--version"]).status === 0;
  if (root) {
    const options = { stdio: "ignore", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
    spawnSync("apt-get", ["update"], options);
    spawnSync("apt-get", ["install", "-y", "--no-install-recommends", name], options);
  }
  if (!isThere(program)) process.stdout.write(`\n!!! ${program} IS NOT ON THIS MACHINE: the tests that need it are skipped.\n\n`);
}

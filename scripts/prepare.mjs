// npm runs this after an installation. Without development packages there is no compiler, and dist/ comes from elsewhere.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

if (existsSync("node_modules/typescript/package.json")) {
  const { status } = spawnSync("npm run build", { shell: true, stdio: "inherit" });
  process.exitCode = status ?? 1;
} else process.stdout.write("TypeScript is not installed, so dist/ was not built. Copy it from where it was built, or run npm ci.\n");

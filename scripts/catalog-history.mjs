// Part of npm run build: what git knows of the calculators' files, for /api/v1/changes and `changed` in a detail. A build
// without git, or of a clone without its history, has none; the server then goes by what it sees itself.
import { spawnSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";

const target = "dist/catalog-history.json";
const git = (...parameters) => {
  const { status, stdout } = spawnSync("git", parameters, { encoding: "utf8", maxBuffer: 1 << 28 });
  return status === 0 ? stdout.trim() : undefined;
};

/** The history by slug, from the newest commit to the oldest. */
function historyOf(log) {
  const [files, withdrawn] = [{}, {}];
  let at = "";
  for (const line of log.split("\n")) {
    if (line.startsWith("@")) at = new Date(line.slice(1)).toISOString();
    const [, status, slug] = /^([AMD])\tcatalog\/[^/]+\/([a-z0-9-]+)\.yaml$/.exec(line) ?? [];
    if (!slug) continue;
    // a file that moved to another category was deleted and added in one commit
    if (status !== "D" && withdrawn[slug] === at) delete withdrawn[slug];
    if (status === "D" && !files[slug]) withdrawn[slug] ??= at;
    else if (status !== "D" && !withdrawn[slug]) files[slug] = { added: at, changed: files[slug]?.changed ?? at };
  }
  return { files, withdrawn };
}

rmSync(target, { force: true });
// an empty prefix: this folder is the root of a repository, not a folder within another one
if (existsSync("catalog") && git("rev-parse", "--show-prefix") === "" && git("rev-parse", "--is-shallow-repository") === "false") {
  const log = git("log", "--no-renames", "--format=@%cI", "--name-status", "--diff-filter=AMD", "--", "catalog");
  if (log !== undefined) writeFileSync(target, JSON.stringify(historyOf(log)));
}

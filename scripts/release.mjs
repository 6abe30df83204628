// Makes a release: npm run release -- 1.2.3. Moves what CHANGELOG.md lists as unreleased under the version and today's date, sets
// the version of package.json and package-lock.json, commits, tags, and prints what changed for users. It pushes nothing.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const git = (...words) => execFileSync("git", words, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
const partsOf = (version) => version.split(".").map(Number);

/** Throws a sentence where a release of this version cannot be made. */
function checkRelease(version, current) {
  if (!/^\d+\.\d+\.\d+$/.test(version ?? "")) throw new Error("Name the version to release: npm run release -- 1.2.3");
  const [before, after] = [partsOf(current), partsOf(version)];
  const first = after.findIndex((part, at) => part !== before[at]);
  if (first === -1 || after[first] < before[first]) throw new Error(`${version} is not above ${current}, the version in package.json.`);
  if (git("status", "--porcelain") !== "") throw new Error("There are changes that are not committed: commit or remove them first.");
  if (git("tag", "--list", `v${version}`) !== "") throw new Error(`The tag v${version} exists already.`);
}

/** The changelog with the unreleased changes under a version, and these changes. */
function moveUnreleased(changelog, heading) {
  const [, before, notes, after] = /^([\s\S]*?^## Unreleased\n)([\s\S]*?)((?=^## )[\s\S]*)?$(?![\s\S])/m.exec(changelog) ?? [];
  if (before === undefined) throw new Error('CHANGELOG.md has no section "## Unreleased".');
  if (notes.trim() === "") throw new Error('CHANGELOG.md lists nothing under "## Unreleased": there is nothing to release.');
  return { notes: notes.trim(), text: `${before}\n## ${heading}\n\n${notes.trim()}\n${after ? `\n${after}` : ""}` };
}

/** Sets the version of the package, and leaves the rest of the files as it is. */
function setVersion(version) {
  const manifest = readFileSync("package.json", "utf8");
  writeFileSync("package.json", manifest.replace(/^( {2}"version": )"[^"]*"/m, `$1"${version}"`));
  if (!existsSync("package-lock.json")) return;
  const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
  lock.version = version;
  lock.packages[""].version = version;
  writeFileSync("package-lock.json", `${JSON.stringify(lock, null, 2)}\n`);
}

function release(version) {
  checkRelease(version, JSON.parse(readFileSync("package.json", "utf8")).version);
  const date = new Date().toISOString().slice(0, 10);
  const { text, notes } = moveUnreleased(readFileSync("CHANGELOG.md", "utf8"), `${version} (${date})`);
  writeFileSync("CHANGELOG.md", text);
  setVersion(version);
  git("commit", "--all", "--message", `Release ${version}`);
  // verbatim: a line of the notes that begins with # is no comment
  git("tag", "--annotate", "--cleanup=verbatim", "--message", `Formulary ${version}\n\n${notes}\n`, `v${version}`);
  process.stdout.write(`Formulary ${version} (${date})\n\n${notes}\n\nPublish it with: git push --follow-tags\n`);
}

try {
  release(process.argv[2]);
} catch (error) {
  process.stderr.write(`${error.stderr || error.message}\n`);
  process.exitCode = 1;
}

// scripts/release.mjs in a repository of its own.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const script = resolve("scripts/release.mjs");
const changelog =
  "# Changelog\n\nNewest first.\n\n## Unreleased\n\n- Pages say more.\n- # is kept.\n\n## 0.1.0 (2026-01-02)\n\n- The first.\n";
const author = { GIT_AUTHOR_NAME: "A", GIT_AUTHOR_EMAIL: "a@example.org", GIT_COMMITTER_NAME: "A", GIT_COMMITTER_EMAIL: "a@example.org" };

function repository(files: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), "formulary-release-"));
  const env = { ...process.env, ...author, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };
  const git = (...words: string[]) => execFileSync("git", words, { cwd: folder, env, encoding: "utf8" }).trim();
  const all = {
    "CHANGELOG.md": changelog,
    "package.json": '{\n  "name": "x",\n  "version": "0.1.0",\n  "files": ["a"]\n}\n',
    "package-lock.json": `${JSON.stringify({ name: "x", version: "0.1.0", packages: { "": { version: "0.1.0" }, y: { version: "0.1.0" } } }, null, 2)}\n`,
    ...files,
  };
  for (const [name, text] of Object.entries(all)) writeFileSync(join(folder, name), text);
  git("init", "--quiet", "--initial-branch=main");
  git("add", "--all");
  git("commit", "--quiet", "--message", "Begin");
  const release = (...words: string[]) => spawnSync(process.execPath, [script, ...words], { cwd: folder, env, encoding: "utf8" });
  const read = (name: string) => readFileSync(join(folder, name), "utf8");
  return { git, release, read, write: (name: string, text: string) => writeFileSync(join(folder, name), text) };
}

describe("a release", () => {
  it("moves what is unreleased under its version and date, sets the version, commits, tags, and prints what changed for users", () => {
    const { git, release, read } = repository();
    const { status, stdout, stderr } = release("0.2.0");
    const date = new Date().toISOString().slice(0, 10);
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toBe(`Formulary 0.2.0 (${date})\n\n- Pages say more.\n- # is kept.\n\nPublish it with: git push --follow-tags\n`);
    expect(read("CHANGELOG.md")).toBe(changelog.replace("## Unreleased\n", `## Unreleased\n\n## 0.2.0 (${date})\n`));
    expect(read("package.json")).toBe('{\n  "name": "x",\n  "version": "0.2.0",\n  "files": ["a"]\n}\n');
    expect(JSON.parse(read("package-lock.json"))).toEqual({
      name: "x",
      version: "0.2.0",
      packages: { "": { version: "0.2.0" }, y: { version: "0.1.0" } },
    });
    expect([git("status", "--porcelain"), git("log", "-1", "--format=%s"), git("tag", "--points-at", "HEAD")]).toEqual([
      "",
      "Release 0.2.0",
      "v0.2.0",
    ]);
    expect(git("tag", "--list", "--format=%(contents)", "v0.2.0")).toBe("Formulary 0.2.0\n\n- Pages say more.\n- # is kept.");
  });
  it("may be the first of a changelog", () => {
    const { release, read } = repository({ "CHANGELOG.md": "# Changelog\n\n## Unreleased\n\n- All of it.\n" });
    expect(release("1.0.0").status).toBe(0);
    expect(read("CHANGELOG.md")).toMatch(/^# Changelog\n\n## Unreleased\n\n## 1\.0\.0 \(\d{4}-\d\d-\d\d\)\n\n- All of it\.\n$/);
  });
  it.each<[string, string[], RegExp, Record<string, string>?]>([
    ["no version", [], /Name the version to release/],
    ["a version of another form", ["v2"], /Name the version to release/],
    ["the version that is there", ["0.1.0"], /0\.1\.0 is not above 0\.1\.0/],
    ["an older one", ["0.0.9"], /0\.0\.9 is not above 0\.1\.0/],
    ["nothing to release", ["0.2.0"], /lists nothing under/, { "CHANGELOG.md": "## Unreleased\n\n## 0.1.0\n\n- The first.\n" }],
    ["a changelog without the section", ["0.2.0"], /has no section/, { "CHANGELOG.md": "# Changelog\n" }],
  ])("is refused with %s", (_, words, message, files) => {
    const { git, release, read } = repository(files);
    const { status, stderr } = release(...words);
    expect([status, stderr]).toEqual([1, expect.stringMatching(message)]);
    expect([git("status", "--porcelain"), git("tag"), read("package.json").includes("0.1.0")]).toEqual(["", "", true]);
  });
  it("is refused with changes that are not committed, or a tag that exists", () => {
    const { git, release, write, read } = repository();
    git("tag", "v0.2.0");
    expect(release("0.2.0").stderr).toMatch(/The tag v0\.2\.0 exists already/);
    write("new.txt", "x");
    expect(release("0.3.0").stderr).toMatch(/changes that are not committed/);
    expect(read("CHANGELOG.md")).toBe(changelog);
  });
});

// The built commands: validate-catalog and new-calculator.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readCatalogue } from "../../../scripts/validation/file.ts";
import { orderKeys, tidy } from "../../../scripts/validation/fix.ts";
import { keyOrder } from "../../../scripts/validation/form.ts";
import { rules, validate } from "../../../scripts/validation/validate.ts";
import { language } from "../../language/evaluate.ts";
import { folder, good } from "./good.ts";

describe("the command", () => {
  const command = (...words: string[]) => spawnSync("scripts/validate-catalog", words, { encoding: "utf8" });
  it("is clean over a catalogue without a mistake, and ends with 0", () => {
    // two categories are work enough for a second thread; all of them are checked by the catalogue lane
    for (const name of ["finance", "mathematics"]) cpSync(join("catalog", name), join(folder, name), { recursive: true });
    const env = { ...process.env, CATALOG: folder, DATA_DIR: join(folder, "data") };
    const { status, stdout } = spawnSync("scripts/validate-catalog", [], { encoding: "utf8", env });
    for (const name of ["finance", "mathematics", "data"]) rmSync(join(folder, name), { recursive: true });
    expect([status, stdout.trim().split("\n").at(-1)]).toEqual([
      0,
      expect.stringMatching(/^\d+ files, \d+ examples: 0 errors, 0 warnings \(range proved of \d+, sampled of \d+\)\.$/),
    ]);
  });
  it("shows a finding like a compiler, and ends with 1", () => {
    const path = join(folder, "physics/kinetic-energy.yaml");
    writeFileSync(path, good.replace("mass * speed\n", "mas * speed\n"));
    const { status, stdout } = command(path);
    rmSync(path);
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /kinetic-energy\.yaml:16:13 error unknown-name: .*needs "mas".*Did you mean "mass"\?\n {2}14 \|.*\n {2}15 \|.*\n {2}16 \| {3}momentum: mas \* speed\n {5}\| {13}\^\n {2}17 \| outputs:/,
    );
  });
  it.each([
    ["json", /"rule": "unknown-name"/],
    ["github", /::error file=.*,line=16,col=13,title=unknown-name::/],
    ["junit", /<failure type="unknown-name"/],
    ["sarif", /"ruleId": "unknown-name"/],
  ])("findings for %s", (reporter, form) => {
    const path = join(folder, "physics/kinetic-energy.yaml");
    writeFileSync(path, good.replace("mass * speed\n", "mas * speed\n"));
    const { stdout } = command(path, "--reporter", reporter);
    rmSync(path);
    expect(stdout).toMatch(form);
    if (reporter === "json" || reporter === "sarif") expect(() => JSON.parse(stdout)).not.toThrow();
  });
  it("explains its rules, and ends with 2 when it cannot run", () => {
    expect(command("--explain", "dimension").stdout).toMatch(/Cure:/);
    expect(command("--list-rules").stdout.trim().split("\n")).toHaveLength(rules.length);
    expect(command("--explain", "nothing").status).toBe(2);
    expect(command("no/such/file.yaml").status).toBe(2);
    expect(command("--reporter", "xml").status).toBe(2);
  });
  it("--fix puts keys in order and keeps comments", () => {
    const mixed = "# about the title\ntitle: A\nusage: U.\n# about the inputs\ninputs:\n  type: object # stays\ndescription: D.\n";
    expect(orderKeys(mixed, keyOrder)).toBe(
      "# about the title\ntitle: A\ndescription: D.\n# about the inputs\ninputs:\n  type: object # stays\nusage: U.\n",
    );
    expect(orderKeys(good, keyOrder)).toBe(good);
    expect(tidy(`${good.replace(/\n/g, "  \r\n")}\r\n\r\n`, keyOrder)).toBe(good);
  });
  it("--plain says how many files of each category see no units", () => {
    expect(command("--plain").stdout).toMatch(/^medicine +\d+ % {2}\d+ of \d+: .*corrected-qt/m);
  });
  it("--changed looks only at files that differ from a revision", () => {
    const head = execFileSync("git", ["rev-parse", "HEAD"], { encoding: "utf8" }).trim();
    expect(command("--changed", head).status).toBeLessThanOrEqual(1);
  });
});

describe("a new calculator", () => {
  const make = (name: string) =>
    spawnSync(process.execPath, ["dist/scripts/new-calculator.js", name], { encoding: "utf8", env: { ...process.env, CATALOG: folder } });
  it("is a file that compiles, and whose gaps the validator asks for", () => {
    const path = join(folder, "physics/made-by-a-test.yaml");
    expect(make("physics/made-by-a-test").stdout).toMatch(/is written/);
    expect(make("physics/made-by-a-test").stderr).toMatch(/exists already/);
    const { findings } = validate(readCatalogue([folder], language), [path]);
    rmSync(path);
    expect([...new Set(findings.map(({ rule }) => rule))].sort()).toEqual(["examples", "references", "sentence"]);
  });
  it.each([
    ["nowhere/x", /The categories are/],
    ["physics/Bad_Name", /is no slug/],
  ])("%s is refused", (name, message) => {
    const { status, stderr } = make(name);
    expect([status, stderr]).toEqual([1, expect.stringMatching(message)]);
  });
});

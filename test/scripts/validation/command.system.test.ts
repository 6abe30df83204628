// The built commands: validate-catalog and new-calculator.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readCatalogue } from "../../../scripts/validation/file.ts";
import { orderKeys, tidy } from "../../../scripts/validation/fix.ts";
import { keyOrder } from "../../../scripts/validation/form.ts";
import { ruleEntries, validate } from "../../../scripts/validation/validate.ts";
import { language } from "../../language/evaluate.ts";
import { folder, good } from "./good.ts";

const command = (...words: string[]) => spawnSync("scripts/validate-catalog", words, { encoding: "utf8" });
const inFolder = (environment: Record<string, string>, ...words: string[]) =>
  spawnSync("scripts/validate-catalog", words, {
    encoding: "utf8",
    env: { ...process.env, CATALOG: folder, DATA_DIR: join(folder, "data"), ...environment },
  });
/** Runs the command on one file of the small catalogue. */
function checkText(text: string, ...words: string[]) {
  const path = join(folder, "physics/kinetic-energy.yaml");
  writeFileSync(path, text);
  const result = command(path, ...words);
  rmSync(path);
  return result;
}

describe("the command", () => {
  it("is clean over a catalogue without a mistake, and ends with 0", () => {
    // Two categories are enough for a second thread; the catalogue lane checks all of them.
    for (const name of ["conversion", "statistics"]) cpSync(join("catalog", name), join(folder, name), { recursive: true });
    const { status, stdout } = inFolder({});
    for (const name of ["conversion", "statistics", "data"]) rmSync(join(folder, name), { recursive: true });
    expect([status, stdout.trim().split("\n").at(-1)]).toEqual([
      0,
      // Questions and spans are warnings.
      expect.stringMatching(/^\d+ files, \d+ examples: 0 errors, \d+ warnings? \(range proved of \d+, sampled of \d+\)\.$/),
    ]);
  });
  it("shows a finding like a compiler, and ends with 1", () => {
    const { status, stdout } = checkText(good.replace("mass * speed\n", "mas * speed\n"));
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /kinetic-energy\.yaml:17:13 error unknown-name: .*needs "mas".*Did you mean "mass"\?\n {2}15 \|.*\n {2}16 \|.*\n {2}17 \| {3}momentum: mas \* speed\n {5}\| {13}\^\n {2}18 \| outputs:/,
    );
  });
  it.each([
    ["json", /"rule": "unknown-name"/],
    ["github", /::error file=.*,line=17,col=13,title=unknown-name::/],
    ["junit", /<failure type="unknown-name"/],
    ["sarif", /"ruleId": "unknown-name"/],
  ])("reports for %s", (reporter, form) => {
    const { stdout } = checkText(good.replace("mass * speed\n", "mas * speed\n"), "--reporter", reporter);
    expect(stdout).toMatch(form);
    if (reporter === "json" || reporter === "sarif") expect(() => JSON.parse(stdout)).not.toThrow();
  });
  it("ends with 0 when there are only warnings, and with --strict with 1", () => {
    const warning = good
      .replace("title: Kinetic energy\ndescription:", "description:")
      .replace("subcategory:", "title: Kinetic energy\nsubcategory:");
    const { status, stdout } = checkText(warning);
    expect([status, stdout]).toEqual([0, expect.stringMatching(/0 errors, 1 warning/)]);
    expect(checkText(warning, "--strict").status).toBe(1);
    expect(checkText(good, "--strict").status).toBe(0);
  });
});

describe("the lists and the changes of the command", () => {
  it("explains its rules, and ends with 2 when it cannot run", () => {
    expect(command("--explain", "dimension").stdout).toMatch(/Cure:/);
    const lines = command("--list-rules").stdout.trim().split("\n");
    expect(lines.map((line) => line.split(" ")[0])).toEqual(ruleEntries.map(({ name }) => name));
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
});

describe("the functions of the command", () => {
  it("--unused-functions lists the functions that no calculator calls, in formulas, checks and texts", () => {
    const path = join(folder, "physics/kinetic-energy.yaml");
    const check = '  - require: sqrt(mass / mass) > 0\n    at: mass\n    message: "{{ round(1.5) }}"\n';
    const own = "min(x): map(abs, [x])[0]\n  momentum: mass * speed * min(1)\n";
    writeFileSync(path, good.replace("constants:\n", `checks:\n${check}constants:\n`).replace("momentum: mass * speed\n", own));
    const { status, stdout, stderr } = inFolder({}, "--unused-functions");
    rmSync(path);
    const names = stdout.split("\n").map((line) => line.split("(")[0]);
    expect(status).toBe(0);
    expect(stderr).toMatch(/^No calculator calls \d+ of \d+ functions\.$/m);
    for (const name of ["sqrt", "round", "map", "abs"]) expect(names).not.toContain(name);
    expect(names).toEqual(expect.arrayContaining(["cbrt", "max", "min", "sign"]));
  });
  it("refuses a plugin whose function names a dimension rule that does not exist", () => {
    const file = join(folder, "mistyped.mjs");
    const entry = '{ summary: "One.", params: [], example: null, dimension: "pur", call: () => 1 }';
    writeFileSync(file, `export default { name: "mistyped", functions: { unity: ${entry} } };\n`);
    const { status, stderr } = inFolder({ PLUGINS: file }, "--functions");
    rmSync(file);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^The function "unity" of the plugin "mistyped" names the dimension rule "pur", which does not exist: choose /);
  });
});

describe("what the command lists", () => {
  it("--units names the units with a word in their line", () => {
    expect(inFolder({}, "--units", "nautical").stdout).toMatch(/^nmi +nautical mile +length$/m);
  });
  it("--show prints the answer of every example of a file, and no finding", () => {
    const path = join(folder, "physics/shown-by-a-test.yaml");
    const refused = "  - title: Too heavy\n    inputs: { mass: 2.0e+6, speed: 1 }\n    refused: mass\n";
    writeFileSync(path, good.replace("references:\n", `${refused}references:\n`));
    const { stdout, status } = command("--show", path);
    rmSync(path);
    expect(status).toBe(0);
    expect(stdout).toContain("energy  Kinetic energy: 50 kJ");
    expect(stdout).toContain("1,000 kg at 36 km/h carry 50 kJ; the momentum is 10,000 kg·m/s.");
    expect(stdout).toContain("refused: /inputs/mass Mass must be at most 1000000 kg.");
  });
});

describe("the files of the command", () => {
  it("--changed looks only at files that differ from a revision", () => {
    const head = execFileSync("git", ["rev-parse", "HEAD"], { encoding: "utf8" }).trim();
    expect(command("--changed", head).status).toBeLessThanOrEqual(1);
  });
});

describe("a new calculator", () => {
  const make = (...words: string[]) =>
    spawnSync(process.execPath, ["dist/scripts/new-calculator.js", ...words], {
      encoding: "utf8",
      env: { ...process.env, CATALOG: folder },
    });
  it("is a file that compiles, and whose gaps the validator asks for", () => {
    const path = join(folder, "physics/made-by-a-test.yaml");
    expect(make("physics/made-by-a-test").stdout).toMatch(/is written/);
    expect(make("physics/made-by-a-test").stderr).toMatch(/exists already/);
    const { findings } = validate(readCatalogue([folder], language), [path]);
    rmSync(path);
    expect([...new Set(findings.map(({ rule }) => rule))].sort()).toEqual(["placeholder", "sentence"]);
  });
  it.each(["--rows", "--method", "--table"])("with %s has that too, with examples that hold", (option) => {
    const path = join(folder, "physics/made-by-a-test.yaml");
    expect(make("physics/made-by-a-test", option).stdout).toMatch(/is written/);
    const { findings } = validate(readCatalogue([folder], language), [path]);
    const text = readFileSync(path, "utf8");
    rmSync(path);
    expect(text).toMatch({ "--rows": /items\.amount/, "--method": /by: method/, "--table": /choices: materials/ }[option]!);
    expect([...new Set(findings.map(({ rule }) => rule))].sort()).toEqual(["placeholder", "sentence"]);
  });
  it.each([
    ["nowhere/x", /The categories are/],
    ["physics/Bad_Name", /is no slug/],
  ])("%s is refused", (name, message) => {
    const { status, stderr } = make(name);
    expect([status, stderr]).toEqual([1, expect.stringMatching(message)]);
  });
});

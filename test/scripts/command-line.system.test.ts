// The command line as a person and a program use it: started as a process, in a folder of its own.
import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let folder: string;
let data: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "formulary-"));
  data = await mkdtemp(join(tmpdir(), "formulary-"));
  await symlink(resolve("scripts/formulary"), join(folder, "formulary"));
});
afterAll(() => Promise.all([folder, data].map((each) => rm(each, { recursive: true }))));

interface Ran {
  code: number;
  out: string;
  error: string;
}
/** Runs it through a link, as npm makes for `bin`. */
const run = (words: string[], environment: Record<string, string> = {}): Promise<Ran> =>
  new Promise((done) => {
    const env = { PATH: process.env.PATH, DATA_DIR: data, ...environment };
    execFile(join(folder, "formulary"), words, { cwd: folder, env }, (error, out, errors) =>
      done({ code: error ? Number(error.code) : 0, out, error: errors }),
    );
  });
const compound = ["calc", "compound-interest", "principal=1,000", "years=10"];

describe("formulary calc", () => {
  it("answers people with aligned results and the explanation", async () => {
    const { code, out, error } = await run([...compound, "rate=5%"]);
    expect([code, error]).toEqual([0, ""]);
    expect(out).toBe(
      `Compound interest
  Future value           $1,628.89
  Total interest         $628.89
  Effective annual rate  5.000%

$1,000 at 5% a year, compounded annually, grows to $1,628.89 in 10 years; $628.89 of it is interest.
`,
    );
  });
  it("ends without a word where the reader stops early", async () => {
    const piped = await new Promise<string>((resolved) => {
      execFile(
        "sh",
        [
          "-c",
          "scripts/formulary calc mortgage-amortization principal=200000 rate=6 years=30 2>&1 >/dev/null | cat; scripts/formulary calc mortgage-amortization principal=200000 rate=6 years=30 2>&1 | head -1",
        ],
        (_, out) => resolved(out),
      );
    });
    expect(piped).toMatch(/^Mortgage payment[^\n]*\n$/);
  });
  it("answers programs with the body of POST /calculate, or the largest table", async () => {
    const { out } = await run([...compound, "rate=5", "--json"]);
    expect(JSON.parse(out)).toMatchObject({ success: true, result: { results: { futureValue: { value: 1628.89462677744 } } } });
    const { out: csv } = await run([...compound, "--over", "rate=1:3:3", "--csv"]);
    expect(csv.split("\r\n").slice(0, 2)).toEqual([
      "Annual rate (%),Future value ($),Total interest ($),Effective annual rate (%)",
      "1,1104.6221254112,104.622125411204,1",
    ]);
  });
  it("solves backwards, in words and units of the reader, with the working", async () => {
    const { out } = await run([
      "calc",
      "compound-interest",
      "principal=1000",
      "rate=5",
      "--solve",
      "years",
      "--target",
      "futureValue=2,000",
      "--steps",
    ]);
    expect(out).toMatch(/Time +14\.2067 years/);
    expect(out).toContain("= 1000 × (1 + 0.05 / 1)^(1 × 14.20669908) = $2,000.00");
  });
  it("takes units, uncertainties, and says what moves the result", async () => {
    const { out, error } = await run(["calc", "jump-height", "flight=550±5", "mass=165 lb", "--units", "height=in", "--sensitivity"]);
    expect(error).toBe("");
    expect(out).toMatch(/ ± \d\S* in\n/);
    expect(out).toMatch(/What moves “.+”\n +Input +at -1 % +at \+1 % +elasticity\n/);
  });
  it("takes lists and rows from files, as CSV with heads or JSON", async () => {
    await writeFile(join(folder, "debts.csv"), '\uFEFFname,balance,rate,minimum\r\n"Card, blue",3000,22,90\r\nLoan,5000,8,120\r\n');
    await writeFile(join(folder, "values.csv"), "height\n1\n2\n3\n6\n");
    await writeFile(join(folder, "values.json"), "[1, 2, 3, 6]");
    const { out: plan } = await run(["calc", "debt-snowball", "debts=@debts.csv", "strategy=snowball", "extra=200", "--json"]);
    expect(JSON.parse(plan).normalizedInputs.debts[0]).toEqual({ name: "Card, blue", balance: 3000, rate: 22, minimum: 90 });
    for (const values of ["@values.csv", "@values.json", "[1,2,3,6]", "1 2 3 6"]) {
      const { out } = await run(["calc", "mean-median-mode", `values=${values}`, "--json"]);
      expect(JSON.parse(out).result.results.mean.value).toBe(3);
    }
  });
  it.each<[what: string, words: string[], code: number, error: RegExp]>([
    ["names every fault at its input", ["calc", "compound-interest", "principal=x", "years=1"], 1, /^principal: “x” is not a number\./],
    ["proposes a slug", ["calc", "compound-intrest", "rate=1"], 1, /Did you mean "compound-interest"/],
    ["proposes an input", [...compound, "rat=5"], 1, /rat: .*Did you mean "rate"/],
    ["a word that is no input", ["calc", "compound-interest", "1000"], 2, /"1000" is not an input: write name=value/],
    ["a target without an input to solve for", [...compound, "--target", "futureValue=1"], 2, /takes both/],
    ["a file that is not there", ["calc", "mean-median-mode", "values=@none.csv"], 2, /none\.csv cannot be read/],
    ["an option that is not there", [...compound, "--jsn"], 2, /'--jsn'/],
    ["a command that is not there", ["calculate"], 2, /There is no command "calculate"\.[\s\S]*Usage/],
    ["JSON that is none", ["calc", "mean-median-mode", "values=[1,"], 2, /not valid JSON/],
  ])("refuses: %s", async (_, words, code, message) => {
    const ran = await run(words);
    expect([ran.code, ran.out]).toEqual([code, ""]);
    expect(ran.error).toMatch(message);
  });
  it("names the column of a file that is no field", async () => {
    await writeFile(join(folder, "bad.csv"), "name,balanse,rate,minimum\nCard,1,2,3\n");
    const { code, error } = await run(["calc", "debt-snowball", "debts=@bad.csv", "strategy=snowball"]);
    expect([code, error]).toEqual([2, expect.stringMatching(/a column "balanse".*Did you mean "balance"/)]);
  });
  it("answers errors as JSON where that is asked for", async () => {
    const { code, out } = await run([...compound, "--json"]);
    expect([code, JSON.parse(out).code, JSON.parse(out).errors[0].path]).toEqual([1, "invalid_inputs", "/inputs/rate"]);
  });
  it("reads the folders of CATALOG", async () => {
    const { code, error } = await run([...compound, "rate=5"], { CATALOG: resolve("plugins/mcp") });
    expect([code, error]).toEqual([1, expect.stringContaining('There is no calculator "compound-interest"')]);
  });
});

describe("formulary", () => {
  it("searches and shows", async () => {
    const { out } = await run(["search", "loan", "payment", "--limit", "2"]);
    expect(out.split("\n")[1]).toMatch(/^ {2}loan-payment +Loan payment$/);
    expect((await run(["search", "xqzptv"])).code).toBe(1);
    const { out: shown } = await run(["show", "loan-payment"]);
    expect(shown).toMatch(/principal +Amount borrowed +a number from 1 to/);
    const [, example = ""] = /Example\n {2}formulary (.*)\n/.exec(shown) ?? [];
    expect((await run(example.split(" "))).code).toBe(0);
  });
  it("starts the checker, and writes its own help", async () => {
    const { code, out } = await run(["check", resolve("catalog/finance/compound-interest.yaml")]);
    expect([code, out]).toEqual([0, expect.stringContaining("0 errors")]);
    expect((await run(["--help"])).out).toMatch(/^Usage: formulary/);
    expect((await run(["calc", "--help"])).out).toMatch(/^Usage: formulary calc/);
  });
  it("completes commands, slugs, inputs and choices", async () => {
    const complete = async (...words: string[]) => (await run(["complete", ...words])).out.trim().split("\n");
    expect(await complete("c")).toEqual(["calc", "check", "completion"]);
    expect(await complete("calc", "compound-int")).toEqual(["compound-interest"]);
    expect(await complete("calc", "compound-interest", "pr")).toEqual(["principal="]);
    expect(await complete("calc", "compound-interest", "compounding=m")).toEqual(["compounding=monthly"]);
    expect(await complete("calc", "compound-interest", "--solve", "y")).toEqual(["years"]);
    expect(await complete("calc", "compound-interest", "--st")).toEqual(["--steps"]);
  });
  it("completes in bash itself", async () => {
    const script = `eval "$(formulary completion bash)"; COMP_LINE='formulary calc compound-interest compounding=mon'; COMP_POINT=\${#COMP_LINE}
COMP_WORDS=(formulary calc compound-interest compounding = mon); COMP_CWORD=5; _formulary 2>/dev/null; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const out = await new Promise<string>((done) => {
      const env = { PATH: `${folder}:${process.env.PATH}`, DATA_DIR: data };
      execFile("bash", ["-c", script], { cwd: folder, env }, (_, text) => done(text));
    });
    expect(out).toBe("monthly\n");
    for (const shell of ["zsh", "fish"]) expect((await run(["completion", shell])).out).toContain("formulary complete");
    expect((await run(["completion", "tcsh"])).code).toBe(2);
  });
});

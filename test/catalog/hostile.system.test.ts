// Files that the pull-request check must not let through, and what a server makes of them when they come all the same.
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readCatalogue } from "../../scripts/validation/file.ts";
import { validate } from "../../scripts/validation/validate.ts";
import { startServer } from "../http/process.ts";
import { catalogueOf, category, multiple } from "../http/served.ts";
import { language } from "../language/evaluate.ts";

const loan = `title: Monthly payment
description: The payment of a loan that is paid back in equal months.
subcategory: mortgages
inputs:
  type: object
  required: [principal, rate, years]
  properties:
    principal: { type: number, title: Principal, unit: $, minimum: 1, maximum: 1.0e+9 }
    rate: { type: number, title: Yearly rate in percent, minimum: 0, maximum: 100 }
    years: { type: number, title: Years, minimum: 1, maximum: 50 }
formulas:
  monthlyRate: rate / 100 / 12
  months: years * 12
  payment: principal * monthlyRate / (1 - (1 + monthlyRate) ^ -months)
outputs:
  payment: { label: Payment, unit: $ }
explanation: "{{ payment }} a month."
examples:
  - title: A hundred thousand
    inputs: { principal: 100000, rate: 6, years: 30 }
    outputs: { payment: 599.55 }
    origin: derived
  - title: Half of it, at twice the rate
    inputs: { principal: 50000, rate: 12, years: 10 }
    outputs: { payment: 717.35 }
    origin: derived
references:
  - { title: "A textbook of finance, 3rd ed.", locator: section 2-1 }
`;
/** The same without the division by zero. */
const corrected = loan
  .replace("payment: principal *", "payment: if(rate == 0, principal / months, principal *")
  .replace("^ -months)\n", "^ -months))\n");
/** What the check says of some files of one category, as "file rule message". */
function checked(files: Record<string, string>): string[] {
  const folder = mkdtempSync(join(tmpdir(), "formulary-"));
  for (const name of ["_units.yaml", "_constants.yaml", "_tables.yaml", "_substances.yaml"])
    cpSync(join("catalog", name), join(folder, name));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    cpSync("catalog/finance/_category.yaml", join(folder, name, "../_category.yaml"));
    writeFileSync(join(folder, name), text);
  }
  const { findings } = validate(
    readCatalogue([folder], language),
    Object.keys(files).map((name) => join(folder, name)),
    { whole: true },
  );
  return findings.map(({ file, rule, message }) => `${file.slice(file.lastIndexOf("/") + 1)} ${rule} ${message}`);
}

it("YML-018 an input that nothing reads is named", () => {
  const spare = "    spare: { type: number, title: Spare, minimum: 0, maximum: 1, default: 0 }\n";
  expect(checked({ "finance/loan.yaml": loan.replace("    years: {", `${spare}    years: {`) }).join("\n")).toMatch(
    /loan\.yaml unused .*spare/,
  );
});

it("YML-023 a division by zero at the end of a range is found, and corrected by a branch", () => {
  expect(checked({ "finance/loan.yaml": loan }).join("\n")).toMatch(/loan\.yaml range .*payment/);
  expect(checked({ "finance/loan.yaml": corrected }).filter((line) => / range /.test(line))).toEqual([]);
});

it("YML-038 two files with one slug, a slug in other letters, and a slug written inside are refused", () => {
  const twice = checked({ "finance/loan.yaml": corrected, "credit/loan.yaml": corrected });
  expect(twice.join("\n")).toMatch(/loan\.yaml duplicate-slug The slug "loan" is already taken by/);
  expect(checked({ "finance/Loan.yaml": loan }).join("\n")).toMatch(/Loan\.yaml slug /);
  // the file name is the slug: there is no other that could differ from it
  expect(checked({ "finance/loan.yaml": `slug: credit\n${loan}` }).join("\n")).toMatch(/loan\.yaml shape .*"slug" is not a key/);
});

it("YML-038 of two files with one slug a server keeps the first and names the second", async () => {
  const { catalog, data } = await catalogueOf({
    "more/_category.yaml": category,
    "more/multiple.yaml": multiple(2, "First"),
    "sums/_category.yaml": category,
    "sums/multiple.yaml": multiple(3, "Second"),
    "sums/Multiple.yaml": multiple(4, "Third"),
  });
  const token = "an-operator-of-these-tests";
  const server = await startServer({ CATALOG: catalog, DATA_DIR: data, METRICS_TOKEN: token });
  const get = async (path: string) =>
    JSON.parse(await (await fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } })).text());
  expect(await get("/api/v1/calculators/multiple")).toMatchObject({ title: "First", category: "more" });
  const { total } = await get("/api/v1/calculators");
  const { faults } = (await get("/healthz/faults")) as { faults: { message: string }[] };
  expect([total, faults.map(({ message }) => message)]).toEqual([
    1,
    expect.arrayContaining([expect.stringContaining('"Multiple" is no slug'), expect.stringContaining('"multiple" is already taken by')]),
  ]);
  expect(server.output()).toMatch(/error .*sums\/multiple\.yaml:1:1 The slug "multiple" is already taken by/);
  expect(await server.stop()).toBe(0);
});

it.each([
  ["title", "a tag", "title: Monthly payment", 'title: "Monthly <script>alert(1)</script>"'],
  ["title", "an escape of terminals", "title: Monthly payment", 'title: "Monthly \\e[31mpayment"'],
  ["title", "a link that runs", "title: Monthly payment", 'title: "Monthly javascript:alert(1)"'],
  ["sentence", "a tag", "description: The payment", "description: The <b>payment</b>"],
  ["sentence", "a link that runs", "description: The payment", "description: The javascript:alert(1) payment"],
  [
    "sentence",
    "an escape of terminals",
    "description: The payment of a loan that is paid back in equal months.",
    'description: "The \\e[31mpayment."',
  ],
])("YML-046 the check refuses in a %s %s", (rule, _, from, to) => {
  expect(loan).toContain(from);
  expect(checked({ "finance/loan.yaml": loan.replace(from, to) }).join("\n")).toMatch(
    new RegExp(`loan\\.yaml ${rule} .*holds HTML or control`),
  );
});

it("YML-046 a server that has such a file gives it as text in JSON, and no control character reaches the log", async () => {
  const title = "<script>alert(1)</script>";
  const { catalog, data } = await catalogueOf({
    "sums/_category.yaml": category,
    "sums/multiple.yaml": multiple(2, title),
    "sums/broken.yaml": multiple(2).replace("formulas: {", '"\\e[31mred": 1\nformulas: {'),
  });
  const server = await startServer({ CATALOG: catalog, DATA_DIR: data });
  const response = await fetch(`${server.url}/api/v1/calculators/multiple`);
  expect([response.headers.get("content-type"), JSON.parse(await response.text()).title]).toEqual(["application/json", title]);
  // a start reads the heads of files, and the rest of them once it answers
  while (!server.output().includes("broken.yaml")) await new Promise((next) => setTimeout(next, 50));
  expect(server.output()).toContain("broken.yaml:5:");
  expect([...server.output()].filter((letter) => letter < " " && letter !== "\n")).toEqual([]);
  expect(await server.stop()).toBe(0);
});

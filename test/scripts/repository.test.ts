// The files around the program that only GitHub and git read: nothing else would notice a mistake in them.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

const read = (file: string) => readFileSync(file, "utf8");
interface Workflow {
  on: Record<string, { paths?: string[]; "paths-ignore"?: string[] } | null>;
  permissions: object;
  jobs: Record<string, { env?: Record<string, string>; steps: { run?: string }[] }>;
}
const workflows = readdirSync(".github/workflows").map((name): [string, Workflow] => [name, parse(read(`.github/workflows/${name}`))]);
const commandsOf = ({ jobs }: Workflow) => Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
const scripts = Object.keys((JSON.parse(read("package.json")) as { scripts: object }).scripts);

describe("workflows", () => {
  it.each(workflows.map(([name]) => name))("%s takes actions by digest, with the version behind it", (name) => {
    for (const [, action] of read(`.github/workflows/${name}`).matchAll(/uses: (.*)/g))
      expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });
  it.each(workflows)("%s may only read, and runs what exists", (_, workflow) => {
    expect(workflow.permissions).toEqual({ contents: "read" });
    for (const command of commandsOf(workflow)) {
      const [, script] = /^npm run ([\w:-]+)/.exec(command) ?? [];
      if (script) expect(scripts).toContain(script);
      const [, file] = /^((?:\.ci|scripts)\/\S+)/.exec(command) ?? [];
      if (file) expect(statSync(file).mode & 0o111, file).not.toBe(0);
    }
  });
  it("a change of the catalogue alone runs its lane, any other change every lane with Redis and Chromium", () => {
    const { "catalog.yml": catalog, "code.yml": code } = Object.fromEntries(workflows) as Record<string, Workflow>;
    for (const event of ["push", "pull_request"]) {
      expect(catalog!.on[event]!.paths).toEqual(["catalog/**"]);
      expect(code!.on[event]!["paths-ignore"]).toEqual(["catalog/**"]);
    }
    expect(commandsOf(catalog!).filter((command) => command.includes("test"))).toEqual(["npm run test:catalog"]);
    expect(code!.jobs.test).toMatchObject({ env: { CI: "true" }, steps: expect.arrayContaining([{ run: ".ci/run" }]) });
    expect(read(".ci/run")).toMatch(/^\.ci\/programs\nnpm ci\nnpm test$/m);
  });
});

describe("what GitHub reads", () => {
  it("has a form for a wrong result, a missing calculator and a bug of the program", () => {
    for (const name of ["wrong-result", "missing-calculator", "program-bug"]) {
      const { body, labels } = parse(read(`.github/ISSUE_TEMPLATE/${name}.yml`)) as { body: { type: string }[]; labels: string[] };
      expect([body.length > 2, labels.length]).toEqual([true, 1]);
    }
    expect(parse(read(".github/ISSUE_TEMPLATE/config.yml"))).toEqual({ blank_issues_enabled: false });
  });
  it("names owners of files and folders that exist", () => {
    const paths = [...read(".github/CODEOWNERS").matchAll(/^\/(\S+)/gm)].map(([, path]) => path!);
    expect(paths.length).toBeGreaterThan(5);
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  });
});

it.each(["SECURITY.md", "test/README.md"])("%s names tests that exist", (file) => {
  const names = [...read(file).matchAll(/`(test\/[\w./-]+\.(?:ts|mjs))`/g)].map(([, name]) => name!);
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !existsSync(name))).toEqual([]);
});

const documents = [".", ".github", "catalog", "plugins", "scripts", "src", "test"].flatMap((folder) =>
  readdirSync(folder, { recursive: folder !== "." })
    .map((name) => join(folder, String(name)))
    .filter((name) => name.endsWith(".md")),
);
it.each(documents)("%s links to files that exist", (file) => {
  const links = [...read(file).matchAll(/\]\(([^)#\s]+)(?:#[\w-]*)?\)/g)].map(([, link]) => link!).filter((link) => !/^[a-z]+:/.test(link));
  expect(links.filter((link) => !existsSync(join(dirname(file), link)))).toEqual([]);
});

it("the hook before a commit lies where `npm run hooks` has git look for it", () => {
  const { scripts: commands } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const [, folder] = /^git config core\.hooksPath (\S+)$/.exec(commands.hooks!) ?? [];
  expect(statSync(`${folder}/pre-commit`).mode & 0o111).not.toBe(0);
  expect(commands.prepare ?? "").not.toMatch(/hooks/);
});

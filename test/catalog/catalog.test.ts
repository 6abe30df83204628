import { cp, mkdir, mkdtemp, readFile, rename, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { type Catalog, createCatalog } from "formulary/compiler";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const calculator = (factor: number | string, title = "Double") => `title: ${title}
description: Twice a number.
subcategory: basic
aliases: [twofold]
inputs: { type: object, required: [a], properties: { a: { type: number, title: A, minimum: 0, maximum: 100 } } }
formulas: { r: ${factor} * a }
outputs: { r: { label: R } }
explanation: "{{ r }}"
`;
const category = "title: Sums\ndescription: Sums.\ngroup: science\nsubcategories: { basic: Basic things }\n";

let folder: string;
let log: string[];
let open: (more?: object) => Promise<Catalog>;
const write = (path: string, text: string) => writeFile(join(folder, "catalog", path), text);
const answer = (catalog: Catalog, slug: string) =>
  catalog.get(slug)!.run(catalog.get(slug)!.validate({ a: 5 }, "2026-11-21")).results.r!.value;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "formulary-"));
  await mkdir(join(folder, "catalog/sums"), { recursive: true });
  await cp("catalog/_units.yaml", join(folder, "catalog/_units.yaml"));
  await write("sums/_category.yaml", category);
  await write("sums/double.yaml", calculator(2));
  await write("sums/triple.yaml", calculator(3, "Triple"));
  log = [];
  open = (more = {}) =>
    createCatalog({
      folders: [join(folder, "catalog")],
      functions: {},
      log: (level, message) => log.push(`${level} ${message}`),
      ...more,
    });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("a running catalogue follows its files", () => {
  it("takes a change before it has verified all files, and verifies the rest afterwards", async () => {
    for (let n = 0; n < 300; n++) await write(`sums/c${n}.yaml`, calculator(n === 299 ? "missing" : n, `C ${n}`));
    const catalog = await open();
    const order: string[] = [];
    const verified = catalog.verify().then(() => order.push("verified"));
    await write("sums/double.yaml", calculator(20));
    await catalog.refresh().then(() => order.push("changed"));
    expect([order, answer(catalog, "double")]).toEqual([["changed"], 100]);
    await verified;
    expect(order).toEqual(["changed", "verified"]);
    expect(catalog.findings().map(({ file }) => file)).toEqual([expect.stringContaining("c299.yaml")]);
    expect(catalog.get("c299")).toBeUndefined();
  });
  it("takes a saved change, and whoever holds the old calculator finishes with it", async () => {
    const catalog = await open();
    const held = catalog.get("double")!;
    await write("sums/double.yaml", calculator(20));
    await catalog.refresh();
    expect(answer(catalog, "double")).toBe(100);
    expect(held.run(held.validate({ a: 5 }, "2026-11-21")).results.r!.value).toBe(10);
    expect(catalog.get("double")!.revision).not.toBe(held.revision);
    expect(catalog.get("triple")!.revision).toBe((await open()).get("triple")!.revision);
  });

  it("looks once for all who ask while a look is waiting, and once more for who asks when it has begun", async () => {
    const catalog = await open();
    const versions = new Set([catalog.version()]);
    const first = catalog.refresh();
    expect(catalog.refresh()).toBe(first);
    // a turn later it has begun, and what is written now may be what it did not see
    await Promise.resolve();
    await write("sums/double.yaml", calculator(20));
    const second = catalog.refresh();
    expect([second === first, catalog.refresh() === second]).toEqual([false, true]);
    await first;
    versions.add(catalog.version());
    await second;
    versions.add(catalog.version());
    expect([answer(catalog, "double"), versions.size]).toEqual([100, 2]);
  });

  it("takes new, renamed and deleted files and folders, all at once", async () => {
    const catalog = await open();
    await mkdir(join(folder, "catalog/more"));
    await write("more/_category.yaml", category.replace("Sums\n", "More\n"));
    await write("more/tenfold.yaml", calculator(10, "Tenfold"));
    await rename(join(folder, "catalog/sums/triple.yaml"), join(folder, "catalog/more/thrice.yaml"));
    await rm(join(folder, "catalog/sums/double.yaml"));
    await catalog.refresh();
    expect(catalog.list().calculators.map(({ slug, category: place }) => `${place}/${slug}`)).toEqual(["more/tenfold", "more/thrice"]);
    expect(catalog.list({ q: "tenfold" }).total).toBeGreaterThan(0);
    expect(catalog.list({ q: "double" }).calculators.map(({ slug }) => slug)).not.toContain("double");
    expect(catalog.categories()[0]!.categories.map(({ title }) => title)).toEqual(["More"]);
  });

  it("answers every slug while a folder of many is renamed", async () => {
    for (let n = 0; n < 60; n++) await write(`sums/c${n}.yaml`, calculator(n, `C${n}`));
    const catalog = await open();
    await rename(join(folder, "catalog/sums"), join(folder, "catalog/renamed"));
    const refreshed = catalog.refresh();
    expect(answer(catalog, "c7")).toBe(35);
    await refreshed;
    expect(answer(catalog, "c7")).toBe(35);
    expect(catalog.get("c7")!.category).toBe("renamed");
  });
});

it("a file is gone only when two looks miss it, and what changed beside it does not wait for the second", async () => {
  const taken: [slugs: string[], doubleThere: boolean][] = [];
  const catalog: Catalog = await open({ changed: (slugs: string[]) => taken.push([slugs, catalog.get("double") !== undefined]) });
  await rm(join(folder, "catalog/sums/double.yaml"));
  await write("sums/triple.yaml", calculator(30, "Triple"));
  await catalog.refresh();
  expect(taken).toEqual([
    [["triple"], true],
    [["double"], false],
  ]);
});

describe("a broken file never takes anything down", () => {
  it.each([
    ["that does not parse", "title: [1\n", /double\.yaml:\d+:\d+/],
    ["that is half written", calculator(20).slice(0, 200), /double\.yaml:\d+:\d+/],
    ["that is empty", "", /double\.yaml:1:1/],
    ["whose formula needs an unknown name", calculator("b + 0"), /double\.yaml:6:16 .*needs "b"/],
    ["with a stray key", `${calculator(2)}extra: 1\n`, /double\.yaml:9:\d+ .*"extra" is not a key/],
  ])("its last good version keeps answering: a file %s", async (_, text, place) => {
    const catalog = await open();
    await write("sums/double.yaml", text);
    await catalog.refresh();
    expect(answer(catalog, "double")).toBe(10);
    expect(answer(catalog, "triple")).toBe(15);
    const [finding] = catalog.findings();
    expect(`${finding!.file}:${finding!.line}:${finding!.column} ${finding!.message}`).toMatch(place);
    expect(log.filter((line) => line.startsWith("error")).join("\n")).toMatch(place);
    await write("sums/double.yaml", calculator(7));
    await catalog.refresh();
    expect([answer(catalog, "double"), catalog.findings()]).toEqual([35, []]);
  });

  it("is named at the start, while all others are served", async () => {
    await write("sums/double.yaml", calculator("b + 0"));
    const catalog = await open();
    await catalog.verify();
    expect(catalog.get("double")).toBeUndefined();
    expect(answer(catalog, "triple")).toBe(15);
    expect(catalog.findings()[0]).toMatchObject({ line: 6, column: 16 });
  });

  it.each([
    ["YAML", "formulas: { r: 2 * a }", "formulas: { r: 2 * a", /broken\.yaml:[67]:\d+ /],
    ["shape", "outputs: {", "results: {", /broken\.yaml:7:1 .*results/],
    ["formulas", "2 * a", "2 * b", /broken\.yaml:6:\d+ .*"b"/],
  ])(
    "is no calculator from the first request on where its %s is wrong; formulas are compiled on first use, and until then refused",
    async (what, from, to, said) => {
      await write("sums/broken.yaml", calculator(2, "Broken").replace(from, to));
      const catalog = await open();
      expect(answer(catalog, "double")).toBe(10);
      if (what === "formulas")
        expect(() => answer(catalog, "broken")).toThrow("This calculator has an error in its file and cannot answer at the moment.");
      else expect(catalog.get("broken")).toBeUndefined();
      await catalog.verify();
      expect(catalog.list().calculators.map(({ slug }) => slug)).toEqual(["double", "triple"]);
      const [finding, ...more] = catalog.findings();
      expect([`${finding!.file}:${finding!.line}:${finding!.column} ${finding!.message}`, more]).toEqual([expect.stringMatching(said), []]);
    },
  );

  it("of a shared kind keeps its last good content", async () => {
    const catalog = await open();
    await write("_units.yaml", "quantities: [\n");
    await catalog.refresh();
    expect(answer(catalog, "double")).toBe(10);
    expect(catalog.findings()[0]!.file).toMatch(/_units\.yaml$/);
  });

  it("of a shared kind is named once, and for as long as it is broken", async () => {
    await write("_tables.yaml", "- a list\n");
    const catalog = await open();
    await write("sums/double.yaml", calculator(4));
    await catalog.refresh();
    await catalog.verify();
    expect(catalog.findings().map(({ message }) => message)).toEqual(["A shared file is a map."]);
    for (const [text, count] of [
      ["a: [1]\n", 0],
      ["a: [\n", 1],
    ] as const) {
      await write("_tables.yaml", text);
      await catalog.refresh();
      expect(catalog.findings()).toHaveLength(count);
    }
  });

  it("with a taken slug, a bad name, or outside the folder is refused or ignored", async () => {
    await mkdir(join(folder, "catalog/twin"));
    await write("twin/_category.yaml", category);
    await write("twin/double.yaml", calculator(99));
    await write("sums/Bad_Name.yaml", calculator(1));
    await writeFile(join(folder, "secret.yaml"), calculator(5));
    await symlink(join(folder, "secret.yaml"), join(folder, "catalog/sums/linked.yaml"));
    await symlink(folder, join(folder, "catalog/loop"));
    const catalog = await open();
    expect(answer(catalog, "double")).toBe(10);
    expect(catalog.list().calculators.map(({ slug }) => slug)).toEqual(["double", "triple"]);
    expect(
      catalog
        .findings()
        .map(({ message }) => message)
        .sort(),
    ).toEqual([expect.stringMatching(/"Bad_Name" is no slug/), expect.stringMatching(/already taken/)]);
  });

  it("nor does a folder that vanishes, or loses more than half of its files at once", async () => {
    for (let n = 0; n < 20; n++) await write(`sums/c${n}.yaml`, calculator(n));
    const catalog = await open();
    await rename(join(folder, "catalog"), join(folder, "away"));
    await catalog.refresh();
    expect(catalog.list().total).toBe(22);
    await mkdir(join(folder, "catalog"));
    await catalog.refresh();
    expect(catalog.list().total).toBe(22);
    expect(log.join("\n")).toMatch(/cannot be read[\s\S]*gone at once/);
    await rm(join(folder, "catalog"), { recursive: true });
    await rename(join(folder, "away"), join(folder, "catalog"));
    await write("sums/c1.yaml", calculator(50));
    await catalog.refresh();
    expect(answer(catalog, "c1")).toBe(250);
  });
});

describe("the snapshot", () => {
  const snapshot = () => join(folder, "data/snapshot.json");
  const summary = (catalog: Catalog) => [catalog.list(), answer(catalog, "double"), catalog.findings(), catalog.get("double")?.revision];

  it("starts a second catalogue without reading the files again, with the same answers", async () => {
    const first = await open({ snapshots: [snapshot()] });
    await first.verify();
    const [head, ...lines] = (await readFile(snapshot(), "utf8")).split("\n");
    expect(lines.join().match(/"card":\{"title"/g)).toHaveLength(2);
    // proof that the second start reads the snapshot: its copy says something else
    const body = lines.map((line) => line.replace('"card":{"title":"Double"', '"card":{"title":"From the snapshot"')).join("\n");
    await writeFile(snapshot(), `${JSON.stringify({ ...JSON.parse(head!), sum: crc32(body) })}\n${body}`);
    expect((await open({ snapshots: [snapshot()] })).get("double")!.title).toBe("From the snapshot");
  });

  it.each([
    ["deleted", () => rm(snapshot())],
    ["cut short", async () => writeFile(snapshot(), (await readFile(snapshot(), "utf8")).slice(0, 500))],
    ["changed in one letter", async () => writeFile(snapshot(), (await readFile(snapshot(), "utf8")).replace("3 * a", "4 * a"))],
    ["garbage", () => writeFile(snapshot(), Buffer.from([0, 1, 2, 255]))],
    ["of another kind", () => writeFile(snapshot(), '{"engine":"","files":[["x",{"stamp":1}],[1,null]]}')],
  ])("changes nothing but time when it is %s", async (_, damage) => {
    const first = await open({ snapshots: [snapshot()] });
    await first.verify();
    await damage();
    expect(summary(await open({ snapshots: [snapshot()] }))).toEqual(summary(first));
  });

  it("is not believed for a file that changed, or by another version of the program", async () => {
    const first = await open({ snapshots: [snapshot()] });
    await first.verify();
    await write("sums/double.yaml", calculator(9));
    await utimes(join(folder, "catalog/sums/double.yaml"), new Date(), new Date(Date.now() - 1000));
    expect(answer(await open({ snapshots: [snapshot()] }), "double")).toBe(45);
    expect((await open({ snapshots: [snapshot()], engine: "2" })).get("triple")!.revision).not.toBe(first.get("triple")!.revision);
  });

  it("is the newest of several, and only the first is written", async () => {
    const built = join(folder, "built.json");
    await (await open({ snapshots: [built] })).verify();
    const entry = '"card":{"title":"Double"';
    const [head, ...lines] = (await readFile(built, "utf8")).split("\n");
    const body = lines.map((line) => line.replace(entry, '"card":{"title":"Built"')).join("\n");
    await writeFile(built, `${JSON.stringify({ ...JSON.parse(head!), sum: crc32(body) })}\n${body}`);
    await (await open({ snapshots: [snapshot(), built] })).verify();
    await utimes(snapshot(), new Date(), new Date(Date.now() - 60_000));
    expect((await open({ snapshots: [snapshot(), built] })).get("double")!.title).toBe("Built");
    await utimes(built, new Date(), new Date(Date.now() - 120_000));
    await writeFile(snapshot(), (await readFile(snapshot(), "utf8")).replace(entry, '"card":{"title":"Damaged"'));
    // one that is damaged leaves the other
    expect((await open({ snapshots: [snapshot(), built] })).get("double")!.title).toBe("Built");
    expect(await readFile(built, "utf8")).toContain('"card":{"title":"Built"');
  });

  it("that cannot be written is a warning", async () => {
    const catalog = await open({ snapshots: [join(folder, "catalog/sums/double.yaml/x.json")] });
    await catalog.verify();
    expect(log.join("\n")).toMatch(/warn .*cannot be written/);
    expect(answer(catalog, "double")).toBe(10);
  });
});

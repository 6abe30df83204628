// The built program where code from text is forbidden.
import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { readCalculators } from "../catalog/files.ts";

it("every calculator runs where code from text is forbidden", () => {
  const script = `
    import { readFileSync } from "node:fs";
    import { basename } from "node:path";
    import { compileDefinition, composePlugins, createEnvironment, readDocument } from "./dist/src/compiler.js";
    import { functionPlugins } from "./dist/scripts/plugins.js";
    try { new Function("return 1")(); console.log("code ran"); } catch { console.log("forbidden"); }
    const { functions, kinds, define } = composePlugins(functionPlugins());
    const read = (path) => ({ path, shown: path, data: readDocument(path, readFileSync(path, "utf8"), { bytes: 1 << 20 }).document.data });
    const { environment } = createEnvironment(["_units", "_constants", "_tables", "_substances"].map((name) => read("catalog/" + name + ".yaml")), { functions, define, kinds, currency: "$" });
    let ran = 0;
    for (const [path, inputs] of JSON.parse(readFileSync(0, "utf8"))) {
      const { compiled } = compileDefinition(read(path).data, environment, basename(path, ".yaml"));
      if (Object.keys(compiled.run(compiled.validate(inputs, "2026-11-21")).results).length > 0) ran++;
    }
    console.log(ran);
  `;
  const runs = readCalculators()
    .filter(([, { hasFormula }]) => hasFormula)
    .map(([path, , { examples = [] }]) => [path, examples[0]!.inputs]);
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ["--disallow-code-generation-from-strings", "--input-type=module", "--eval", script],
    { encoding: "utf8", input: JSON.stringify(runs) },
  );
  expect([stderr, ...stdout.trim().split("\n")]).toEqual(["", "forbidden", String(runs.length)]);
});

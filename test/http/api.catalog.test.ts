import { Ajv2020 } from "ajv/dist/2020.js";
import { createServer, type Server } from "formulary";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { functionPlugins } from "../../scripts/plugins.ts";
import { files, sample } from "../catalog/files.ts";

let server: Server;
beforeAll(async () => {
  server = await createServer({ catalog: ["catalog"], plugins: functionPlugins(), publicUrl: "https://calc.example.org/" });
});
afterAll(() => server.close());

/** A response's body; whatever shape a test expects of it is asserted there. */
const json = async (response: Response | Promise<Response>) => JSON.parse(await (await response).text());
const get = (path: string, headers: Record<string, string> = {}) => server.app.request(path, { headers });
const post = (body: unknown) =>
  server.app.request("/api/v1/calculate", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

describe("GET /api/v1/calculators/:slug", () => {
  it("is itself enough to calculate: each first example, sent as it stands, is accepted", async () => {
    for (const { slug } of sample(files)) {
      const { examples } = await json(get(`/api/v1/calculators/${slug}`));
      const first = examples.find((each: { solve?: string }) => each.solve === undefined);
      expect([slug, (await post({ calculator: slug, inputs: first.inputs })).status]).toEqual([slug, 200]);
    }
  });
  it("publishes a schema that its own examples satisfy, defaults left out and all", async () => {
    const isQuantity = (value: unknown): boolean =>
      typeof value === "object" && value !== null && (Object.hasOwn(value, "unit") || Object.values(value).some(isQuantity));
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    for (const { slug } of sample(files)) {
      const { inputs, examples } = await json(get(`/api/v1/calculators/${slug}`));
      const validate = ajv.compile(inputs);
      for (const example of examples)
        if (!isQuantity(example.inputs) && !example.solve)
          expect([slug, example.title, validate(example.inputs), validate.errors]).toEqual([slug, example.title, true, null]);
    }
  });
});

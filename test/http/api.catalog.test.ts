import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { files, sample } from "../catalog/files.ts";
import { json, serveCatalogue } from "./catalogue.ts";

const { get, post } = serveCatalogue();

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

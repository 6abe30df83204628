// The documents describe what the server answers of every calculator.
import { afterAll, describe, expect, it } from "vitest";
import { allFiles, files, sample } from "../catalog/files.ts";
import { createValidator } from "../http/documented.ts";
import { serveDocumented } from "./documented-server.ts";

const { server, faultsOf, json, send, calculate, answerPlace } = await serveDocumented();
const slugs = sample(files).map(({ slug }) => slug);
afterAll(() => server.close());

describe("every kind of answer is as the document says", () => {
  const is = (body: unknown, path: string, method = "get", status = 200) =>
    expect(faultsOf(body, answerPlace(path, method, status))).toEqual([]);
  it("the detail of every calculator", async () => {
    const wrong: string[] = [];
    const place = answerPlace("/api/v1/calculators/{slug}", "get", 200);
    for (const slug of slugs) wrong.push(...faultsOf(await json(`/api/v1/calculators/${slug}`), place).map((each) => `${slug}${each}`));
    expect(wrong).toEqual([]);
  });
  it("the first example of every calculator, and a batch of them; requests among them", async () => {
    const requestOf = (slug: string) => ({
      calculator: slug,
      inputs: server.kernel.catalog.get(slug)!.definition.examples?.[0]?.inputs ?? {},
    });
    const wrong: string[] = [];
    for (const request of slugs.map(requestOf)) {
      const { status, body } = await calculate(request);
      const place = answerPlace("/api/v1/calculate", "post", status);
      wrong.push(...faultsOf(body, place).map((each) => `${request.calculator} ${status}${each}`));
      wrong.push(...faultsOf(request, ["components", "schemas", "CalculationRequest"]).map((each) => `${request.calculator}${each}`));
    }
    expect(wrong).toEqual([]);
    const body = { items: allFiles.slice(0, 100).map(({ slug }) => requestOf(slug)) };
    expect(faultsOf(body, ["components", "schemas", "BatchRequest"])).toEqual([]);
    const answered = await send("/api/v1/calculate/batch", { items: [...body.items.slice(0, 99), { calculator: "nothing", inputs: {} }] });
    is(answered.body, "/api/v1/calculate/batch", "post");
  });
});

describe("one calculator has a document of its own", () => {
  it("in which all its examples are requests that it allows, and (of every fifth) their answers as it describes", async () => {
    const wrong: string[] = [];
    for (const [at, slug] of slugs.entries()) {
      const own = await json(`/api/v1/calculators/${slug}/openapi.json`);
      const post = own.paths["/api/v1/calculate"].post;
      const check = createValidator(own);
      for (const [name, { value }] of Object.entries(
        post.requestBody.content["application/json"].examples as Record<string, { value: unknown }>,
      )) {
        const place = ["paths", "/api/v1/calculate", "post"];
        const asked = check(value, [...place, "requestBody", "content", "application/json", "schema"]);
        wrong.push(...asked.map((each) => `${slug} ${name}${each}`));
        if (at % 5 !== 0) continue;
        const { body } = await calculate(value);
        const answered = check(body, [...place, "responses", "200", "content", "application/json", "schema"]);
        wrong.push(...answered.map((each) => `${slug} ${name} answer${each}`));
      }
    }
    expect(wrong.slice(0, 20)).toEqual([]);
  });
});

// Bodies that try to be more, less or other than the JSON object of a question, and inputs that are not what their schema says.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fastest } from "./load.ts";
import { newKey, type Process, startServer } from "./process.ts";
import { type Answer, catalogueOf, category, expectProblem, multiple, post } from "./served.ts";

const calculator = (properties: string, formulas: string, outputs: string) =>
  `title: Test\ndescription: A test.\nsubcategory: basic\ninputs: ${properties}\nformulas: ${formulas}\noutputs: ${outputs}\nexplanation: "{{ r }}"\n`;

let server: Process;
let key: string;
beforeAll(async () => {
  const { catalog, data } = await catalogueOf({
    "sums/_category.yaml": category,
    "sums/multiple.yaml": multiple(2),
    "sums/money.yaml": calculator(
      "{ type: object, required: [a], properties: { a: { type: number, title: A, minimum: 0, maximum: 1000, multipleOf: 5 }, b: { type: number, title: B, minimum: 0, maximum: 9, default: 3 }, often: { type: string, title: Often, enum: [annually, monthly], default: annually } } }",
      `{ r: 'if(often == "annually", a, 12 * a) + b' }`,
      "{ r: { label: R } }",
    ),
    "sums/echo.yaml": calculator(
      "{ type: object, required: [t], properties: { t: { type: string, title: T, maxLength: 100 } } }",
      "{ r: concat(t) }",
      "{ r: { label: R, type: text } }",
    ),
    "sums/total.yaml": calculator(
      "{ type: object, required: [l], properties: { l: { type: array, title: L, maxItems: 100, items: { type: number, minimum: 0, maximum: 9 } } } }",
      "{ r: sum(l) }",
      "{ r: { label: R } }",
    ),
  });
  server = await startServer({ CATALOG: catalog, DATA_DIR: data });
  key = newKey(server.environment);
  expect(server.output()).not.toMatch(/ error /);
});
afterAll(async () => {
  expect((await ask({ calculator: "multiple", inputs: { a: 5 } })).status).toBe(200);
  expect(server.output()).not.toMatch(/ error |unhandled/i);
  expect(await server.stop()).toBe(0);
});

const send = (body: string | Uint8Array, type?: string) => post(server.url, { key, body, ...(type !== undefined && { type }) });
const ask = (body: unknown) => send(JSON.stringify(body));
const pathsOf = ({ body }: Answer) => body.errors!.map(({ path, code }) => `${path} ${code}`);
const resultOf = ({ body }: Answer) => body.result!.results.r!.value;
const withInput = (a: string) => send(`{"calculator":"multiple","inputs":{"a":${a}}}`);
const good = '{"calculator":"multiple","inputs":{"a":5}}';

/** What a server says of a file with such an input, which it does not serve. */
async function refusedFile(input: string) {
  const file = calculator(`{ type: object, required: [l], properties: { l: ${input} } }`, "{ r: count(l) }", "{ r: { label: R } }");
  const { catalog, data } = await catalogueOf({ "sums/_category.yaml": category, "sums/refused.yaml": file });
  const token = "an-operator-of-these-tests";
  const other = await startServer({ CATALOG: catalog, DATA_DIR: data, METRICS_TOKEN: token });
  const get = async (path: string) =>
    JSON.parse(await (await fetch(other.url + path, { headers: { authorization: `Bearer ${token}` } })).text());
  // a start reads the heads of files, and the rest of them once it answers
  const count = async () => ((await get("/healthz")) as { calculators: number }).calculators;
  let calculators = await count();
  while (calculators > 0) {
    await new Promise((next) => setTimeout(next, 50));
    calculators = await count();
  }
  const { faults } = (await get("/healthz/faults")) as { faults: { line: number; message: string }[] };
  await other.stop();
  expect(calculators).toBe(0);
  return { finding: faults[0]!, faults: faults.map(({ message }) => message) };
}

describe("a body that is no question is refused in one shape, and nothing of it is repeated", () => {
  it.each<[string, string | Uint8Array, string]>([
    ["JSON-001 half a body", '{"calculator":"canary-7c1"', "malformed_body"],
    [
      "JSON-010 bytes that are not UTF-8 inside a text",
      Buffer.from([...Buffer.from('{"calculator":"'), 0xc3, 0x28, 0x22, 0x7d]),
      "malformed_body",
    ],
    ["JSON-015 NaN", '{"calculator":"multiple","inputs":{"a":NaN}}', "malformed_body"],
    ["JSON-015 Infinity", '{"calculator":"multiple","inputs":{"a":Infinity}}', "malformed_body"],
    ["JSON-015 -Infinity", '{"calculator":"multiple","inputs":{"a":-Infinity}}', "malformed_body"],
    ["JSON-015 0x10", '{"calculator":"multiple","inputs":{"a":0x10}}', "malformed_body"],
    ["JSON-015 01", '{"calculator":"multiple","inputs":{"a":01}}', "malformed_body"],
    ["JSON-015 .5", '{"calculator":"multiple","inputs":{"a":.5}}', "malformed_body"],
    ["JSON-015 1.", '{"calculator":"multiple","inputs":{"a":1.}}', "malformed_body"],
    [
      "JSON-022 objects nested 9,000 deep",
      `{"calculator":"multiple","inputs":${'{"a":'.repeat(9000)}1${"}".repeat(9000)}}`,
      "malformed_body",
    ],
    ["JSON-022 33 levels", `{"calculator":"multiple","inputs":${"[".repeat(32)}${"]".repeat(32)}}`, "malformed_body"],
    ["JSON-024 a list", "[]", "malformed_body"],
    ["JSON-024 null", "null", "malformed_body"],
    ["JSON-024 a text", '"x"', "malformed_body"],
    ["JSON-024 a number", "5", "malformed_body"],
    ["JSON-024 true", "true", "malformed_body"],
  ])("%s", async (_, body, code) => {
    const answer = await send(body);
    expectProblem(answer, 400, code);
    expect(answer.text).not.toContain("canary-7c1");
  });
  it("JSON-024 says that the body must be a JSON object", async () => {
    for (const body of ["[]", "null", '"x"', "5", "true"]) expect((await send(body)).body.detail).toBe("The body must be a JSON object.");
  });
  it.each([
    ["JSON-003", "text/plain", good],
    ["JSON-005", "application/x-www-form-urlencoded", "calculator=multiple&inputs[a]=5"],
    [
      "JSON-008",
      "multipart/form-data; boundary=x",
      '--x\r\ncontent-disposition: form-data; name="calculator"\r\n\r\nmultiple\r\n--x--\r\n',
    ],
  ])("%s %s", async (_, type, body) => {
    expectProblem(await send(body, type), 415, "unsupported_media_type");
  });
});

describe("a body that is JSON with a trap in it", () => {
  it("JSON-009 a byte order mark before it is passed over", async () => {
    expect(resultOf(await send(Buffer.from(`\uFEFF${good}`)))).toBe(10);
  });
  it("JSON-011 half a surrogate pair is a text like others, and the same question twice", async () => {
    const answers = [
      await send('{"calculator":"echo","inputs":{"t":"x\\ud800"}}'),
      await send('{"calculator":"echo","inputs":{"t":"x\\ud800"}}'),
    ];
    expect(answers.map(({ status, body }) => [status, body.cached])).toEqual([
      [200, false],
      [200, true],
    ]);
    // another half is another question
    expect((await send('{"calculator":"echo","inputs":{"t":"x\\ud801"}}')).body.cached).toBe(false);
  });
  it("JSON-012 of a member that stands twice the last one counts, in the cache too", async () => {
    const twice = '{"calculator":"multiple","inputs":{"a":1},"inputs":{"a":7,"a":41}}';
    expect(resultOf(await send(twice))).toBe(82);
    const plain = await send('{"calculator":"multiple","inputs":{"a":41}}');
    expect([resultOf(plain), plain.body.cached]).toEqual([82, true]);
  });
  it("JSON-013 __proto__ is an unknown name, at the top and inside", async () => {
    expect(pathsOf(await send('{"__proto__":{"polluted":1},"calculator":"multiple","inputs":{"a":5}}'))).toEqual([
      "/__proto__ additionalProperties",
    ]);
    const inside = await send('{"calculator":"multiple","inputs":{"a":5,"__proto__":{"polluted":1}}}');
    expectProblem(inside, 422, "invalid_inputs");
    expect(pathsOf(inside)).toEqual(["/inputs/__proto__ additionalProperties"]);
    // nothing stuck: the next one is asked nothing else than before
    expect(resultOf(await send(good))).toBe(10);
  });
  it("JSON-016 a number past all doubles is no number", async () => {
    const answer = await withInput("1e999");
    expectProblem(answer, 422, "invalid_inputs");
    expect(pathsOf(answer)).toEqual(["/inputs/a type"]);
    expect(answer.body.errors![0]!.message).toMatch(/must be a number/);
  });
  it("JSON-017 -0 is 0: one entry in the cache, one text", async () => {
    const [zero, minus] = [await withInput("0"), await withInput("-0")];
    expect([zero.body.cached, minus.body.cached]).toEqual([false, true]);
    expect([minus.body.result, minus.body.result!.results.r!.formatted]).toEqual([zero.body.result, "0"]);
    expect(minus.text).toContain('"value":0,');
  });
  it("JSON-019 a number too small for a double is 0", async () => {
    const answer = await withInput("1e-400");
    expect([answer.status, resultOf(answer)]).toEqual([200, 0]);
  });
  it("JSON-023 as many unknown inputs as fit into 64 KiB give at most 20 faults; 50,000 do not fit", async () => {
    // 50,000 members of six bytes each are 300 KB, so the size refuses them before anybody counts
    const inputs = (count: number) =>
      `{"calculator":"multiple","inputs":{${Array.from({ length: count }, (_, at) => `"${at.toString(36)}":1`).join(",")}}}`;
    expectProblem(await send(inputs(50_000)), 413, "body_too_large");
    const answer = await send(inputs(7000));
    expectProblem(answer, 422, "invalid_inputs");
    expect(answer.body.errors).toHaveLength(20);
    // 20 ms on a quiet machine; a quadratic check would take 49 times as long for seven times as many
    const ratio = async () => (await fastest(() => send(inputs(7000)))) / (await fastest(() => send(inputs(1000))));
    let least = await ratio();
    // a machine that was busy meanwhile is asked again
    for (let tries = 0; tries < 20 && least >= 25; tries++) least = Math.min(least, await ratio());
    expect(least).toBeLessThan(25);
  });
  it("JSON-026 without inputs it names /inputs", async () => {
    const answer = await ask({ calculator: "multiple" });
    expectProblem(answer, 422, "invalid_inputs");
    expect(pathsOf(answer)).toEqual(["/inputs required"]);
  });
  it.each([
    [5, 422],
    [null, 422],
    [{}, 422],
    ["", 404],
    ["x".repeat(300), 404],
    ["../x", 404],
    ["multiple\u0000", 404],
  ])("JSON-028 the calculator %j", async (slug, status) => {
    expectProblem(await ask({ calculator: slug, inputs: { a: 5 } }), status, status === 404 ? "unknown_calculator" : "invalid_inputs");
  });
  it("JSON-029 an unknown member is refused by name", async () => {
    const answer = await ask({ calculator: "multiple", inputs: { a: 5 }, callback: "x" });
    expectProblem(answer, 422, "invalid_inputs");
    expect(pathsOf(answer)).toEqual(["/callback additionalProperties"]);
  });
  it.each(["toString", "__proto__", "constructor", "hasOwnProperty"])("JSON-030 there is no calculator %s", async (slug) => {
    expectProblem(await ask({ calculator: slug, inputs: {} }), 404, "unknown_calculator");
  });
});

describe("inputs that are not what the schema says", () => {
  it("SCH-002 one more than it knows is refused", async () => {
    expect(pathsOf(await ask({ calculator: "multiple", inputs: { a: 5, z: 1 } }))).toEqual(["/inputs/z additionalProperties"]);
  });
  it.each(["5", "Infinity", "1e999", " 5 ", ""])("SCH-003 the text %j is no number", async (a) => {
    const answer = await ask({ calculator: "multiple", inputs: { a } });
    expectProblem(answer, 422, "invalid_inputs");
    expect(pathsOf(answer)).toEqual(["/inputs/a type"]);
  });
  it("SCH-005 a choice in another case is refused, with what is allowed", async () => {
    const answer = await ask({ calculator: "money", inputs: { a: 5, often: "Annually" } });
    expectProblem(answer, 422, "invalid_inputs");
    expect(pathsOf(answer)).toEqual(["/inputs/often enum"]);
    expect(`${answer.body.errors![0]!.message} ${answer.body.errors![0]!.hint}`).toMatch(/annually.*monthly/);
  });
  it("SCH-008 steps are whole numbers, so that no step of 0.01 can refuse 0.07: a file that asks for one is refused", async () => {
    const { status } = await ask({ calculator: "money", inputs: { a: 15 } });
    const beside = await ask({ calculator: "money", inputs: { a: 0.07 } });
    expect([status, pathsOf(beside)]).toEqual([200, ["/inputs/a multipleOf"]]);
    const { finding, faults } = await refusedFile("{ type: number, title: L, minimum: 0, maximum: 9, multipleOf: 0.01 }");
    expect([finding.line, faults]).toEqual([4, ["inputs.properties.l.multipleOf must be a whole number."]]);
  });
  it("SCH-012 null is not left out: it is refused, default or not", async () => {
    for (const inputs of [{ a: 5, b: null }, { a: null }]) {
      const answer = await ask({ calculator: "money", inputs });
      expectProblem(answer, 422, "invalid_inputs");
      expect(pathsOf(answer)).toEqual([`/inputs/${Object.keys(inputs).at(-1)} type`]);
    }
  });
  it("SCH-016 no list has to be compared in pairs: uniqueItems is no word of the format, and objects for numbers are refused soon", async () => {
    const { faults } = await refusedFile("{ type: array, title: L, maxItems: 100, uniqueItems: true, items: { type: object } }");
    expect(faults.join(" ")).toMatch(/^"uniqueItems" is not a key of the format here/);
    const objects = await ask({ calculator: "total", inputs: { l: Array.from({ length: 5000 }, (_, n) => ({ n })) } });
    expectProblem(objects, 422, "invalid_inputs");
    expect(objects.body.errors!.length).toBeLessThanOrEqual(20);
  });
});

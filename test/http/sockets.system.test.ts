// The server as a process, over real sockets: broken HTTP, bodies that never end, reloads under load, a clean stop.
import { cp, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { smallCatalogue } from "../plugins/served.ts";
import { newKey, type Process, raw, startServer } from "./process.ts";

const question = JSON.stringify({ calculator: "compound-interest", inputs: { principal: 1000, rate: 5, years: 10 } });
let key: string;
/** The end of a server that is told to stop, which the next tests need not wait for. */
let exit: Promise<number | null>;
let stuck: Promise<string>;
const headers = () => ({ "content-type": "application/json", "x-api-key": key });
const head = (more: string[], own = `X-API-Key: ${key}`) =>
  `${["POST /api/v1/calculate HTTP/1.1", "Host: localhost", "Content-Type: application/json", own, ...more].join("\r\n")}\r\n\r\n`;
const chunked = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const post = (url: string) => fetch(`${url}/api/v1/calculate`, { method: "POST", headers: headers(), body: question });
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);

describe("broken and hostile requests", () => {
  let server: Process;
  let unfinished: Promise<{ answer: string; milliseconds: number }>;
  beforeAll(async () => {
    server = await startServer({ CATALOG: await smallCatalogue() });
    key = newKey(server.environment);
    // the others are tried while this one waits
    const started = Date.now();
    unfinished = raw(server.port, [head(["Content-Length: 50"]), "{"]).then((answer) => ({ answer, milliseconds: Date.now() - started }));
  });
  afterAll(async () => {
    expect((await post(server.url)).status).toBe(200);
    expect(await server.stop()).toBe(0);
  });

  it("HTTP-001 a body announced as 20 MB is refused at once, and the connection closed", async () => {
    const answer = await raw(server.port, [head(["Content-Length: 20000000"]), "x".repeat(1000)]);
    expect([statusOf(answer), /connection: close/i.test(answer), answer.includes("body_too_large")]).toEqual([413, true, true]);
  });
  it("HTTP-002, HTTP-003, HTTP-005 chunked bodies over the limit, complete or endless, a hundred times", async () => {
    const big = "x".repeat(70_000);
    for (let n = 0; n < 100; n++)
      expect(statusOf(await raw(server.port, [`${head(["Transfer-Encoding: chunked"]) + chunked(big)}0\r\n\r\n`], { pause: 0 }))).toBe(413);
    expect(
      statusOf(
        await raw(server.port, [head(["Transfer-Encoding: chunked"]), ...Array.from({ length: 202 }, () => chunked("x".repeat(1000)))], {
          pause: 1,
        }),
      ),
    ).toBe(413);
    expect(statusOf(await raw(server.port, [head(["Transfer-Encoding: chunked"]), chunked(big)]))).toBe(413);
  });
  it("a body behind a refused key is not read on: the connection is closed", async () => {
    for (const more of ["Transfer-Encoding: chunked", "Content-Length: 500000000"]) {
      const body = Array.from({ length: 500 }, () => chunked("x".repeat(1000)));
      const answer = await raw(server.port, [head([more], "X-API-Key: nobody"), ...body], { pause: 1 });
      expect([statusOf(answer), /connection: close/i.test(answer)]).toEqual([401, true]);
    }
  });
  it("HTTP-004 nothing pipelined behind a refused body is answered", async () => {
    const answer = await raw(server.port, [
      `${head(["Transfer-Encoding: chunked"]) + chunked("x".repeat(70_000))}0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n`,
    ]);
    expect([statusOf(answer), answer.includes('"status":"ok"')]).toEqual([413, false]);
  });
  it.each([
    ["HTTP-012 Content-Length and Transfer-Encoding together", head(["Content-Length: 5", "Transfer-Encoding: chunked"]), 400],
    ["HTTP-014 a negative length", head(["Content-Length: -1"]), 400],
    ["HTTP-015 bare line feeds", "GET /healthz HTTP/1.1\nHost: x\n\n", 400],
    ["HTTP-022 headers of 20 KB", `GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: ${"x".repeat(20_000)}\r\n\r\n`, 431],
    ["HTTP-023 a request line of 20 KB", `GET /${"x".repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
    ["HTTP-026 no Host", "GET /healthz HTTP/1.1\r\n\r\n", 400],
    ["HTTP-026 a Host that no address can have", 'GET /nothing"here HTTP/1.1\r\nHost: localhost1.1\r\n\r\n', 400],
    ["HTTP-026 a Host with a port that is none", 'GET /healthz?a="b" HTTP/1.1\r\nHost: x:99999\r\n\r\n', 400],
    ["HTTP-032 an HTTP/2 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400],
    ["HTTP-032 a TLS hello", "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001", 400],
    ["HTTP-021 an expectation we do not know", head(["Content-Length: 2", "Expect: foo"]), 417],
    ["HTTP-032 64 random bytes", "\u008f\u0003\u00ffk\u00d1 7\u0000\r\n\u0081".repeat(7).slice(0, 64), 400],
  ])("%s is answered %#, with a problem document and the end of the connection", async (_, text, status) => {
    const answer = await raw(server.port, [text]);
    expect([statusOf(answer), /connection: close/i.test(answer)]).toEqual([status, true]);
    expect(JSON.parse(answer.slice(answer.indexOf("\r\n\r\n")))).toMatchObject({ status, success: false, code: "bad_request", errors: [] });
  });
  it("HTTP-020 Expect: 100-continue is answered, then the question", async () => {
    const answer = await raw(server.port, [head([`Content-Length: ${question.length}`, "Expect: 100-continue"]), question], {
      pause: 100,
    });
    expect(answer).toMatch(/^HTTP\/1\.1 100[\s\S]*HTTP\/1\.1 200/);
  });
  it("HTTP-020 a 100 Continue of a request behind another never stands within an answer", async () => {
    const get = (more: string) => `GET /api/v1/calculators/compound-interest HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
    const expecting = head([`Content-Length: ${question.length}`, "Expect: 100-continue", "Connection: close"]);
    /** Sends the first text, the second when it is told to go on, and gives all answers up to the end of the connection. */
    const talk = (first: string, second = "") =>
      new Promise<string>((resolve) => {
        let answer = "";
        const socket = connect(server.port, "127.0.0.1", () => socket.write(first));
        socket.on("data", (data) => {
          answer += data;
          if (second !== "" && answer.includes("100 Continue")) socket.write(second);
          if (answer.includes("100 Continue")) second = "";
        });
        socket.on("close", () => resolve(answer));
      });
    // an answer before its 100 Continue is the last of its connection: what follows might be a body that nobody asked for
    const whole = await talk(get("") + get("Expect: 100-continue\r\n"));
    const bodies = whole.split(/HTTP\/1\.1 200[\s\S]*?\r\n\r\n/).slice(1);
    expect(bodies.map((body) => JSON.parse(body).slug)).toEqual(["compound-interest", "compound-interest"]);
    // one that keeps its body back is told to go on when it is its turn
    expect(await talk(get("") + expecting, question)).toMatch(
      /^HTTP\/1\.1 200[\s\S]*\}HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200[\s\S]*"success":true/,
    );
  });
  it.each([
    ["HTTP-028", "GET http://evil.com/api/v1/calculators?limit=1 HTTP/1.1\r\nHost: x\r\n\r\n", [200, 400]],
    ["HTTP-029", "GET http://[::1 HTTP/1.1\r\nHost: x\r\n\r\n", [400]],
    ["HTTP-030", "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n", [204, 404, 400, 405]],
    ["HTTP-033", "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n", [200]],
    ["HTTP-033", "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n\r\n", [200]],
  ])("%s %j neither confuses nor ends it", async (_, text, statuses) => {
    const answer = await raw(server.port, [text]);
    expect(statuses).toContain(statusOf(answer));
    expect(answer).not.toMatch(/evil\.com/);
  });
  it("HTTP-049, HTTP-050 clients that reset or half-close", async () => {
    for (let n = 0; n < 50; n++) await raw(server.port, [head([`Content-Length: ${question.length}`]) + question], { wait: 1 });
    for (let n = 0; n < 20; n++)
      expect(
        statusOf(
          await raw(server.port, [head([`Content-Length: ${question.length}`, "Connection: close"]) + question], { end: true, pause: 0 }),
        ),
      ).toBe(200);
  });
  it("HTTP-007 a body that stops arriving is given up after ten seconds", async () => {
    const { answer, milliseconds } = await unfinished;
    expect([statusOf(answer), /connection: close/i.test(answer)]).toEqual([408, true]);
    expect(milliseconds).toBeGreaterThan(8000);
  });
});

describe("a running server", () => {
  const token = "0123456789abcdef";
  const operator = { authorization: `Bearer ${token}` };
  const calculator = (factor: number | string) =>
    `title: Multiple\ndescription: Many times a number.\nsubcategory: basic\ninputs: { type: object, required: [a], properties: { a: { type: number, title: A, minimum: 0, maximum: 100 } } }\nformulas: { r: ${factor} * a }\noutputs: { r: { label: R } }\nexplanation: "{{ r }}"\n`;
  let folder: string;
  let server: Process;
  const write = (path: string, text: string) => writeFile(join(folder, "catalog", path), text);
  const ask = async (slug = "multiple") => {
    const response = await fetch(`${server.url}/api/v1/calculate`, {
      method: "POST",
      headers: headers(),
      body: JSON.stringify({ calculator: slug, inputs: { a: 5 } }),
    });
    return { status: response.status, value: JSON.parse(await response.text()).result?.results.r.value as number | undefined };
  };
  /** Asks until the answer is the wanted one; the test's own time limit ends it otherwise. */
  const until = async (wanted: (answer: Awaited<ReturnType<typeof ask>>) => boolean, slug?: string) => {
    for (;;) {
      const answer = await ask(slug);
      if (wanted(answer)) return answer;
      await new Promise((next) => setTimeout(next, 20));
    }
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "formulary-"));
    await mkdir(join(folder, "catalog/sums"), { recursive: true });
    await cp("catalog/_units.yaml", join(folder, "catalog/_units.yaml"));
    await write("sums/_category.yaml", "title: Sums\ndescription: Sums.\ngroup: science\nsubcategories: { basic: Basic }\n");
    await write("sums/multiple.yaml", calculator(2));
    await write("sums/other.yaml", calculator(3));
    server = await startServer({ CATALOG: join(folder, "catalog"), DATA_DIR: join(folder, "data"), METRICS_TOKEN: token });
    key = newKey(server.environment);
  });
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });

  it("takes a saved file, a renamed one, a new category and a deleted file, without being told", async () => {
    await write("sums/multiple.yaml", calculator(20));
    await until(({ value }) => value === 100);
    await rename(join(folder, "catalog/sums/other.yaml"), join(folder, "catalog/sums/another.yaml"));
    await until(({ value }) => value === 15, "another");
    await until(({ status }) => [404, 410].includes(status), "other");
    await mkdir(join(folder, "catalog/new"));
    await write("new/_category.yaml", "title: New\ndescription: New.\ngroup: science\nsubcategories: { basic: Basic }\n");
    await write("new/fresh.yaml", calculator(7));
    await until(({ value }) => value === 35, "fresh");
    await rm(join(folder, "catalog/sums/another.yaml"));
    await until(({ status }) => [404, 410].includes(status), "another");
  });

  it("HOT-002 keeps answering with the last good version of a broken file, and says so in the log and to operators", async () => {
    await write("sums/multiple.yaml", calculator("b + 0"));
    let faults: { file: string; line: number; column: number; message: string }[] = [];
    while (faults.length === 0)
      faults = JSON.parse(await (await fetch(`${server.url}/healthz/faults`, { headers: operator })).text()).faults;
    expect(faults[0]).toMatchObject({ line: 5, column: 16, message: expect.stringContaining('needs "b"') });
    expect(server.output()).toMatch(/multiple\.yaml:5:16 .*needs "b"/);
    expect((await ask()).value).toBe(100);
    await write("sums/multiple.yaml", calculator(4));
    await until(({ value }) => value === 20);
  });

  it("never fails a request, and never mixes two versions, while files change under load", async () => {
    let changing = true;
    const answers: { status: number; value: number | undefined }[] = [];
    const load = Promise.all(
      Array.from({ length: 8 }, async () => {
        while (changing) answers.push(await ask());
      }),
    );
    const factors = [5, 6, 7, 8, 9, 10];
    for (const factor of factors) {
      await write("sums/multiple.yaml", calculator(factor));
      for (let n = 0; n < 40; n++) await write(`sums/load-${n}.yaml`, calculator(factor));
      await until(({ value }) => value === factor * 5);
    }
    while (answers.length <= 50) await new Promise((next) => setTimeout(next, 20));
    changing = false;
    await load;
    const known = new Set([20, ...factors.map((factor) => factor * 5)]);
    expect(answers.filter(({ status, value }) => status !== 200 || !known.has(value!))).toEqual([]);
  });

  it("HTTP-051 finishes 50 requests in flight when told to stop", async () => {
    const own = await startServer({ CATALOG: join(folder, "catalog"), DATA_DIR: join(folder, "data2") });
    key = newKey(own.environment);
    const agent = new Agent({ keepAlive: true, maxSockets: 60 });
    const body = JSON.stringify({ calculator: "multiple", inputs: { a: 5 } });
    const parts: (() => void)[] = [];
    // what never ends came before them, and what goes on has been taken
    stuck = raw(own.port, [head(["Content-Length: 500"]), "{"], { wait: 250_000 });
    let taken = 0;
    const answers = Array.from(
      { length: 50 },
      () =>
        new Promise<string>((resolve) => {
          const sent = request(
            {
              port: own.port,
              host: "127.0.0.1",
              method: "POST",
              path: "/api/v1/calculate",
              agent,
              headers: { ...headers(), "content-length": body.length, expect: "100-continue" },
            },
            (response) => {
              let text = "";
              response.on("data", (chunk) => (text += chunk));
              response.on("end", () => resolve(`${response.statusCode} ${text.includes('"success":true')}`));
            },
          );
          sent.on("error", (error) => resolve(error.message));
          sent.on("continue", () => {
            sent.write(body.slice(0, 10));
            taken++;
          });
          sent.flushHeaders();
          parts.push(() => sent.end(body.slice(10)));
        }),
    );
    while (taken < 50) await new Promise((next) => setTimeout(next, 20));
    exit = own.stop();
    const refused = () =>
      fetch(`${own.url}/healthz`).then(
        () => false,
        () => true,
      );
    while (!(await refused())) await new Promise((next) => setTimeout(next, 20));
    for (const finish of parts) finish();
    expect(new Set(await Promise.all(answers))).toEqual(new Set(["200 true"]));
    agent.destroy();
  });
});

describe("a start with a wrong setting ends with one clear sentence", () => {
  it.each([
    [{ PORT: "http" }, /PORT=http is not valid/],
    [{ PORT: "70000" }, /PORT=70000 is not valid/],
    [{ RESPONSE_VARIANT: "c" }, /RESPONSE_VARIANT=c is not valid: it must be result or acknowledgement/],
    [{ PUBLIC_URL: "example.org" }, /PUBLIC_URL=example\.org is not valid/],
    [{ CURRENCY: "12 EUR" }, /CURRENCY=12 EUR is not valid/],
    [{ LOG_LEVEL: "loud" }, /LOG_LEVEL=loud is not valid/],
    [{ SIGNUP: "maybe" }, /SIGNUP=maybe is not valid: it must be open or invite or closed/],
    [{ TRUST_PROXY: "true" }, /TRUST_PROXY=true is not valid: it must be the number of proxies/],
    [{ LOG_FORMAT: "xml" }, /LOG_FORMAT=xml is not valid: it must be text or json/],
    [{ LOG_REQUESTS: "yes" }, /LOG_REQUESTS=yes is not valid: it must be false or true/],
    [{ METRICS_TOKEN: "short-secret" }, /METRICS_TOKEN is not valid: it must have 16 to 200 characters, and no spaces/],
    [{ DRAIN_DELAY: "5s" }, /DRAIN_DELAY=5s is not valid: it must be whole seconds from 0 to 300/],
    [{ PLUGINS: "./nowhere.js" }, /PLUGINS names "\.\/nowhere\.js"/],
    [{ CATALOG: "no/such/folder" }, /CATALOG|catalogue folder/],
  ] as [Record<string, string>, RegExp][])("%j", async (environment, sentence) => {
    const said = await startServer(environment).then(
      () => "it started",
      (error: Error) => error.message,
    );
    expect(said).toMatch(sentence);
    expect(said.trim().split("\n")).toHaveLength(1);
  });
  it("a taken port", async () => {
    const CATALOG = await smallCatalogue();
    const first = await startServer({ CATALOG });
    await expect(startServer({ CATALOG, PORT: String(first.port) })).rejects.toThrow(/already in use: set PORT/);
    await first.stop();
  });
});

describe("a server that was told to stop", () => {
  it("HTTP-052 cuts the request that never ends, and exits with 0", async () => {
    expect(await exit).toBe(0);
    expect(await stuck).toBe("");
  });
});

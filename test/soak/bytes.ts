// Raw bytes sent to the port: random ones, and valid requests with changed bytes, truncated, or several in a row.
import { connect } from "node:net";
import { apiDescription } from "../http/api-document.ts";
import { checkAnywhere, readOpenapi } from "../http/documented.ts";
import { answersIn } from "../http/messages.ts";
import { newKey, startServer } from "../http/process.ts";
import { smallCatalogue } from "../plugins/served.ts";
import { createRandom, type Part } from "./part.ts";

const documentation = readOpenapi(apiDescription);
const goodBody = '{"calculator":"compound-interest","inputs":{"principal":1000,"rate":5,"years":10}}';
const connections = 48;

/** Requests as a client would send them. */
function requestsOf(key: string): string[] {
  const get = (path: string, headers = "") => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`;
  const post = (body: string, headers: string) =>
    `POST /api/v1/calculate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nX-API-Key: ${key}\r\n${headers}\r\n${body}`;
  const firstPart = goodBody.slice(0, 30);
  const secondPart = goodBody.slice(30);
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
  return [
    get("/api/v1/calculators?q=interest&limit=2"),
    get("/api/v1/calculators/compound-interest", 'If-None-Match: "x"\r\n'),
    get("/api/v1/categories", "X-Request-Id: a-1\r\n"),
    get("/healthz"),
    get("/nothing/here?a=%41"),
    post(goodBody, `Content-Length: ${goodBody.length}\r\n`),
    post(`${chunk(firstPart)}${chunk(secondPart)}0\r\n\r\n`, "Transfer-Encoding: chunked\r\n"),
    post(goodBody, `Expect: 100-continue\r\nContent-Length: ${goodBody.length}\r\n`),
    "OPTIONS /api/v1/calculate HTTP/1.1\r\nHost: localhost\r\nOrigin: https://a.example\r\nAccess-Control-Request-Method: POST\r\n\r\n",
    "DELETE /api/v1/calculate HTTP/1.0\r\n\r\n",
  ];
}
/** Texts with a meaning for a parser. */
const tokens = [
  "\r\n",
  "\n",
  "\0",
  ":",
  " ",
  "\t",
  "%",
  "../",
  "HTTP/1.1",
  "HTTP/2.0",
  "Content-Length: 5\r\n",
  "Transfer-Encoding: chunked\r\n",
  "Host: x\r\n",
  "-1",
  "99999999999999999999",
  "\u00ff",
  "Connection: close\r\n",
  "Upgrade: h2c\r\n",
  "Expect: x\r\n",
  "[",
  "{",
  '"',
];

/** A hostile message, as the one or two chunks in which it is sent. */
function messageOf(random: () => number, requests: string[]): Buffer[] {
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!;
  const randomBytes = (length: number) => Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)));
  const mutated = () => {
    let bytes = Buffer.from(pick(requests), "latin1");
    for (let n = 0; n <= random() * 4; n++) {
      const start = Math.floor(random() * bytes.length);
      const end = start + Math.floor(random() * random() * 40);
      const [before, after] = [bytes.subarray(0, start), bytes.subarray(end)];
      const replacement = pick([
        () => randomBytes(1),
        () => Buffer.from(pick(tokens), "latin1"),
        () => Buffer.alloc(0),
        () => bytes.subarray(start, end + 20),
      ])();
      bytes = Buffer.concat([before, replacement, after]);
    }
    return bytes;
  };
  const kinds = [
    () => randomBytes(1 + Math.floor(random() * 300)),
    mutated,
    mutated,
    () => Buffer.from(pick(requests), "latin1").subarray(0, Math.floor(random() * 150)),
    () =>
      Buffer.concat(
        Array.from({ length: 2 + Math.floor(random() * 6) }, () => (random() < 0.3 ? mutated() : Buffer.from(pick(requests), "latin1"))),
      ),
  ];
  const bytes = pick(kinds)();
  const split = random() < 0.4 ? Math.floor(random() * bytes.length) : bytes.length;
  return [bytes.subarray(0, split), bytes.subarray(split)].filter(({ length }) => length > 0);
}

/** Sends a message and gives what the server sends until it closes the connection or sends nothing for a moment. */
function exchange(port: number, chunks: Buffer[]): Promise<{ bytes: Buffer; closed: boolean }> {
  return new Promise((resolve) => {
    const received: Buffer[] = [];
    let closed = true;
    const socket = connect(port, "127.0.0.1", () => {
      for (const chunk of chunks) socket.write(chunk);
    });
    const leave = () => {
      closed = false;
      socket.destroy();
    };
    // the server may wait ten seconds for the rest of a body, which test/http/sockets.system.test.ts tests
    let timeout = setTimeout(leave, 400);
    socket.on("data", (data) => {
      received.push(data);
      clearTimeout(timeout);
      timeout = setTimeout(leave, 150);
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      clearTimeout(timeout);
      resolve({ bytes: Buffer.concat(received), closed });
    });
  });
}

export const bytes: Part = {
  name: "bytes",
  promise: "any bytes at the port: never an exit, an unhandled rejection, a 500, or an undocumented answer",
  weight: 1,
  run: async ({ milliseconds, seed }) => {
    const server = await startServer({ CATALOG: await smallCatalogue() });
    const key = newKey(server.environment);
    const requests = requestsOf(key);
    const failures: string[] = [];
    const statuses: Record<number, number> = {};
    let messages = 0;
    const until = performance.now() + milliseconds;
    const work = async (worker: number) => {
      for (let n = 0; performance.now() < until && server.child.exitCode === null; n++) {
        const id = `seed ${seed}, message ${worker}.${n}`;
        const chunks = messageOf(createRandom(seed + worker * 1_000_003 + n * 7919), requests);
        const { bytes: answer, closed } = await exchange(server.port, chunks);
        const { answers, rest } = answersIn(answer);
        for (const { status, header, body } of answers) {
          statuses[status] = (statuses[status] ?? 0) + 1;
          if (status === 100) continue;
          // an answer cannot be assigned to one of several requests, so any documented answer is accepted
          const faults = status === 500 ? ["is a 500"] : checkAnywhere(documentation, { method: "", path: "", status, header, body });
          const sent = JSON.stringify(Buffer.concat(chunks).toString("latin1").slice(0, 400));
          if (faults.length > 0) failures.push(`${id} ${sent} → ${status} ${faults[0]}: ${body.toString().slice(0, 200)}`);
        }
        if (closed && rest !== "") failures.push(`${id} was answered with ${JSON.stringify(rest.slice(0, 200))}`);
        messages++;
      }
    };
    await Promise.all(Array.from({ length: connections }, (_, worker) => work(worker)));
    if (server.child.exitCode !== null) failures.push(`The server exited with ${server.child.exitCode}: ${server.output().slice(-2000)}`);
    const goodAnswer = await fetch(`${server.url}/api/v1/calculate`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": key },
      body: goodBody,
    }).catch(() => undefined);
    if (goodAnswer?.status !== 200) failures.push(`Afterwards a valid request is answered ${goodAnswer?.status}.`);
    if (/unhandled| error /i.test(server.output())) failures.push(server.output().slice(-2000));
    const exit = await server.stop();
    if (exit !== 0) failures.push(`The exit status of the stop was ${exit}.`);
    const answers = Object.values(statuses).reduce((sum, count) => sum + count, 0);
    return {
      numbers: {
        messages,
        answers,
        statuses: Object.entries(statuses)
          .map(([status, count]) => `${status}×${count}`)
          .join(" "),
      },
      failures,
    };
  },
};

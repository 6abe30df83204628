// Raw bytes at the listening port: random ones, valid requests with bytes changed, cut short, or one behind the other.
import { connect } from "node:net";
import { apiDescription } from "../http/api-document.ts";
import { checkAnywhere, readOpenapi } from "../http/documented.ts";
import { answersIn } from "../http/messages.ts";
import { newKey, startServer } from "../http/process.ts";
import { smallCatalogue } from "../plugins/served.ts";
import { type Part, randomOf } from "./part.ts";

const reading = readOpenapi(apiDescription);
const question = '{"calculator":"compound-interest","inputs":{"principal":1000,"rate":5,"years":10}}';
const connections = 48;

/** Requests as a client would send them. */
function requestsOf(key: string): string[] {
  const get = (path: string, more = "") => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`;
  const post = (body: string, more: string) =>
    `POST /api/v1/calculate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nX-API-Key: ${key}\r\n${more}\r\n${body}`;
  const half = `${question.slice(0, 30)}`;
  const rest = question.slice(30);
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
  return [
    get("/api/v1/calculators?q=interest&limit=2"),
    get("/api/v1/calculators/compound-interest", 'If-None-Match: "x"\r\n'),
    get("/api/v1/categories", "X-Request-Id: a-1\r\n"),
    get("/healthz"),
    get("/nothing/here?a=%41"),
    post(question, `Content-Length: ${question.length}\r\n`),
    post(`${chunk(half)}${chunk(rest)}0\r\n\r\n`, "Transfer-Encoding: chunked\r\n"),
    post(question, `Expect: 100-continue\r\nContent-Length: ${question.length}\r\n`),
    "OPTIONS /api/v1/calculate HTTP/1.1\r\nHost: localhost\r\nOrigin: https://a.example\r\nAccess-Control-Request-Method: POST\r\n\r\n",
    "DELETE /api/v1/calculate HTTP/1.0\r\n\r\n",
  ];
}
/** Bytes that mean something to a parser. */
const words = [
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

/** One hostile message, in the chunks it is sent in. */
function messageOf(random: () => number, requests: string[]): Buffer[] {
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!;
  const noise = (length: number) => Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)));
  const mutated = () => {
    let bytes = Buffer.from(pick(requests), "latin1");
    for (let n = 0; n <= random() * 4; n++) {
      const at = Math.floor(random() * bytes.length);
      const to = at + Math.floor(random() * random() * 40);
      const [before, after] = [bytes.subarray(0, at), bytes.subarray(to)];
      const between = pick([
        () => noise(1),
        () => Buffer.from(pick(words), "latin1"),
        () => Buffer.alloc(0),
        () => bytes.subarray(at, to + 20),
      ])();
      bytes = Buffer.concat([before, between, after]);
    }
    return bytes;
  };
  const kinds = [
    () => noise(1 + Math.floor(random() * 300)),
    mutated,
    mutated,
    () => Buffer.from(pick(requests), "latin1").subarray(0, Math.floor(random() * 150)),
    () =>
      Buffer.concat(
        Array.from({ length: 2 + Math.floor(random() * 6) }, () => (random() < 0.3 ? mutated() : Buffer.from(pick(requests), "latin1"))),
      ),
  ];
  const bytes = pick(kinds)();
  const cut = random() < 0.4 ? Math.floor(random() * bytes.length) : bytes.length;
  return [bytes.subarray(0, cut), bytes.subarray(cut)].filter(({ length }) => length > 0);
}

/** Sends a message and gives all that came back: until the server closes, or is quiet for a moment. */
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
    // one that waits for the rest of a body is left alone: its ten seconds are tried elsewhere
    let quiet = setTimeout(leave, 400);
    socket.on("data", (data) => {
      received.push(data);
      clearTimeout(quiet);
      quiet = setTimeout(leave, 150);
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      clearTimeout(quiet);
      resolve({ bytes: Buffer.concat(received), closed });
    });
  });
}

export const bytes: Part = {
  name: "bytes",
  promise: "raw bytes at the port: never an exit, an unhandled rejection, a 500, or an answer without a documented shape",
  weight: 1,
  run: async ({ milliseconds, seed }) => {
    const server = await startServer({ CATALOG: await smallCatalogue() });
    const key = newKey(server.environment);
    const requests = requestsOf(key);
    const broken: string[] = [];
    const statuses: Record<number, number> = {};
    let messages = 0;
    const until = performance.now() + milliseconds;
    const one = async (worker: number) => {
      for (let n = 0; performance.now() < until && server.child.exitCode === null; n++) {
        const mark = `seed ${seed}, message ${worker}.${n}`;
        const chunks = messageOf(randomOf(seed + worker * 1_000_003 + n * 7919), requests);
        const { bytes: answer, closed } = await exchange(server.port, chunks);
        const { answers, rest } = answersIn(answer);
        for (const { status, header, body } of answers) {
          statuses[status] = (statuses[status] ?? 0) + 1;
          if (status === 100) continue;
          // which of a connection's messages it answers is nobody's to say
          const faults = status === 500 ? ["is a 500"] : checkAnywhere(reading, { method: "", path: "", status, header, body });
          const sent = JSON.stringify(Buffer.concat(chunks).toString("latin1").slice(0, 400));
          if (faults.length > 0) broken.push(`${mark} ${sent} → ${status} ${faults[0]}: ${body.toString().slice(0, 200)}`);
        }
        if (closed && rest !== "") broken.push(`${mark} was answered with ${JSON.stringify(rest.slice(0, 200))}`);
        messages++;
      }
    };
    await Promise.all(Array.from({ length: connections }, (_, worker) => one(worker)));
    if (server.child.exitCode !== null) broken.push(`The server ended with ${server.child.exitCode}: ${server.output().slice(-2000)}`);
    const good = await fetch(`${server.url}/api/v1/calculate`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": key },
      body: question,
    }).catch(() => undefined);
    if (good?.status !== 200) broken.push(`Afterwards a good question is answered ${good?.status}.`);
    if (/unhandled| error /i.test(server.output())) broken.push(server.output().slice(-2000));
    const exit = await server.stop();
    if (exit !== 0) broken.push(`The stop ended with ${exit}.`);
    const answers = Object.values(statuses).reduce((sum, count) => sum + count, 0);
    return {
      numbers: {
        messages,
        answers,
        statuses: Object.entries(statuses)
          .map(([status, count]) => `${status}×${count}`)
          .join(" "),
      },
      broken,
    };
  },
};

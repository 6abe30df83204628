// The limit: Node's own HTTP server that parses the same question and writes an answer of the same form and size. With REDIS
// it also asks a Redis there for the three things that a calculation needs of it: a count, a look for a result, and its keeping.
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { Redis } from "ioredis";

// one answer of the server that it is compared with
const answer = JSON.parse(readFileSync(process.env.ANSWER, "utf8"));

const answered = (question, response) => {
  const { calculator, inputs } = JSON.parse(question);
  const body = JSON.stringify({
    ...answer,
    calculator,
    normalizedInputs: { ...answer.normalizedInputs, ...inputs },
    timestamp: new Date().toISOString(),
  });
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
  response.end(body);
  return body;
};

const redis = process.env.REDIS && new Redis(process.env.REDIS, { enableAutoPipelining: true });
const answeredWithRedis = async (question, response) => {
  const key = `bare:${hash("sha256", question)}`;
  await Promise.all([redis.incr("bare:count"), redis.get(key)]);
  await redis.set(key, answered(question, response), "EX", 600);
};
const handle = redis ? answeredWithRedis : answered;

const server = createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => handle(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks), response));
});
server.listen(0, "127.0.0.1", () => process.stdout.write(`bare on http://127.0.0.1:${server.address().port}\n`));

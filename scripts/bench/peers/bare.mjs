// The limit: Node's own HTTP server that parses the same question and writes an answer of the same form and size.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

// one answer of the server that it is compared with
const answer = JSON.parse(readFileSync(process.env.ANSWER, "utf8"));

const server = createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const { calculator, inputs } = JSON.parse(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
    const body = JSON.stringify({
      ...answer,
      calculator,
      normalizedInputs: { ...answer.normalizedInputs, ...inputs },
      timestamp: new Date().toISOString(),
    });
    response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
    response.end(body);
  });
});
server.listen(0, "127.0.0.1", () => process.stdout.write(`bare on http://127.0.0.1:${server.address().port}\n`));

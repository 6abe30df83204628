// The limit of a list: Node's own HTTP server that sends the same bytes, prepared, to whoever asks.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const bytes = readFileSync(process.env.BYTES);
const head = { "content-type": "application/json", "content-length": bytes.length, ...JSON.parse(process.env.HEAD ?? "{}") };

const server = createServer((_, response) => {
  response.writeHead(200, head);
  response.end(bytes);
});
server.listen(0, "127.0.0.1", () => process.stdout.write(`bytes on http://127.0.0.1:${server.address().port}\n`));

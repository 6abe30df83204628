// The limit of a list: Node's HTTP server, which sends the same bytes from memory, and for the warm-up only the first few.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const bytes = readFileSync(process.env.BYTES);
const head = { "content-type": "application/json", ...JSON.parse(process.env.HEAD ?? "{}") };

const shortBody = bytes.subarray(0, 300);

const server = createServer(({ url }, response) => {
  const body = url.endsWith("?limit=1") ? shortBody : bytes;
  response.writeHead(200, { ...head, "content-length": body.length });
  response.end(body);
});
server.listen(0, "127.0.0.1", () => process.stdout.write(`bytes on http://127.0.0.1:${server.address().port}\n`));

// The limit of a list: Node's own HTTP server that sends the same bytes, prepared, to whoever asks; to be warmed up, the first few of them.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const bytes = readFileSync(process.env.BYTES);
const head = { "content-type": "application/json", ...JSON.parse(process.env.HEAD ?? "{}") };

const few = bytes.subarray(0, 300);

const server = createServer(({ url }, response) => {
  const sent = url.endsWith("?limit=1") ? few : bytes;
  response.writeHead(200, { ...head, "content-length": sent.length });
  response.end(sent);
});
server.listen(0, "127.0.0.1", () => process.stdout.write(`bytes on http://127.0.0.1:${server.address().port}\n`));

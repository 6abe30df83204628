// The limit of a calculation: Node's own HTTP server that validates the question, runs the calculator and writes its answer,
// with this program's own code, and does nothing else: no key, no allowance, no cache, no request id, no error of ours.
import { createServer } from "node:http";
import { builtIn } from "../../../dist/scripts/built-in.js";
import { openSubject, readCatalogue } from "../../../dist/scripts/validation/subject.js";
import { composePlugins } from "../../../dist/src/index.js";

const catalogue = readCatalogue("catalog", composePlugins(builtIn()).functions);
const calculator = openSubject("catalog/finance/compound-interest.yaml", catalogue).subject.calculator();
const { slug, revision } = calculator;

const server = createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const { inputs } = JSON.parse(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
    const timestamp = new Date().toISOString();
    const accepted = calculator.accept(inputs, timestamp.slice(0, 10));
    const result = calculator.run(accepted);
    const body = JSON.stringify({
      success: true,
      calculator: slug,
      normalizedInputs: accepted.values,
      result,
      cached: false,
      timestamp,
      revision,
    });
    response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
    response.end(body);
  });
});
server.listen(0, "127.0.0.1", () => process.stdout.write(`alone on http://127.0.0.1:${server.address().port}\n`));

// The limit of a calculation: Node's HTTP server and Formulary's code, without h3, srvx and listhen.
// WITH=calculation validates the request, runs the calculator and writes the answer, and does nothing else: no key, no
// allowance, no cache, no request id. WITH=everything does all that the program does, without h3, srvx and listhen.
import { createServer } from "node:http";
import { join } from "node:path";
import { createServer as createFormulary } from "formulary";
import { readConfiguration } from "../../../dist/scripts/configuration.js";
import { functionPlugins } from "../../../dist/scripts/plugins.js";
import { serverPlugins } from "../../../dist/scripts/server-plugins.js";

const configuration = readConfiguration(process.env);
const plugins = [...functionPlugins(), ...(await serverPlugins(configuration))];
const snapshot = join(configuration.dataFolder, "catalog-snapshot.json");
const { kernel } = await createFormulary({ ...configuration, plugins, snapshot });
const { catalog, authenticate, answer } = kernel;

const steps = {
  calculation: (_, body) => {
    const { calculator: slug, inputs } = JSON.parse(body);
    const calculator = catalog.get(slug);
    const timestamp = new Date().toISOString();
    const accepted = calculator.validate(inputs, timestamp.slice(0, 10));
    const result = calculator.run(accepted);
    const { revision } = calculator;
    const answer = { success: true, calculator: slug, normalizedInputs: accepted.values, result, cached: false, timestamp, revision };
    return { json: () => JSON.stringify(answer), headers: {} };
  },
  everything: async ({ headers, url }, body) => {
    // the members of an h3 event that plugins use
    const event = { req: { headers: { get: (name) => headers[name] ?? null } }, url: { search: "", pathname: url }, context: {} };
    const caller = await authenticate(event);
    return answer(body, { context: event.context, caller });
  },
};
const work = steps[process.env.WITH];

const server = createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", async () => {
    const { json, headers } = await work(request, String(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
    const text = json();
    response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(text), ...headers });
    response.end(text);
  });
});
await catalog.verify();
server.listen(0, "127.0.0.1", () => process.stdout.write(`alone on http://127.0.0.1:${server.address().port}\n`));

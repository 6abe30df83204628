// The limit of the libraries below Formulary: h3 and listhen, which parse the request and write an answer of the same form and size.
import { readFileSync } from "node:fs";
import { H3, readBody, toNodeHandler } from "h3/node";
import { listen } from "listhen";

const answer = JSON.parse(readFileSync(process.env.ANSWER, "utf8"));
const app = new H3();
app.post("/api/v1/calculate", async (event) => {
  const { calculator, inputs } = await readBody(event);
  return {
    ...answer,
    calculator,
    normalizedInputs: { ...answer.normalizedInputs, ...inputs },
    timestamp: new Date().toISOString(),
  };
});
const { server } = await listen(toNodeHandler(app), {
  port: { random: true, host: "127.0.0.1" },
  hostname: "127.0.0.1",
  showURL: false,
  isProd: true,
});
process.stdout.write(`h3 on http://127.0.0.1:${server.address().port}\n`);

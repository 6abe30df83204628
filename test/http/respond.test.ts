// What becomes of an answer on its way to the socket.
import { get } from "node:http";
import { expect, it } from "vitest";
import { createApp, route } from "../../src/http/app.ts";
import { listen } from "../../src/http/listen.ts";
import { respond } from "../../src/http/respond.ts";

it("an answer whose header Node refuses is a 500 in our shape, and the server goes on", async () => {
  const app = createApp({ log: () => {}, refuse: () => {} });
  route(app, "/odd", { GET: (event) => respond(event, "x", { headers: { "x-odd": "€" } }) });
  route(app, "/even", { GET: (event) => respond(event, "x", { headers: { "content-type": "text/plain" } }) });
  const { url, close } = await listen(app, { port: 0 });
  const ask = (path: string) =>
    new Promise<[number | undefined, string]>((resolve, reject) => {
      get(url + path, (response) => {
        let text = "";
        response.on("data", (chunk) => (text += chunk)).on("end", () => resolve([response.statusCode, text]));
      }).on("error", reject);
    });
  const [status, text] = await ask("/odd");
  expect([status, JSON.parse(text)]).toMatchObject([500, { success: false, code: "internal" }]);
  expect(await ask("/even")).toEqual([200, "x"]);
  await close();
});

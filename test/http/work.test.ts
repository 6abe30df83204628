import { once } from "node:events";
import { connect } from "node:net";
import { createServer, definePlugin, type Work } from "formulary";
import { route, sendJson, workOf } from "formulary/http";
import { afterEach, expect, it } from "vitest";
import { smallCatalogue } from "../plugins/served.ts";

let close = async () => {};
afterEach(() => close());

it("the work of a request is over when its connection closes", async () => {
  const works: Work[] = [];
  let release = () => {};
  const held = definePlugin({
    name: "held",
    http: (app) =>
      route(app, "/held", {
        GET: async (event) => {
          works.push(workOf(event, "someone"));
          await new Promise<void>((resolve) => (release = resolve));
          return sendJson(event, {});
        },
      }),
  });
  const server = await createServer({ catalog: [await smallCatalogue()], plugins: [held], port: 0 });
  const { port } = await server.listen();
  close = server.close;
  const socket = connect(port, "127.0.0.1");
  socket.write("GET /held HTTP/1.1\r\nHost: localhost\r\n\r\n");
  while (works.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  const [work] = works;
  expect(work).toMatchObject({ steps: 0, from: "someone" });
  expect(work!.hasLeft()).toBe(false);
  socket.destroy();
  await once(socket, "close");
  while (!work!.hasLeft()) await new Promise((resolve) => setTimeout(resolve, 5));
  release();
});

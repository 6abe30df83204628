// A small proxy as operators put in front: in turn to every server whose /readyz is 200; another one is tried only when a
// connection is refused, or one that was kept is closed before it answers a byte. Where no server is ready it waits for one.
import { Agent, createServer, type IncomingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

export interface Proxy {
  port: number;
  /** Requests answered by each server. */
  answered: Record<number, number>;
  /** Waits until a server is sent requests, or is not. */
  until: (port: number, ready: boolean) => Promise<void>;
  close: () => void;
}
interface Sent {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}
/** As Caddy's lb_try_duration: a machine that stands still for a second makes no server ready. */
const longestWait = 10_000;

/** Starts a proxy in front of servers on some ports. */
export async function startProxy(ports: number[], path = "/readyz", every = 100): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set<number>();
  const answered: Record<number, number> = Object.fromEntries(ports.map((port) => [port, 0]));
  let turn = 0;
  let running = true;

  const forward = (port: number, { method, path, headers, body }: Sent) =>
    new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
      const onward = request({ host: "127.0.0.1", port, agent, method, path, headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("end", () => resolve({ status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(chunks) }));
        answer.on("error", reject);
      });
      // a kept connection that the server had closed by then: it never read the request
      onward.on("error", (error: NodeJS.ErrnoException) =>
        reject(onward.reusedSocket && error.code === "ECONNRESET" ? Object.assign(error, { code: "ECONNREFUSED" }) : error),
      );
      onward.end(body);
    });
  const watch = async (port: number) => {
    while (running) {
      const status = await fetch(`http://127.0.0.1:${port}${path}`).then(
        (answer) => answer.arrayBuffer().then(() => answer.status),
        () => 0,
      );
      if (status === 200) ready.add(port);
      else ready.delete(port);
      await pause(every);
    }
  };

  const server = createServer(async (from, to) => {
    const chunks: Buffer[] = [];
    for await (const chunk of from) chunks.push(chunk as Buffer);
    const sent = { method: from.method!, path: from.url!, headers: from.headers, body: Buffer.concat(chunks) };
    for (const end = Date.now() + longestWait; Date.now() < end && running; await pause(20)) {
      // in turn, each at most once
      const choices = ports.filter((port) => ready.has(port));
      for (let tries = choices.length, at = turn++; tries > 0; tries--, at++) {
        const port = choices[at % choices.length]!;
        try {
          const { status, headers, body } = await forward(port, sent);
          answered[port]!++;
          return to.writeHead(status, headers).end(body);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== "ECONNREFUSED") return to.writeHead(502).end(String(error));
        }
      }
    }
    to.writeHead(502).end("no server");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  for (const port of ports) void watch(port);
  return {
    port: (server.address() as AddressInfo).port,
    answered,
    until: async (port, wanted) => {
      while (ready.has(port) !== wanted) await pause(20);
    },
    close: () => {
      running = false;
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}

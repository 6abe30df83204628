// Questions without a pause over kept connections; each answer is noted with its moment, and what a cut connection had given.
import { connect } from "node:net";

export interface Reply {
  status: number;
  text: string;
  /** When it was asked, and how long the answer took. */
  at: number;
  milliseconds: number;
  /** The connection ended within the answer. */
  cut: boolean;
}
export interface Load {
  replies: Reply[];
  /** Ends the load and waits for what is in flight. */
  stop: () => Promise<Reply[]>;
}

/** The bytes of a POST /calculate. */
export function questionOf(key: string, body: string): string {
  return `POST /api/v1/calculate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nX-API-Key: ${key}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** Asks over so many connections, one question after the other on each, until stopped. */
export function loadOn(port: number, request: (at: number) => string, { connections = 8, pauseMilliseconds = 0 } = {}): Load {
  const replies: Reply[] = [];
  let on = true;
  let next = 0;
  const done = Promise.all(
    Array.from({ length: connections }, async () => {
      while (on) {
        await connection(port, {
          request: () => request(next++),
          going: () => on,
          note: (reply) => replies.push(reply),
          pauseMilliseconds,
        });
        if (on) await new Promise((later) => setTimeout(later, 20));
      }
    }),
  );
  return {
    replies,
    stop: async () => {
      on = false;
      await done;
      return replies;
    },
  };
}

interface Asking {
  request: () => string;
  going: () => boolean;
  note: (reply: Reply) => void;
  pauseMilliseconds: number;
}
function connection(port: number, { request, going, note, pauseMilliseconds }: Asking): Promise<void> {
  return new Promise((resolve) => {
    let received = "";
    let at = 0;
    let asked = false;
    const socket = connect(port, "127.0.0.1");
    const ask = () => {
      if (!going()) return socket.end();
      asked = true;
      at = performance.now();
      socket.write(request());
    };
    const reply = (status: number, text: string, cut = false) => {
      asked = false;
      note({ status, text, at, milliseconds: performance.now() - at, cut });
    };
    socket.setNoDelay(true);
    socket.on("connect", ask);
    socket.on("data", (data) => {
      received += data.toString("latin1");
      const end = received.indexOf("\r\n\r\n");
      if (end < 0) return;
      const length = Number(/content-length: (\d+)/i.exec(received.slice(0, end))?.[1] ?? 0);
      if (received.length < end + 4 + length) return;
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(received)?.[1] ?? 0);
      const text = Buffer.from(received.slice(end + 4, end + 4 + length), "latin1").toString();
      received = "";
      reply(status, text);
      if (pauseMilliseconds > 0) setTimeout(ask, pauseMilliseconds);
      else ask();
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      if (asked) reply(0, received, received !== "");
      resolve();
    });
  });
}

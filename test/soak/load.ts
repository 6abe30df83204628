// Sends requests one after the other over persistent connections, and records every reply with its time, also where
// the connection ended within it.
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

export interface Reply {
  status: number;
  text: string;
  /** When the request was sent, and how long the reply took. */
  sentAt: number;
  milliseconds: number;
  /** The connection ended within the reply. */
  truncated: boolean;
}
export interface Load {
  replies: Reply[];
  /** Ends the load and waits for the replies to the requests that were sent. */
  stop: () => Promise<Reply[]>;
}

/** The bytes of a POST /calculate. */
export function calculateRequest(key: string, body: string): string {
  return `POST /api/v1/calculate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nX-API-Key: ${key}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** Sends requests over several connections, one after the other on each, until it is stopped. */
export function startLoad(port: number, request: (index: number) => string, { connections = 8, pauseMilliseconds = 0 } = {}): Load {
  const replies: Reply[] = [];
  let running = true;
  let next = 0;
  const done = Promise.all(
    Array.from({ length: connections }, async () => {
      while (running) {
        await useConnection(port, {
          request: () => request(next++),
          isRunning: () => running,
          record: (reply) => replies.push(reply),
          pauseMilliseconds,
        });
        if (running) await pause(20);
      }
    }),
  );
  return {
    replies,
    stop: async () => {
      running = false;
      await done;
      return replies;
    },
  };
}

interface ConnectionOptions {
  request: () => string;
  isRunning: () => boolean;
  record: (reply: Reply) => void;
  pauseMilliseconds: number;
}
function useConnection(port: number, { request, isRunning, record, pauseMilliseconds }: ConnectionOptions): Promise<void> {
  return new Promise((resolve) => {
    let received = "";
    let sentAt = 0;
    let isWaiting = false;
    const socket = connect(port, "127.0.0.1");
    const send = () => {
      if (!isRunning()) return socket.end();
      isWaiting = true;
      sentAt = performance.now();
      socket.write(request());
    };
    const finish = (status: number, text: string, truncated = false) => {
      isWaiting = false;
      record({ status, text, sentAt, milliseconds: performance.now() - sentAt, truncated });
    };
    socket.setNoDelay(true);
    socket.on("connect", send);
    socket.on("data", (data) => {
      received += data.toString("latin1");
      const end = received.indexOf("\r\n\r\n");
      if (end < 0) return;
      const length = Number(/content-length: (\d+)/i.exec(received.slice(0, end))?.[1] ?? 0);
      if (received.length < end + 4 + length) return;
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(received)?.[1] ?? 0);
      const text = Buffer.from(received.slice(end + 4, end + 4 + length), "latin1").toString();
      received = "";
      finish(status, text);
      if (pauseMilliseconds > 0) setTimeout(send, pauseMilliseconds);
      else send();
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      if (isWaiting) finish(0, received, received !== "");
      resolve();
    });
  });
}

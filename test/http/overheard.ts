// Whatever way a test asks a server, its answer is given to received.ts: fetch, H3 itself and node:http are listened to, once in a process.
import { subscribe } from "node:diagnostics_channel";
import type { ClientRequest, IncomingMessage } from "node:http";
import { H3 } from "h3";
import { received } from "./received.ts";

const isHere = (host: string) => ["127.0.0.1", "localhost", "[::1]"].includes(host);

// what a program asks with `fetch`; the bytes come decoded
const plainFetch = globalThis.fetch;
globalThis.fetch = async (input, init) => {
  const response = await plainFetch(input, init);
  const { hostname, pathname, search } = new URL(response.url);
  const method = init?.method ?? (input instanceof Request ? input.method : "GET");
  if (isHere(hostname)) look(response, { method, path: pathname + search, decoded: true });
  return response;
};

// what a test asks a server that listens nowhere
const plainRequest = H3.prototype.request;
H3.prototype.request = async function (this: H3, ...[input, init, context]: Parameters<typeof plainRequest>) {
  const response = await plainRequest.call(this, input, init, context);
  const { url, method } = typeof input === "string" || input instanceof URL ? { url: String(input), method: "GET" } : (input as Request);
  look(response, { method: (init as RequestInit | undefined)?.method ?? method, path: url.replace(/^https?:\/\/[^/]+/, "") });
  return response;
};

function look(response: Response, { method, path, decoded = false }: { method: string; path: string; decoded?: boolean }): void {
  const header = (name: string) => (decoded && name === "content-encoding" ? undefined : response.headers.get(name));
  // a page is none of the document's bodies, and a stream for an agent has no end of its own: the type says enough of both
  const told = header("content-type")?.startsWith("text/");
  received({ method, path, status: response.status, header }, told ? Buffer.alloc(0) : bytesOf(response.clone()));
}
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

// what a test asks with node:http; only listened to, since reading is the test's
subscribe("http.client.response.finish", (message) => {
  const { request, response } = message as { request: ClientRequest; response: IncomingMessage };
  if (!isHere(request.host)) return;
  const chunks: Buffer[] = [];
  const push = response.push.bind(response);
  response.push = (chunk: Buffer | null, encoding) => {
    if (chunk) chunks.push(chunk);
    else {
      const header = (name: string) => response.headers[name.toLowerCase()] as string | undefined;
      received({ method: request.method, path: request.path, status: response.statusCode ?? 0, header }, Buffer.concat(chunks));
    }
    return push(chunk, encoding);
  };
});

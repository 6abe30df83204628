// The listening server: listhen without its conveniences for development, hardened, with our own drain.
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer, type Socket } from "node:net";
import type { H3 } from "h3";
import { NodeRequest, sendNodeResponse } from "srvx/node";
import { CalcError } from "../errors.ts";
import { rawProblem } from "./problem.ts";
import { sent } from "./respond.ts";

export interface ListenOptions {
  port?: number;
  host?: string;
  /** Connections of one address at a time; behind proxies, whose connections are those of many, there is no limit. */
  connectionsPerAddress?: number;
  /** How long a stop waits for requests in flight. */
  drainMilliseconds?: number;
}
export interface Listening {
  url: string;
  port: number;
  /** Refuses new connections, lets requests in flight finish, then cuts what is left. */
  close: () => Promise<void>;
}

/** Listens on the port, or on a free one for 0; throws a `configuration` error when the port is taken. */
export async function listen(
  app: H3,
  { port = 3000, host = "127.0.0.1", connectionsPerAddress = 512, drainMilliseconds = 8000 }: ListenOptions = {},
): Promise<Listening> {
  await portIsFree(port, host);
  // loaded here: most programs never listen, and its certificates are large
  const { listen: listhen } = await import("listhen");
  const listener = await listhen((request, response) => handle(app, request, response), {
    port: { port, random: port === 0, alternativePortRange: [0, 0], ports: [], host },
    hostname: host,
    showURL: false,
    autoClose: false,
    public: false,
    isProd: true,
    isTest: false,
  });
  // listhen can also listen on a path, and types its server as any of three
  const server = listener.server as Server;
  harden(server);
  limitConnections(server, connectionsPerAddress);
  const address = server.address();
  const bound = typeof address === "object" && address ? address.port : port;
  return { url: `http://${host.includes(":") ? `[${host}]` : host}:${bound}`, port: bound, close: () => drain(server, drainMilliseconds) };
}

// listhen silently uses another port when this one is taken.
async function portIsFree(port: number, host: string): Promise<void> {
  if (port === 0) return;
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once("error", ({ code }: NodeJS.ErrnoException) => {
      const why = code === "EADDRINUSE" ? "is already in use" : `cannot be opened (${code})`;
      reject(new CalcError("configuration", { message: `Port ${port} on ${host} ${why}: set PORT to a free one.` }));
    });
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

async function handle(app: H3, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const fault = headFault(request);
  if (fault) {
    request.socket.end(rawProblem(fault === tooManyHeaders ? 431 : 400, "bad_request", fault));
    return;
  }
  try {
    const answer = await app.fetch(new NodeRequest({ req: request, res: response }));
    if (!sent(response, answer)) await sendNodeResponse(response, answer);
  } catch {
    // for example a header that Node refuses; a half-sent answer is cut off, so that nobody takes it for complete
    if (response.headersSent) response.destroy();
    else request.socket.end(rawProblem(500, "internal", "The answer could not be sent."));
  }
}

/** Hosts that need no parsing: names that do not end in a digit, `127.0.0.1`, a port. */
const plainHost = /^(?:[a-z\d-]+\.)*[a-z][a-z-]*(?::[1-5]?\d{1,4})?$|^127\.0\.0\.1(?::[1-5]?\d{1,4})?$/i;

const mostHeaders = 100;
const tooManyHeaders = `A request may have ${mostHeaders} headers.`;

/** Violations of HTTP in the request's head that Node's parser accepts, or answers with an empty response. */
function headFault({
  headers,
  rawHeaders,
  httpVersion,
  url = "",
}: Pick<IncomingMessage, "headers" | "rawHeaders" | "httpVersion" | "url">): string | undefined {
  if (rawHeaders.length > 2 * mostHeaders) return tooManyHeaders;
  if (hostsIn(rawHeaders) > 1) return "The request has more than one Host header.";
  if (headers.host === undefined && httpVersion !== "1.0") return "The request has no Host header.";
  // the URL of such a request cannot be parsed, and the handler would throw outside of any catch
  if (headers.host && !plainHost.test(headers.host) && !URL.canParse(`http://${headers.host}`)) return "The Host header names no host.";
  if (!url.startsWith("/") && url !== "*" && !URL.canParse(url)) return "The address is not a valid URL.";
  return undefined;
}

// Node takes the first of several; a proxy may have taken another one
function hostsIn(rawHeaders: string[]): number {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]!.length === 4 && /^host$/i.test(rawHeaders[at]!)) hosts++;
  return hosts;
}

/** Refuses further connections of an address that has too many, so that others still find one free. */
function limitConnections(server: Server, most: number): void {
  const counts = new Map<string, number>();
  server.on("connection", (socket: Socket) => {
    const address = socket.remoteAddress ?? "";
    const count = (counts.get(address) ?? 0) + 1;
    if (count > most) return void socket.destroy();
    counts.set(address, count);
    socket.once("close", () => {
      const left = counts.get(address)! - 1;
      if (left > 0) counts.set(address, left);
      else counts.delete(address);
    });
  });
}

/** Broken HTTP on the socket, by Node's error code. */
const socketErrors: Record<string, [status: number, code: string, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, "bad_request", "The request's headers are too large."],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "body_timeout", "The request did not arrive in time."],
};

function harden(server: Server): void {
  // http-shutdown's listener throws while a refused chunked body is read, which would end the process
  for (const each of server.listeners("request")) if (String(each).includes("_isIdle")) server.off("request", each as () => void);
  server.headersTimeout = 10_000;
  server.requestTimeout = 15_000;
  server.keepAliveTimeout = 65_000;
  // a client that neither reads its answer nor sends its request
  server.timeout = 30_000;
  // beyond a number set here headers are dropped without a word; their size is limited anyway
  server.maxHeadersCount = 0;
  server.maxConnections = 2000;
  // as: Node has these members, but its types do not; without the first, a client that half-closes loses its answer, and with
  // the second, a request without Host gets an empty 400
  Object.assign(server as Server & { httpAllowHalfOpen: boolean; requireHostHeader: boolean }, {
    httpAllowHalfOpen: true,
    requireHostHeader: false,
  });
  server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
    // for a pipelined request, Node would write the 100 between headers and body of the answer before it
    const goOn = () => response.headersSent || response.writeContinue();
    if (response.socket) goOn();
    else response.once("socket", goOn);
    server.emit("request", request, response);
  });
  server.on("checkExpectation", ({ socket }) =>
    socket.end(rawProblem(417, "bad_request", "The only expectation this server meets is 100-continue.")),
  );
  server.on("clientError", ({ code = "" }: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable || socket.destroyed) return;
    const [status, name, message] = socketErrors[code] ?? [400, "bad_request", "The request is not valid HTTP."];
    socket.end(rawProblem(status, name, message));
  });
}

async function drain(server: Server, milliseconds: number): Promise<void> {
  const deadline = setTimeout(() => server.closeAllConnections(), milliseconds);
  // a keep-alive connection is idle only after its answer: repeat until none is left
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  clearTimeout(deadline);
  clearInterval(idle);
}

// What went over a connection, as HTTP messages: for tests that write and read their own bytes.
export interface Message {
  status: number;
  header: (name: string) => string | undefined;
  body: Buffer;
}

/** The whole answers in what a connection gave; what is left is the beginning of one, or nothing. */
export function answersIn(bytes: Buffer): { answers: Message[]; rest: string } {
  const answers: Message[] = [];
  // one letter a byte, so that lengths are bytes
  let rest = bytes.toString("latin1");
  for (;;) {
    const end = rest.indexOf("\r\n\r\n");
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(rest)?.[1] ?? 0);
    if (end < 0 || status === 0) return { answers, rest };
    const head = rest.slice(0, end);
    const header = (name: string) => new RegExp(`^${name}: *(.*?)\\r?$`, "im").exec(head)?.[1];
    const after = rest.slice(end + 4);
    const chunked = /chunked/i.test(header("transfer-encoding") ?? "");
    const bodiless = status === 204 || status === 304;
    const length = chunked ? chunkedLength(after) : Number((!bodiless && header("content-length")) || 0);
    if (length === undefined || after.length < length) return { answers, rest };
    const body = after.slice(0, length);
    answers.push({ status, header, body: Buffer.from(chunked ? unchunked(body) : body, "latin1") });
    rest = after.slice(length);
  }
}
function chunkedLength(text: string): number | undefined {
  const end = text.indexOf("0\r\n\r\n");
  return end < 0 ? undefined : end + 5;
}
const unchunked = (text: string) => text.replace(/([0-9a-f]+)\r\n([\s\S]*?)\r\n(?=[0-9a-f]+\r\n)/gi, "$2").replace(/0\r\n\r\n$/, "");

/** Method and target of every request that was written on a connection. */
export function requestsIn(text: string): { method: string; path: string }[] {
  return [...text.matchAll(/(?:^|\n)([A-Z]+) (\S+) HTTP\/1\.[01]\r\n/g)].map(([, method, path]) => ({ method: method!, path: path! }));
}

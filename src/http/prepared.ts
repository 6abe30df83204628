// Answers that many clients share: bytes made once per version of the catalogue, compressed once per encoding.
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import type { H3Event } from "h3";
import { LRUCache } from "lru-cache";
import { type Head, respond } from "./respond.ts";

const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
/** Up to so many bytes compressing takes less time than handing the work to another thread. */
const quicklyCompressed = 20_000;
const compressors = {
  br: async (bytes: Buffer) =>
    bytes.length > quicklyCompressed ? promisify(brotliCompress)(bytes, brotli) : brotliCompressSync(bytes, brotli),
  gzip: async (bytes: Buffer) => (bytes.length > quicklyCompressed ? promisify(gzip)(bytes) : gzipSync(bytes)),
};
type Encoding = keyof typeof compressors;
/** Below this many bytes compressing costs more than it saves. */
const worthCompressing = 1400;
const mostPrepared = 500;

interface Prepared {
  type: string;
  etag: string;
  bytes: Buffer;
  encoded: Map<Encoding, Promise<Buffer>>;
}

/** One prepared answer: the version it is made from, its key, and how to make it; for types other than JSON `make` returns the text or bytes. */
export interface Place {
  version: object;
  key: string;
  make: () => unknown;
  type?: string;
  /** Headers beside those of every prepared answer, or in their place. */
  headers?: Record<string, string>;
}

/** Keeps prepared answers by key for as long as the version they were made from is in use. */
export function createPrepared(): (event: H3Event, place: Place) => Promise<Response> {
  let current: object | undefined;
  let cache = new Map<string, Prepared>();
  return (event, { version, key, make, type = "application/json", headers = {} }) => {
    if (version !== current) [current, cache] = [version, new Map()];
    let prepared = cache.get(key);
    if (!prepared) {
      prepared = prepare(type === "application/json" ? JSON.stringify(make()) : (make() as string | Buffer), type);
      if (cache.size >= mostPrepared) cache.clear();
      cache.set(key, prepared);
    }
    return send(event, prepared, headers);
  };
}

function prepare(made: string | Buffer, type: string): Prepared {
  const bytes = Buffer.from(made as string);
  return { type, bytes, etag: `W/"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`, encoded: new Map() };
}

async function send(event: H3Event, prepared: Prepared, further: Record<string, string>): Promise<Response> {
  const { type, etag, bytes, encoded: encodings } = prepared;
  const headers = { etag, "cache-control": "no-cache", vary: "accept-encoding", ...further };
  if (matches(event.req.headers.get("if-none-match"), etag)) return respond(event, null, { status: 304, headers });
  const encoding = bytes.length < worthCompressing ? undefined : encodingFor(event);
  if (!encoding) return respond(event, bytes, { headers: { ...headers, "content-type": type } });
  let encoded = encodings.get(encoding);
  if (!encoded) encodings.set(encoding, (encoded = compressors[encoding](bytes)));
  return respond(event, await encoded, { headers: { ...headers, "content-type": type, "content-encoding": encoding } });
}

/** Headers of a JSON answer for one client. */
export const jsonHeaders = { "cache-control": "no-store", "content-type": "application/json" };

/** A JSON answer for one client. */
export function sendJson(event: H3Event, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return sendText(event, JSON.stringify(body), { headers: { ...jsonHeaders, ...headers } });
}

/** A text for one client, with the type in its headers; compressed where that pays. */
export async function sendText(event: H3Event, text: string, head: Head): Promise<Response> {
  const encoding = text.length < worthCompressing ? undefined : encodingFor(event);
  if (!encoding) return respond(event, text, head);
  const headers = { ...head.headers, "content-encoding": encoding, vary: "accept-encoding" };
  return respond(event, await compressors[encoding](Buffer.from(text)), { ...head, headers });
}

function matches(sent: string | null, etag: string): boolean {
  if (!sent) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  return sent.trim() === "*" || sent.split(",").some((tag) => opaque(tag) === opaque(etag));
}

/** Encodings by Accept-Encoding header: clients send few different ones. */
const chosen = new LRUCache<string, { encoding?: Encoding }>({ max: 100 });
function encodingFor(event: H3Event): Encoding | undefined {
  const header = event.req.headers.get("accept-encoding")?.slice(0, 500);
  if (!header) return undefined;
  let choice = chosen.get(header);
  if (!choice) chosen.set(header, (choice = choose(header)));
  return choice.encoding;
}

function choose(header: string): { encoding?: Encoding } {
  const accepted = new Map<string, number>();
  for (const part of header.split(",")) {
    const [name = "", ...parameters] = part.split(";").map((each) => each.trim());
    const quality = Number(parameters.find((each) => each.startsWith("q="))?.slice(2) ?? 1);
    accepted.set(name.toLowerCase(), Number.isNaN(quality) ? 0 : quality);
  }
  const wish = (encoding: Encoding) => accepted.get(encoding) ?? accepted.get("*") ?? 0;
  if (wish("br") > 0 && wish("br") >= wish("gzip")) return { encoding: "br" };
  return wish("gzip") > 0 ? { encoding: "gzip" } : {};
}

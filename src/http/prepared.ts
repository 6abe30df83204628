// Answers that many clients share: bytes made once per version of the catalogue, compressed once per encoding.
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import type { H3Event } from "h3";
import { FastResponse } from "srvx";
import { headersOf } from "./app.ts";

const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
/** Up to so many bytes the way to another thread and back takes longer than compressing. */
const quicklyCompressed = 20_000;
const compressors = {
  br: async (bytes: Buffer) =>
    bytes.length > quicklyCompressed ? promisify(brotliCompress)(bytes, brotli) : brotliCompressSync(bytes, brotli),
  gzip: async (bytes: Buffer) => (bytes.length > quicklyCompressed ? promisify(gzip)(bytes) : gzipSync(bytes)),
};
type Encoding = keyof typeof compressors;
/** Below this many bytes compressing costs more than it saves. */
const worthCompressing = 1400;
const mostKept = 500;

interface Prepared {
  type: string;
  etag: string;
  bytes: Buffer;
  encoded: Map<Encoding, Promise<Buffer>>;
}

/** One prepared answer: the version it is made from, its name, and how it is made; with a type other than JSON `make` gives the text or the bytes themselves. */
export interface Place {
  version: object;
  key: string;
  make: () => unknown;
  type?: string;
}

/** Keeps prepared answers by key for as long as the version they were made from is in use. */
export function createPrepared(): (event: H3Event, place: Place) => Promise<Uint8Array | string> {
  let current: object | undefined;
  let kept = new Map<string, Prepared>();
  return (event, { version, key, make, type = "application/json" }) => {
    if (version !== current) [current, kept] = [version, new Map()];
    let prepared = kept.get(key);
    if (!prepared) {
      prepared = prepare(type === "application/json" ? JSON.stringify(make()) : (make() as string | Buffer), type);
      if (kept.size >= mostKept) kept.clear();
      kept.set(key, prepared);
    }
    return send(event, prepared);
  };
}

function prepare(made: string | Buffer, type: string): Prepared {
  const bytes = Buffer.from(made as string);
  return { type, bytes, etag: `W/"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`, encoded: new Map() };
}

async function send(event: H3Event, prepared: Prepared): Promise<Uint8Array | string> {
  const { headers } = event.res;
  headers.set("etag", prepared.etag);
  headers.set("cache-control", "no-cache");
  headers.set("vary", "accept-encoding");
  if (matches(event.req.headers.get("if-none-match"), prepared.etag)) {
    event.res.status = 304;
    return "";
  }
  headers.set("content-type", prepared.type);
  const encoding = prepared.bytes.length < worthCompressing ? undefined : encodingFor(event);
  if (!encoding) return prepared.bytes;
  let encoded = prepared.encoded.get(encoding);
  if (!encoded) prepared.encoded.set(encoding, (encoded = compressors[encoding](prepared.bytes)));
  headers.set("content-encoding", encoding);
  return encoded;
}

/** An answer for one client alone, as JSON. */
export function sendJson(event: H3Event, body: unknown): Promise<Uint8Array | string> {
  event.res.headers.set("cache-control", "no-store");
  return sendText(event, JSON.stringify(body), "application/json");
}

/** The same with all of its headers, for an address where none were set on the event. */
export async function wholeJson(event: H3Event, body: unknown, further: Record<string, string>): Promise<Response> {
  const text = JSON.stringify(body);
  const headers = headersOf(event);
  headers.push(["cache-control", "no-store"], ["content-type", "application/json"], ...Object.entries(further));
  const encoding = text.length < worthCompressing ? undefined : encodingFor(event);
  if (!encoding) return new FastResponse(text, { headers });
  headers.push(["content-encoding", encoding], ["vary", "accept-encoding"]);
  return new FastResponse(await compressors[encoding](Buffer.from(text)), { headers });
}

/** A text for one client alone: compressed where it is worth it. */
export async function sendText(event: H3Event, text: string, type: string): Promise<Uint8Array | string> {
  const { headers } = event.res;
  headers.set("content-type", type);
  const encoding = text.length < worthCompressing ? undefined : encodingFor(event);
  if (!encoding) return text;
  headers.set("content-encoding", encoding);
  headers.set("vary", "accept-encoding");
  return compressors[encoding](Buffer.from(text));
}

function matches(sent: string | null, etag: string): boolean {
  if (!sent) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  return sent.trim() === "*" || sent.split(",").some((tag) => opaque(tag) === opaque(etag));
}

function encodingFor(event: H3Event): Encoding | undefined {
  const accepted = new Map<string, number>();
  for (const part of (event.req.headers.get("accept-encoding") ?? "").slice(0, 500).split(",")) {
    const [name = "", ...parameters] = part.split(";").map((each) => each.trim());
    const quality = Number(parameters.find((each) => each.startsWith("q="))?.slice(2) ?? 1);
    accepted.set(name.toLowerCase(), Number.isNaN(quality) ? 0 : quality);
  }
  const wish = (encoding: Encoding) => accepted.get(encoding) ?? accepted.get("*") ?? 0;
  return wish("br") > 0 && wish("br") >= wish("gzip") ? "br" : wish("gzip") > 0 ? "gzip" : undefined;
}

// Bodies of JSON and forms, read from Node's request: behind listhen, h3's own body limit lets one chunked request end the process.
import { isAscii } from "node:buffer";
import type { IncomingMessage } from "node:http";
import type { H3Event } from "h3";
import { CalcError } from "../errors.ts";

interface Limits {
  bytes?: number;
  milliseconds?: number;
}

/** The text of a body of JSON; throws 400, 408, 413 or 415. */
export async function readJsonText(event: H3Event, { bytes = largest, milliseconds = 10_000 }: Limits = {}): Promise<string> {
  if (typeOf(event) !== "application/json")
    refuse("unsupported_media_type", "Send the body as JSON with the header Content-Type: application/json.");
  const raw = await readRaw(event, { bytes, milliseconds });
  try {
    return isAscii(raw) ? Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString("latin1") : decoder.decode(raw);
  } catch {
    return refuse("malformed_body", "The body is not valid UTF-8.");
  }
}

/** The body as a JSON object; throws 400, 408, 413 or 415. */
export async function readJson(event: H3Event, { depth, ...limits }: Limits & { depth?: number } = {}): Promise<Record<string, unknown>> {
  return parseObject(await readJsonText(event, limits), depth);
}

/** The fields of an HTML form, the first of each name, exactly as typed; throws 400, 408, 413 or 415. */
export async function readForm(event: H3Event, { bytes = 16 * 1024, milliseconds = 10_000 }: Limits = {}): Promise<Map<string, string>> {
  if (typeOf(event) !== "application/x-www-form-urlencoded")
    refuse("unsupported_media_type", "Send the fields of the form with the header Content-Type: application/x-www-form-urlencoded.");
  const raw = await readRaw(event, { bytes, milliseconds });
  // URLSearchParams replaces invalid UTF-8, which would make two different passwords equal
  const plain = (text: string) => decodeURIComponent(text.replaceAll("+", " "));
  const pair = (text: string): [string, string] => {
    const end = text.includes("=") ? text.indexOf("=") : text.length;
    return [plain(text.slice(0, end)), plain(text.slice(end + 1))];
  };
  try {
    return new Map(decoder.decode(raw).split("&").reverse().map(pair));
  } catch {
    return refuse("malformed_body", "The form is not valid UTF-8.");
  }
}

function typeOf(event: H3Event): string | undefined {
  const type = event.req.headers.get("content-type");
  return type === "application/json" ? type : type?.split(";")[0]?.trim().toLowerCase();
}
async function readRaw(event: H3Event, limits: Required<Limits>): Promise<Uint8Array> {
  if (event.req.headers.get("content-encoding")) refuse("unsupported_media_type", "Send the body uncompressed (no Content-Encoding).");
  const node = event.runtime?.node?.req as IncomingMessage | undefined;
  return node ? collect(node, limits) : collectWeb(event, limits.bytes);
}

const largest = 64 * 1024;

/** Stops reading the body of a refused request, unless it is small; returns the headers to close the connection where needed. */
export function abandonBody(event: H3Event): Record<string, string> {
  const node = event.runtime?.node?.req as IncomingMessage | undefined;
  if (!node || node.complete) return {};
  const small = node.headers["transfer-encoding"] === undefined && Number(node.headers["content-length"] ?? 0) <= largest;
  if (small) return {};
  node.pause();
  return { connection: "close" };
}

function refuse(code: string, message: string, close = false): never {
  throw new CalcError(code, { message, ...(close && { headers: { connection: "close" } }) });
}
const tooLarge = (bytes: number) =>
  new CalcError("body_too_large", { message: `The body may have ${bytes / 1024} KiB.`, headers: { connection: "close" } });

async function collectWeb(event: H3Event, bytes: number): Promise<Uint8Array> {
  const raw = new Uint8Array(await event.req.arrayBuffer());
  if (raw.byteLength > bytes) throw tooLarge(bytes);
  return raw;
}

/** Reads at most `bytes` within `milliseconds`; reading stops at the first byte too many. */
async function collect(request: IncomingMessage, { bytes, milliseconds }: Required<Limits>): Promise<Uint8Array> {
  // most bodies arrive together with the headers: then there is nothing to wait for
  const { readableLength: arrived, headers } = request;
  if (arrived > 0 && arrived <= bytes && headers["content-length"] === String(arrived)) {
    const whole = request.read() as Buffer;
    request.resume();
    return whole;
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let received = 0;
    const finish = (error?: CalcError) => {
      clearTimeout(timer);
      request.off("data", take).off("end", end).off("close", gone).off("error", gone);
      // an error after a refusal must not become an unhandled one
      request.on("error", () => {});
      if (!error) return resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks));
      request.pause();
      reject(error);
    };
    const take = (chunk: Buffer) => {
      received += chunk.length;
      if (received > bytes) finish(tooLarge(bytes));
      else chunks.push(chunk);
    };
    const end = () => finish();
    const gone = () =>
      finish(new CalcError("malformed_body", { message: "The connection ended before the body did.", headers: { connection: "close" } }));
    const late = () =>
      finish(
        new CalcError("body_timeout", {
          message: `The body did not arrive within ${milliseconds / 1000} s.`,
          headers: { connection: "close" },
        }),
      );
    const timer = setTimeout(late, milliseconds);
    if (Number(request.headers["content-length"] ?? 0) > bytes) return finish(tooLarge(bytes));
    request.on("data", take).once("end", end).once("close", gone).once("error", gone);
  });
}

const decoder = new TextDecoder("utf-8", { fatal: true });

/** A text as a JSON object; throws 400. */
export function parseObject(text: string, depth = 32): Record<string, unknown> {
  if (text === "") refuse("malformed_body", 'The body is empty: send { "calculator": "…", "inputs": { … } }.');
  // JSON.parse accepts a million levels, but JSON.stringify overflows the stack
  if (depthExceeds(text, depth)) refuse("malformed_body", `The body nests deeper than ${depth} levels.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse("malformed_body", "The body is not valid JSON.");
  }
  if (value === null || typeof value !== "object" || Array.isArray(value)) refuse("malformed_body", "The body must be a JSON object.");
  return value as Record<string, unknown>;
}

function depthExceeds(text: string, most: number): boolean {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (quoted) {
      if (code === 92) at++;
      else if (code === 34) quoted = false;
    } else if (code === 34) quoted = true;
    else if (code === 123 || code === 91) {
      if (++depth > most) return true;
    } else if (code === 125 || code === 93) depth--;
  }
  return false;
}

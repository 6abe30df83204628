// The one place where an error becomes an answer: application/problem+json (RFC 9457), the same shape from every route.
import { type H3Event, HTTPError } from "h3";
import { CalcError, codes, type Fault } from "../errors.ts";
import { requestIdOf, respond } from "./respond.ts";

/** The body of every error. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  success: false;
  code: string;
  requestId: string;
  errors: Fault[];
}

/** What h3 itself refuses (a path without route, a malformed URL) in our codes. */
const codeOfStatus: Record<number, [code: string, detail: string]> = {
  400: ["bad_request", "The address is not a valid URL."],
  404: ["not_found", "There is nothing at this address. GET /api/v1/calculators lists all calculators."],
  405: ["method_not_allowed", "This address does not know that method."],
};

/** Any error as a CalcError: itself, its cause, h3's own, or an `internal` one that reveals nothing. */
export function asCalcError(error: unknown): CalcError {
  for (let each = error; each instanceof Error; each = each.cause) if (each instanceof CalcError) return each;
  if (error instanceof HTTPError && !error.unhandled) {
    const [code, message] = codeOfStatus[error.status] ?? ["bad_request", error.message];
    return new CalcError(code, { message });
  }
  return new CalcError("internal", {
    message: "Something went wrong on our side; the log holds the cause under this request id.",
    cause: error,
  });
}

/** The problem document of an error. */
export function toProblem(
  { code, status, title, message, errors }: CalcError,
  { instance, requestId }: { instance: string; requestId: string },
): Problem {
  return { type: `urn:formulary:problem:${code}`, title, status, detail: message, instance, success: false, code, requestId, errors };
}

/** Answers an error on an event, with further headers. */
export function answerProblem(error: CalcError, event: H3Event, further: Record<string, string>): Response {
  const problem = toProblem(error, { instance: event.url.pathname.slice(0, 200), requestId: requestIdOf(event) });
  const headers = { "content-type": "application/problem+json", "cache-control": "no-store", ...further, ...error.headers };
  return respond(event, JSON.stringify(problem), { status: error.status, headers });
}

/** A problem as a raw HTTP response, for broken HTTP on the socket, which never becomes a request. */
export function rawProblem(status: number, code: string, message: string): string {
  const { title } = codes[code] ?? codes.bad_request!;
  const body = JSON.stringify({
    type: `urn:formulary:problem:${code}`,
    title,
    status,
    detail: message,
    instance: "",
    success: false,
    code,
    requestId: "",
    errors: [],
  });
  const reasons: Record<number, string> = {
    400: "Bad Request",
    408: "Request Timeout",
    413: "Content Too Large",
    417: "Expectation Failed",
    431: "Request Header Fields Too Large",
    500: "Internal Server Error",
  };
  return `HTTP/1.1 ${status} ${reasons[status] ?? "Bad Request"}\r\nContent-Type: application/problem+json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\nAccess-Control-Allow-Origin: *\r\n\r\n${body}`;
}

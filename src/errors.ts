// Errors: one class, and one table of codes with the HTTP status and title of each.
import type { Finding } from "./types.ts";

/** One fault inside a request: where it is (a JSON pointer), which rule it breaks, and how to correct it. */
export interface Fault {
  path: string;
  code: string;
  message: string;
  hint?: string;
}

/** HTTP status and title of an error code. */
export interface ErrorCode {
  status: number;
  title: string;
}

/** Status and title of every code; a plugin adds its own as `plugin/code`. */
export const codes: Record<string, ErrorCode> = {
  // a formula or a definition is wrong: its author must correct it; clients never see these codes
  formula: { status: 422, title: "The calculation is not defined for these inputs" },
  absent: { status: 422, title: "An optional input is needed here" },
  definition: { status: 500, title: "The calculator file is not valid" },
  configuration: { status: 500, title: "The configuration is not valid" },
  plugin: { status: 500, title: "The list of plugins is not valid" },
  // a request is wrong
  bad_request: { status: 400, title: "The request is not valid HTTP" },
  invalid_query: { status: 400, title: "The query is not valid" },
  malformed_body: { status: 400, title: "The body is not a valid JSON object" },
  foreign_host: { status: 403, title: "This server does not answer here under that name" },
  unknown_calculator: { status: 404, title: "No such calculator" },
  withdrawn: { status: 410, title: "The calculator was withdrawn" },
  not_found: { status: 404, title: "No such page" },
  method_not_allowed: { status: 405, title: "Method not allowed" },
  body_timeout: { status: 408, title: "The body did not arrive in time" },
  body_too_large: { status: 413, title: "The body is too large" },
  unsupported_media_type: { status: 415, title: "The body has another type than this address takes" },
  invalid_inputs: { status: 422, title: "The inputs are not valid" },
  unreadable_text: { status: 422, title: "A text cannot be read" },
  client_left: { status: 499, title: "The client has closed the connection" },
  too_much_work: { status: 422, title: "The calculation takes too many steps" },
  no_finite_result: { status: 422, title: "There is no finite result" },
  too_many_requests: { status: 429, title: "Too many requests" },
  internal: { status: 500, title: "Something went wrong on our side" },
  storage_unavailable: { status: 503, title: "The storage does not answer" },
  unavailable: { status: 503, title: "Temporarily unavailable" },
  draining: { status: 503, title: "This server is being stopped" },
};

/** Which finding an error becomes where it is met while a file is compiled. */
type FindingKind = Pick<Finding, "code" | "name">;

interface Facts {
  /** One sentence: where, what, and how to correct it. */
  message: string;
  errors?: Fault[];
  headers?: Record<string, string>;
  cause?: unknown;
  finding?: FindingKind;
}

/** The error that this program throws on purpose; `code` is a key of `codes`, or `plugin/code` with a status of its own. */
export class CalcError extends Error {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  readonly errors: Fault[];
  readonly headers: Record<string, string>;
  readonly finding: FindingKind | undefined;

  constructor(code: string, { message, errors = [], headers = {}, cause, finding }: Facts, own?: ErrorCode) {
    // no stack trace: nobody reads it, and capturing it costs more than the refused calculation
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message, { cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.name = "CalcError";
    this.code = code;
    const { status, title } = own ?? codes[code] ?? codes.internal!;
    this.status = status;
    this.title = title;
    this.errors = errors;
    this.headers = headers;
    this.finding = finding;
  }
}

/** Throws for a formula that is wrong, or not defined for these inputs. */
export function failFormula(message: string, finding?: FindingKind): never {
  throw new CalcError("formula", { message, ...(finding && { finding }) });
}

/** Throws for a formula or template that cannot be read. */
export function failSyntax(message: string): never {
  failFormula(message, { code: "syntax" });
}

/** Throws for a text from a client that a function cannot read; answered as 422 with this sentence. */
export function failText(message: string): never {
  throw new CalcError("unreadable_text", { message });
}

/** What some work gives; undefined where it ends with a CalcError. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof CalcError) return undefined;
    throw error;
  }
}

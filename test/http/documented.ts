// Whether an answer is as the OpenAPI document says: its status, its headers, its type and its body.
import { hash } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { isClock, isDate } from "../../plugins/functions-dates/index.ts";

export interface Answer {
  /** Empty where nobody knows what was asked: broken HTTP. */
  method: string;
  path: string;
  status: number;
  header: (name: string) => string | null | undefined;
  body: Buffer;
}
/** What an answer is one of (nothing where the document does not speak of it), and what is wrong with it. */
export interface Verdict {
  kind?: string;
  faults: string[];
}
interface Described {
  $ref?: string;
  headers?: Record<string, { $ref: string }>;
  content?: Record<string, object>;
}
type Operation = { responses: Record<string, Described> };
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Record<string, Described>; headers: Record<string, { required?: boolean; schema: { type: string } }> };
}

/** A document, ready to hold answers against. */
export interface Reading {
  document: Document;
  /** The path of the document that a request's target means. */
  templateOf: (target: string) => string | undefined;
  faultsOf: (body: unknown, place: string[]) => string[];
  /** Long bodies that were found good: lists come again and again. */
  good: Set<string>;
}

/** Reads a document. */
export function readOpenapi(made: object): Reading {
  // as it is served: what JSON leaves out is not there
  const document = JSON.parse(JSON.stringify(made)) as Document;
  const templates = Object.keys(document.paths)
    .sort((a, b) => a.split("{").length - b.split("{").length)
    .map((template) => ({ template, form: new RegExp(`^${template.replace(/\{\w+\}/g, "[^/]+")}$`) }));
  const templateOf = (target: string) => {
    // a slash at the end is the same address; dots are taken out as the server does
    const address = target.startsWith("/") ? `http://localhost${target}` : target;
    if (!URL.canParse(address)) return undefined;
    const path = new URL(address).pathname.replace(/(.)\/$/, "$1");
    return templates.find(({ form }) => form.test(path))?.template;
  };
  return { document, templateOf, faultsOf: createValidator(document), good: new Set() };
}
const problemType = "application/problem+json";

/** Validates bodies against places of a document; every place is compiled once. */
export function createValidator(from: object): (body: unknown, place: string[]) => string[] {
  const ajv = new Ajv2020({
    strict: false,
    meta: false,
    validateSchema: false,
    allErrors: true,
    ownProperties: true,
    formats: { "date-time": true, uri: true, date: isDate, clock: isClock },
  });
  ajv.addSchema(from, "document");
  const compiled = new Map<string, ValidateFunction>();
  const compile = (place: string[]) => {
    const pointer = place.map((each) => `/${encodeURIComponent(each.replaceAll("~", "~0").replaceAll("/", "~1"))}`).join("");
    const validate = ajv.getSchema(`document#${pointer}`);
    if (!validate) throw new Error(`The document has no ${place.join(" ")}.`);
    compiled.set(place.join("\n"), validate);
    return validate;
  };
  return (body, place) => {
    const validate = compiled.get(place.join("\n")) ?? compile(place);
    return validate(body) ? [] : validate.errors!.map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
}
/** What is wrong with an answer; for pages, assets and addresses of others nothing. */
export function checkAnswer(reading: Reading, answer: Answer): Verdict {
  const template = reading.templateOf(answer.path);
  const { status } = answer;
  if (isOfSocket(answer)) return { kind: `socket ${status}`, faults: problemFaults(reading, answer) };
  if (template === undefined)
    return typeOf(answer) === problemType ? { kind: `elsewhere ${status}`, faults: problemFaults(reading, answer) } : { faults: [] };
  const operation = reading.document.paths[template]![methodOf(answer)];
  const faults = (operation ? operationFaults : otherMethodFaults)(reading, answer, template);
  return { kind: `${answer.method} ${template} ${status}`, faults };
}

/** Whether an answer to nobody knows which request is one that some operation may give. */
export function checkAnywhere(reading: Reading, answer: Answer): string[] {
  const own = checkAnswer(reading, { ...answer, method: "", path: "" });
  if (own.kind !== undefined || typeOf(answer)?.startsWith("text/html")) return own.faults;
  const asked = Object.entries(reading.document.paths).flatMap(([path, methods]) =>
    ["options", "head", ...Object.keys(methods)].map((method) => ({ ...answer, method, path: path.replace(/\{\w+\}/g, "x") })),
  );
  const verdicts = asked.map((each) => checkAnswer(reading, each).faults);
  return verdicts.some((faults) => faults.length === 0) ? [] : verdicts.sort((a, b) => a.length - b.length)[0]!;
}

const typeOf = ({ header }: Answer) => header("content-type")?.split(";")[0];
const methodOf = ({ method }: Answer) => (method.toLowerCase() === "head" ? "get" : method.toLowerCase());

// refused by the socket before it was a request: at no address, under no id, and the connection ends
const socketStatuses = [400, 408, 417, 431];
const isOfSocket = ({ status, header, body }: Answer) =>
  socketStatuses.includes(status) && header("connection") === "close" && !header("x-request-id") && body.includes('"instance":""');

const problemFaults = (reading: Reading, answer: Answer): string[] => bodyFaults(reading, answer, ["components", "schemas", "Problem"]);

/** The document describes the methods that do something: another is refused, and OPTIONS is a browser's question. */
function otherMethodFaults(reading: Reading, answer: Answer): string[] {
  const { method, status, header, body } = answer;
  if (method.toUpperCase() === "OPTIONS") return status === 204 && body.length === 0 ? [] : ["OPTIONS is answered 204 without a body"];
  if (status !== 405) return ["a method that the document does not name is answered 405"];
  return [...(header("allow") ? [] : ["the header Allow is missing"]), ...problemFaults(reading, answer)];
}

function operationFaults(reading: Reading, answer: Answer, template: string): string[] {
  const { status, method, body } = answer;
  const { paths, components } = reading.document;
  const named = paths[template]![methodOf(answer)]!.responses[status];
  if (!named) return ["the document names no such status here"];
  const place = named.$ref ? named.$ref.slice(2).split("/") : ["paths", template, methodOf(answer), "responses", String(status)];
  const described = named.$ref ? components.responses[place.at(-1)!]! : named;
  const faults = headerFaults(reading, described, answer);
  if (!described.content) return [...faults, ...(body.length > 0 ? ["the document names no body here"] : [])];
  const type = typeOf(answer) ?? "";
  if (!Object.hasOwn(described.content, type)) return [...faults, `the document does not name the type "${type}" here`];
  if (method.toUpperCase() === "HEAD") return [...faults, ...(body.length > 0 ? ["HEAD is answered with a body"] : [])];
  return [...faults, ...bodyFaults(reading, answer, [...place, "content", type, "schema"])];
}

function headerFaults({ document }: Reading, { headers = {} }: Described, { header }: Answer): string[] {
  return Object.entries(headers).flatMap(([name, { $ref }]) => {
    const { required, schema } = document.components.headers[$ref.split("/").at(-1)!]!;
    const value = header(name);
    if (value === null || value === undefined) return required ? [`the header ${name} is missing`] : [];
    return schema.type === "integer" && !/^\d+$/.test(value) ? [`the header ${name} is "${value}", which is no whole number`] : [];
  });
}

const long = 4096;

function bodyFaults({ faultsOf, good }: Reading, { body, header }: Answer, place: string[]): string[] {
  if (header("content-type")?.startsWith("text/")) return [];
  const known = body.length < long ? undefined : `${place.join("\n")}\n${hash("sha1", body)}`;
  if (known && good.has(known)) return [];
  let value: unknown;
  try {
    value = JSON.parse(plain(body, header("content-encoding") ?? "").toString());
  } catch {
    return [`the body is no JSON: ${body.toString().slice(0, 200)}`];
  }
  const faults = faultsOf(value, place);
  if (known && faults.length === 0) good.add(known);
  return faults;
}
const decoders: Record<string, (bytes: Buffer) => Buffer> = { gzip: gunzipSync, br: brotliDecompressSync };
const plain = (body: Buffer, encoding: string): Buffer => decoders[encoding]?.(body) ?? body;

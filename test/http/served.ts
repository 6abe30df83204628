import { cp, mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The body; whatever shape a test expects of it is asserted there. */
  body: {
    [key: string]: unknown;
    code?: string;
    cached?: boolean;
    errors?: { path: string; code: string; message: string; hint?: string }[];
    result?: { results: Record<string, { value: unknown; formatted: string }>; explanation: string };
  };
}
interface Question {
  key: string;
  body: string | Uint8Array;
  type?: string;
}
/** A question to POST /calculate over a real socket; bodies go as they are given. */
export async function post(url: string, { key, body, type = "application/json" }: Question): Promise<Answer> {
  const response = await fetch(`${url}/api/v1/calculate`, {
    method: "POST",
    headers: { "content-type": type, "x-api-key": key },
    body: body as Uint8Array<ArrayBuffer>,
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) as Answer["body"] };
}

/** Expects an answer to be a refusal in the one documented shape. */
export function expectProblem(answer: Answer, status: number, code: string): void {
  expect([answer.status, answer.headers.get("content-type")]).toEqual([status, "application/problem+json"]);
  expect(answer.body).toEqual({
    type: `urn:formulary:problem:${code}`,
    title: expect.any(String),
    status,
    detail: expect.any(String),
    instance: "/api/v1/calculate",
    success: false,
    code,
    requestId: answer.headers.get("x-request-id"),
    errors: expect.any(Array),
  });
  expect(answer.text).not.toMatch(/\.[jt]s:\d|node:|Error:|at async/);
}

/** A calculator of one formula. */
export const multiple = (factor: number | string, title = "Multiple"): string => `title: ${title}
description: Many times a number.
subcategory: basic
inputs: { type: object, required: [a], properties: { a: { type: number, title: A, minimum: 0, maximum: 100 } } }
formulas: { r: ${factor} * a }
outputs: { r: { label: R } }
explanation: "{{ r }}"
`;
export const category = "title: Sums\ndescription: Sums.\ngroup: science\nsubcategories: { basic: Basic }\n";

/** A folder with a catalogue of the files given, and a data folder beside it. */
export async function catalogueOf(files: Record<string, string>): Promise<{ folder: string; catalog: string; data: string }> {
  const folder = await mkdtemp(join(tmpdir(), "formulary-"));
  const catalog = join(folder, "catalog");
  await mkdir(catalog);
  await cp("catalog/_units.yaml", join(catalog, "_units.yaml"));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(catalog, path, ".."), { recursive: true });
    await writeFile(join(catalog, path), text);
  }
  return { folder, catalog, data: join(folder, "data") };
}

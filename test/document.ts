// Before all tests, once: the OpenAPI document that every answer is held against (test/setup.ts).
import type { TestProject } from "vitest/node";
import { apiDescription } from "./http/api-document.ts";

/** Gives the document to every file of tests. */
export default function provideDocument({ provide }: TestProject): void {
  provide("openapi", JSON.parse(JSON.stringify(apiDescription)) as object);
}

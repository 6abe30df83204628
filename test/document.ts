// Before all tests, once: the OpenAPI document that every answer is held against (test/setup.ts).
import type { TestProject } from "vitest/node";
import { apiDocument } from "../plugins/openapi/document.ts";
import { language } from "./language/evaluate.ts";

/** Gives the document to every file of tests. */
export default function provideDocument({ provide }: TestProject): void {
  provide("openapi", JSON.parse(JSON.stringify(apiDocument(language))) as object);
}

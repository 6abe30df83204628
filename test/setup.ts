// Before every file of tests: whatever way a test asks a server, the answer is checked against the OpenAPI document, and one
// that is not as the document says fails the test that received it.
import { afterAll, afterEach, expect, inject } from "vitest";
import "./http/overheard.ts";
import { countAnew, holdAgainst, isHeld, takeFaults } from "./http/received.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The document as `/openapi.json` serves it: made once a run (test/document.ts). */
    openapi: object;
  }
  interface TaskMeta {
    /** How many answers of each kind the tests of a file received. */
    answers?: Record<string, number>;
  }
}

if (!isHeld()) holdAgainst(inject("openapi"));
const counts = countAnew();
const most = 20;

const nothingWrong = async () => {
  const faults = await takeFaults();
  expect(faults.slice(0, most), "answers that are not as the OpenAPI document says").toEqual([]);
};
afterEach(({ task }) => {
  task.file.meta.answers = counts;
  return nothingWrong();
});
// what was received before, between and after the tests
afterAll(nothingWrong);

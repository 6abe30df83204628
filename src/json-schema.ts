// JSON Schema, by ajv, which is loaded on first use: a program that starts from a snapshot and only computes needs none of it.
import { createRequire } from "node:module";
import type { Ajv2020, Options } from "ajv/dist/2020.js";

export type { ErrorObject, ValidateFunction } from "ajv/dist/2020.js";

const require = createRequire(import.meta.url);

/** A validator of draft 2020-12. */
export function createAjv(options: Options): Ajv2020 {
  const loaded = require("ajv/dist/2020.js") as typeof import("ajv/dist/2020.js");
  return new loaded.Ajv2020(options);
}

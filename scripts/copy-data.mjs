// tsc emits code only: this puts the data that code reads beside it.
import { copyFileSync } from "node:fs";

copyFileSync("src/catalog/schema.json", "dist/src/catalog/schema.json");

// How vitest runs.
import { resolve } from "node:path";

/** "formulary" and its doors are the sources, not what was built of them. */
const doors = { "": "index", "/functions": "functions", "/http": "http", "/compiler": "compiler" };
const alias = Object.entries(doors).map(([door, file]) => ({
  find: new RegExp(`^formulary${door}$`),
  replacement: resolve(`src/${file}.ts`),
}));

export default {
  resolve: { alias },
  test: {
    dir: "test",
    globalSetup: ["test/folder.ts", "test/document.ts"],
    setupFiles: ["test/setup.ts"],
    maxWorkers: 2,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    reporters: ["default", "./test/closing-line.ts"],
  },
};

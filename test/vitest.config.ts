// How vitest runs: three lanes, told apart by the ends of the files' names.
import { resolve } from "node:path";

/** "formulary" and its other entry points are the sources here, not the build in dist/. */
const entryPoints = { "": "index", "/functions": "functions", "/http": "http", "/compiler": "compiler" };
const alias = Object.entries(entryPoints).map(([path, file]) => ({
  find: new RegExp(`^formulary${path}$`),
  replacement: resolve(`src/${file}.ts`),
}));

const lanes = ["catalog", "system"];
const filesOf = (lane: string) => `**/*.${lane}.test.ts`;
const projects = [
  // the files of these share what they import, which takes most of their time: a file leaves no trace
  { name: "unit", include: ["**/*.test.ts"], exclude: lanes.map(filesOf), isolate: false },
  { name: "catalog", include: [filesOf("catalog")], isolate: false },
  { name: "system", include: [filesOf("system")], globalSetup: ["test/programs.ts"] },
].map((test) => ({ extends: true, test }));

export default {
  resolve: { alias },
  test: {
    dir: "test",
    projects,
    globalSetup: ["test/folder.ts", "test/document.ts"],
    setupFiles: ["test/setup.ts"],
    maxWorkers: 2,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    reporters: ["default", "./test/closing-line.ts"],
  },
};

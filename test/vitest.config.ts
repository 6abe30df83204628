// How vitest runs.
export default {
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

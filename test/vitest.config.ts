// How vitest runs; all else is said in package.json.
export default { test: { setupFiles: ["test/setup.ts"] } };

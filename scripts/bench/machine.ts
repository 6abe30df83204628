import { readFileSync } from "node:fs";
import { cpus, loadavg, release, totalmem, type } from "node:os";
import { pins } from "./processes.ts";
import type { Table } from "./report.ts";

const peers = ["expr-eval", "mathjs", "fastify", "autocannon"];

/** The machine, and the versions that were compared. */
export function machineTable(): Table {
  const versions = peers.map((name) => {
    const { version } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")) as { version: string };
    return `${name} ${version}`;
  });
  const [first] = cpus();
  return {
    title: "The machine",
    head: ["what", "which"],
    rows: [
      ["day", new Date().toISOString().slice(0, 10)],
      ["processor", `${cpus().length} × ${first?.model.trim() || "unknown"}`],
      ["memory", `${Math.round(totalmem() / 2 ** 30)} GB`],
      ["system", `${type()} ${release()}, Node ${process.version}`],
      ["compared with", versions.join(", ")],
      ["cores", pins ? "the server on one, the load on another" : "not pinned: there is no taskset"],
      [
        "load of the machine at the end",
        `${loadavg()
          .map((each) => each.toFixed(1))
          .join(", ")} (1, 5, 15 minutes)`,
      ],
    ],
  };
}

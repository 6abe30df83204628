// What compose.yaml starts with its profile `scale`, as processes: two servers, a Redis or a cluster, a proxy in front.
import { mkdtempSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { smallCatalogue } from "../plugins/served.ts";
import { freePort, hasRedis, startCluster, startRedis } from "../storage/redis.ts";
import { shoot } from "./load.ts";
import { newKey, type Process, startServer } from "./process.ts";
import { startProxy } from "./round-robin.ts";

const question = (at: number) =>
  JSON.stringify({ calculator: "compound-interest", inputs: { principal: 1000 + (at % 500), rate: 5, years: 10 } });
const lists = ["/api/v1/calculators", "/api/v1/calculators/compound-interest", "/api/v1/categories"];
const read = (agent: Agent, port: number, at: number) =>
  new Promise<{ status: number; text: string }>((resolve) => {
    const end = (status: number) => resolve({ status, text: "" });
    request({ host: "127.0.0.1", port, agent, path: lists[at % lists.length] }, (answer) => {
      answer.resume();
      answer.on("end", () => end(answer.statusCode ?? 0)).on("error", () => end(0));
    })
      .on("error", () => end(0))
      .end();
  });

const kinds = { "one Redis": startRedis, "a cluster of three nodes": startCluster };

describe.skipIf(!hasRedis).each(Object.entries(kinds))("two servers on %s behind a proxy", (_, startStorage) => {
  it("are restarted one after the other under load: every request is answered, every calculation counted once", async () => {
    const storage = await startStorage();
    const plans = join(mkdtempSync(join(tmpdir(), "formulary-")), "plans.yaml");
    writeFileSync(plans, "Large: { calculations: 100000000, keys: 5 }\n");
    const shared = { STORAGE: storage.url, CATALOG: await smallCatalogue(), PLANS: plans, DRAIN_DELAY: "3" };
    const key = newKey(shared, "Large");
    const ports = [await freePort(), await freePort()];
    const start = (port: number) => startServer({ ...shared, PORT: String(port) });
    const servers = new Map<number, Process>();
    for (const port of ports) servers.set(port, await start(port));
    // as compose.yaml asks: a server without its storage still answers lists
    const proxy = await startProxy(ports, "/readyz?storage=ignore");
    for (const port of ports) await proxy.until(port, true);

    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    const counts: Record<string, number> = {};
    const failures: string[] = [];
    const ended: Process[] = [];
    let stalls = 0;
    let rolling = true;
    const load = Array.from({ length: 6 }, async (_, lane) => {
      for (let at = lane; rolling || at < 1500; at += 6) {
        const calculation = at % 3 > 0;
        let { status, text } = await (calculation ? shoot(agent, proxy.port, { key, body: question(at) }) : read(agent, proxy.port, at));
        // a machine that stood still for longer than Redis is given: the servers' logs are asked below whether it was that
        for (; status === 503 && text.includes("storage_unavailable"); stalls++) {
          await new Promise((next) => setTimeout(next, 1000));
          ({ status, text } = await shoot(agent, proxy.port, { key, body: question(at) }));
        }
        counts[`${calculation ? "POST" : "GET"} ${status}`] = (counts[`${calculation ? "POST" : "GET"} ${status}`] ?? 0) + 1;
        if (status !== 200) failures.push(text);
        // enough to be busy, and little enough to leave the machine to the servers that start
        await new Promise((next) => setTimeout(next, 5));
      }
    });

    for (const port of ports) {
      const others = () => ports.filter((each) => each !== port).reduce((sum, each) => sum + proxy.answered[each]!, 0);
      const before = servers.get(port)!;
      const exit = before.stop();
      await proxy.until(port, false);
      const answeredMeanwhile = others();
      expect(await exit).toBe(0);
      ended.push(before);
      servers.set(port, await start(port));
      await proxy.until(port, true);
      const own = proxy.answered[port]!;
      expect(others()).toBeGreaterThan(answeredMeanwhile);
      while (proxy.answered[port] === own) await new Promise((next) => setTimeout(next, 20));
      expect(servers.get(port)!.child.pid).not.toBe(before.child.pid);
    }
    rolling = false;
    await Promise.all(load);

    expect([...new Set(failures)], JSON.stringify(counts)).toEqual([]);
    expect(Object.keys(counts).sort()).toEqual(["GET 200", "POST 200"]);
    expect(counts["GET 200"]! + counts["POST 200"]!).toBeGreaterThanOrEqual(1500);
    const askOnce = () =>
      fetch(`http://127.0.0.1:${proxy.port}/api/v1/calculate`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-api-key": key },
        body: question(0),
      });
    let last = await askOnce();
    for (; last.status === 503; stalls++) last = await askOnce();
    // a question that was given up may have been counted all the same, and one that was answered always is
    const used = 100_000_000 - Number(last.headers.get("x-ratelimit-remaining"));
    expect(used).toBeGreaterThanOrEqual(counts["POST 200"]! + 1);
    expect(used).toBeLessThanOrEqual(counts["POST 200"]! + 1 + stalls);
    for (const { output } of [...ended, ...servers.values()])
      for (const line of output()
        .split("\n")
        .filter((each) => each.includes("does not answer")))
        expect(line).toContain("no answer within");
    proxy.close();
    agent.destroy();
    for (const { child } of servers.values()) child.kill("SIGKILL");
    await storage.stop();
  });
});

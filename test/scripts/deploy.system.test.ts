// Dockerfile, compose.yaml and the settings of scripts/README.md, compared with the program: no container engine is needed for this.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readConfiguration } from "../../scripts/configuration.ts";
import { type Process, startServer } from "../http/process.ts";
import { smallCatalogue } from "../plugins/served.ts";
import { hasRedis, startRedis } from "../storage/redis.ts";

const read = (file: string) => readFileSync(file, "utf8");
const manifest = JSON.parse(read("package.json")) as { scripts: Record<string, string>; engines: { node: string } };

/** Every name of a setting that the program asks its environment for. */
function settings(given: Record<string, string> = {}): Set<string> {
  const asked = new Set<string>();
  readConfiguration(
    new Proxy(given, {
      get: (target, name: string) => {
        asked.add(name);
        return target[name];
      },
    }),
  );
  return asked;
}

describe("the table of settings in scripts/README.md", () => {
  const [, table = ""] = /\n## Configuration\n([\s\S]*?)\n#/.exec(read("scripts/README.md")) ?? [];
  const names = [...table.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell]) =>
    [...cell!.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name!),
  );

  it("names every variable that the program reads, and no other, once", () => {
    expect(names.length).toBeGreaterThan(10);
    expect([...names].sort()).toEqual([...settings()].sort());
  });
  it("names the defaults that the program has", () => {
    const { port, host, plans, dataFolder, catalog, variant, currency, logLevel, drainDelayMilliseconds } = readConfiguration({});
    for (const value of [port, host, plans, dataFolder, catalog[0], variant, currency, logLevel, drainDelayMilliseconds / 1000])
      expect(table).toContain(`\`${value}\``);
  });
});

describe("the Dockerfile", () => {
  /** Instructions by stage; a line that ends in \ goes on. */
  const stages = read("Dockerfile")
    .replace(/^#.*\n/gm, "")
    .replace(/\\\n\s*/g, "")
    .split(/^(?=FROM )/m)
    .map((stage) => [...stage.matchAll(/^(\S+) (.*)$/gm)].map(([, word = "", rest = ""]) => ({ word, rest })))
    .filter(([first]) => first?.word === "FROM");
  const last = stages.at(-1)!;
  const values = (word: string, stage = last) => stage.filter((each) => each.word === word).map(({ rest }) => rest);
  const environment = Object.fromEntries(
    values("ENV").flatMap((rest) => rest.split(" ").map((pair) => pair.split("=") as [string, string])),
  );

  it("copies only what exists and what .dockerignore lets in", () => {
    const [everything, ...rest] = read(".dockerignore")
      .split("\n")
      .filter((line) => line && !line.startsWith("#"));
    expect(everything).toBe("*");
    const allowed = rest.map((line) => line.replace(/^!/, ""));
    const copied = stages.flatMap((stage) => values("COPY", stage)).filter((rest) => !rest.startsWith("--from"));
    const sources = copied.flatMap((rest) => rest.split(" ").slice(0, -1));
    expect([...new Set(sources)].sort()).toEqual([...allowed].sort());
    for (const source of sources) expect(existsSync(source), source).toBe(true);
  });
  it("takes from the build only the program and the packages that it needs to run", () => {
    expect(values("COPY").filter((rest) => rest.startsWith("--from"))).toEqual([
      "--from=build /app/node_modules node_modules",
      "--from=build /app/dist dist",
    ]);
    expect(values("RUN", stages[0]).join(" ")).toContain("npm prune --omit=dev");
  });
  it("runs what `npm start` runs, without root, on the port that it says, on a version of Node that the program allows", () => {
    expect(JSON.parse(values("CMD").at(-1)!).join(" ")).toBe(manifest.scripts.start);
    expect(values("USER").at(-1)).toBe("node");
    expect(values("EXPOSE")).toEqual([environment.PORT]);
    expect(values("VOLUME")).toEqual([environment.DATA_DIR]);
    expect(new Set(stages.flatMap((stage) => values("FROM", stage)).map((image) => image.split(" ")[0]))).toEqual(
      new Set(["node:22-slim"]),
    );
    expect(manifest.engines.node).toBe(">=20.19");
  });
  it("sets only what the program knows", () => {
    const { NODE_ENV, ...own } = environment;
    expect(NODE_ENV).toBe("production");
    for (const name of Object.keys(own)) expect(settings()).toContain(name);
    expect(readConfiguration(own)).toMatchObject({ host: "0.0.0.0", port: 3000, dataFolder: "/data" });
  });
  it("asks the server for its health, and sees when it does not answer", async () => {
    const [, command] = /CMD (\[.*\])$/.exec(values("HEALTHCHECK")[0]!) ?? [];
    const [program, ...more] = JSON.parse(command!) as [string, ...string[]];
    const check = (port: number) => spawnSync(program, more, { env: { ...process.env, PORT: String(port) } }).status;
    const server = await startServer({ CATALOG: await smallCatalogue() });
    expect(check(server.port)).toBe(0);
    await server.stop();
    expect(check(server.port)).toBe(1);
  });
});

interface Service {
  profiles?: string[];
  environment?: Record<string, string>;
  ports?: string[];
  volumes?: string[];
  configs?: { source: string }[];
  depends_on?: Record<string, unknown>;
  command?: string[];
  read_only?: boolean;
  stop_grace_period?: string;
}
describe("compose.yaml", () => {
  const text = read("compose.yaml");
  const { services, volumes, configs } = parse(text, { merge: true }) as {
    services: Record<string, Service>;
    volumes: Record<string, null>;
    configs: Record<string, { content: string }>;
  };
  const servers = Object.entries(services).filter(([name]) => name.startsWith("server"));
  const { content } = configs.proxy!;
  /** The environment as compose fills it in when nobody sets anything. */
  const filled = ({ environment = {} }: Service) =>
    Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, value.replace(/\$\{\w+:-(.*?)\}/g, "$1")]));
  let server: Process;
  beforeAll(async () => {
    server = await startServer({ CATALOG: await smallCatalogue() });
  });
  afterAll(() => server.stop());

  it("starts one server on files, and with the profile `scale` two more on Redis behind a proxy", () => {
    const names = (profile?: string) => Object.keys(services).filter((name) => services[name]!.profiles?.[0] === profile);
    expect(names()).toEqual(["server"]);
    expect(names("scale")).toEqual(["server-1", "server-2", "redis", "proxy"]);
    expect(services["server-1"]).toEqual(services["server-2"]);
  });
  it("names only services, volumes and configurations that it has", () => {
    for (const { depends_on = {}, volumes: mounts = [], configs: files = [] } of Object.values(services)) {
      for (const name of Object.keys(depends_on)) expect(Object.keys(services)).toContain(name);
      for (const mount of mounts) expect(Object.keys(volumes)).toContain(mount.split(":")[0]);
      for (const { source } of files) expect(Object.keys(configs)).toContain(source);
    }
    for (const upstream of /reverse_proxy (.*) \{/.exec(content)![1]!.split(" ")) {
      const [name, port] = upstream.split(":");
      expect(Object.keys(services)).toContain(name);
      expect(Number(port)).toBe(readConfiguration({}).port);
    }
  });
  it.each(servers)("gives %s only settings that the program knows and takes, and a file system it cannot write", (_, service) => {
    for (const name of Object.keys(service.environment ?? {})) expect(settings()).toContain(name);
    const { drainDelayMilliseconds } = readConfiguration(filled(service));
    // 8 s is what requests in flight are given
    expect(Number.parseInt(service.stop_grace_period!, 10) * 1000).toBeGreaterThan(drainDelayMilliseconds + 8000);
    expect(service.read_only).toBe(true);
  });
  it("publishes on this machine alone: what faces the world is for whoever runs it to choose", () => {
    for (const port of Object.values(services).flatMap(({ ports = [] }) => ports)) expect(port).toMatch(/^127\.0\.0\.1:(\d+):\1$/);
    expect(services.server!.ports).toEqual(["127.0.0.1:3000:3000"]);
    expect(services.proxy!.ports![0]).toContain(/^:(\d+) \{/m.exec(content)![1]);
  });
  it("has the proxy ask an address that the server answers", async () => {
    const [, path] = /health_uri (\S+)/.exec(content)!;
    expect((await fetch(server.url + path)).status).toBe(200);
    // a server says that it is being stopped for longer than the proxy takes to see it
    const [, interval] = /health_interval (\d+)ms/.exec(content)!;
    const { drainDelayMilliseconds } = readConfiguration(filled(services["server-1"]!));
    expect(drainDelayMilliseconds).toBeGreaterThan(2 * Number(interval) + 1000);
  });
  it.skipIf(!hasRedis)("starts a Redis that the servers accept, and that keeps what it has through a restart", async () => {
    const [, ...more] = services.redis!.command!;
    const redis = await startRedis(more);
    const { STORAGE } = filled(services["server-1"]!);
    const own = await startServer({ CATALOG: await smallCatalogue(), STORAGE: STORAGE!.replace("redis:6379", `127.0.0.1:${redis.port}`) });
    expect((await fetch(`${own.url}/readyz`)).status).toBe(200);
    expect(own.output()).not.toMatch(/warn|error/);
    redis.cli("SET", "kept", "yes");
    await redis.stop("SIGTERM");
    await redis.start();
    expect(redis.cli("GET", "kept")).toBe("yes");
    await own.stop();
    await redis.stop();
  });
});

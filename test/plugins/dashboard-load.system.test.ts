// Fifty people sign in while programs calculate: on a real server with real sockets.
import { describe, expect, it } from "vitest";
import { newKey, raw, startServer } from "../http/process.ts";

const form = (url: string) => ({ "content-type": "application/x-www-form-urlencoded", origin: url });

describe("a server with a dashboard", async () => {
  const server = await startServer();
  const key = newKey(server.environment);
  const ask = async (years: number): Promise<number> => {
    const started = performance.now();
    const response = await fetch(`${server.url}/api/v1/calculate`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": key },
      body: JSON.stringify({ calculator: "compound-interest", inputs: { principal: 1000, rate: 5, years } }),
    });
    if (response.status !== 200) throw new Error(`${response.status}`);
    await response.arrayBuffer();
    return performance.now() - started;
  };
  const percentile = (times: number[], share: number) => times.sort((a, b) => a - b)[Math.ceil(times.length * share) - 1]!;
  const say = (when: string, times: number[]) =>
    process.stdout.write(
      `${when}: ${times.length} calculations, p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms\n`,
    );

  it("DAS-010 answers every calculation while 50 sign-ins at once wait their turn or are told to come again", async () => {
    const quiet: number[] = [];
    for (let n = 0; n < 500; n++) quiet.push(await ask((n % 50) + 1));
    say("before the 50 sign-ins", quiet);
    const body = (n: number) => `email=n${n}%40example.org&password=wrong+password`;
    const signIn = (n: number) => fetch(`${server.url}/dashboard/sign-in`, { method: "POST", headers: form(server.url), body: body(n) });
    let waiting = true;
    const signIns = Promise.all(Array.from({ length: 50 }, (_, n) => signIn(n))).finally(() => (waiting = false));
    const busy: number[] = [];
    while (waiting) busy.push(await ask((busy.length % 50) + 1));
    say("during the 50 sign-ins", busy);
    const statuses = (await signIns).map(({ status }) => status);
    process.stdout.write(`sign-ins: ${statuses.filter((each) => each === 401).length} judged, the rest 429\n`);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect(busy.length).toBeGreaterThan(0);
  });

  it("lives on after forms that are too large, that never end, and that are cut off", async () => {
    const own =
      "POST /dashboard/sign-in HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded\r\n";
    const piece = `${(20_000).toString(16)}\r\n${"x".repeat(20_000)}\r\n`;
    expect(await raw(server.port, [`${own}Transfer-Encoding: chunked\r\n\r\n`, piece, piece])).toMatch(
      /^HTTP\/1\.1 413 [\s\S]*Connection: close/i,
    );
    expect(await raw(server.port, [`${own}Content-Length: 2000000\r\n\r\n`])).toMatch(/^HTTP\/1\.1 413 /);
    expect(await raw(server.port, [`${own}Content-Length: 100\r\n\r\nemail=`], { end: true })).not.toMatch(/^HTTP\/1\.1 (200|303)/);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });

  it("prints the operator’s link to the log alone, and stops", async () => {
    expect(server.output()).toMatch(/ info {3}http:\S+\/dashboard\/operator\?token=[\w-]{43}\n/);
    expect(await server.stop()).toBe(0);
  });
});

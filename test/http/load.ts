import { Agent, request } from "node:http";

export interface Shot {
  status: number;
  milliseconds: number;
  text: string;
}
/** One POST /calculate over a kept connection; status 0 when the connection ends before the answer. */
export function shoot(agent: Agent, port: number, { key, body }: { key: string; body: string }): Promise<Shot> {
  const started = performance.now();
  return new Promise((resolve) => {
    const end = (status: number, text = "") => resolve({ status, milliseconds: performance.now() - started, text });
    const sent = request(
      {
        host: "127.0.0.1",
        port,
        agent,
        method: "POST",
        path: "/api/v1/calculate",
        headers: { "content-type": "application/json", "x-api-key": key, "content-length": Buffer.byteLength(body) },
      },
      (response) => {
        let text = "";
        response.on("data", (chunk) => (text += chunk));
        response.on("end", () => end(response.statusCode ?? 0, text));
        response.on("error", () => end(0));
      },
    );
    sent.on("error", () => end(0));
    sent.end(body);
  });
}

/** The milliseconds of the fastest of three: what a busy machine adds is left out, and two of them can be compared. */
export async function fastest(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 3; n++) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  return Math.min(...times);
}

/** Sends so many questions to each of some servers, over so many connections each, and counts the answers by status. */
export async function burst(
  ports: number[],
  { key, each, connections = 25, body }: { key: string; each: number; connections?: number; body: (at: number) => string },
): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  await Promise.all(
    ports.map(async (port) => {
      const agent = new Agent({ keepAlive: true, maxSockets: connections });
      let next = 0;
      const one = async () => {
        while (next < each) {
          const { status } = await shoot(agent, port, { key, body: body(next++) });
          counts[status] = (counts[status] ?? 0) + 1;
        }
      };
      await Promise.all(Array.from({ length: connections }, one));
      agent.destroy();
    }),
  );
  return counts;
}

/** Sends questions at a steady rate for some seconds, whatever becomes of them, and gives every answer. */
export async function steady(
  port: number,
  { key, perSecond, seconds, body }: { key: string; perSecond: number; seconds: number; body: (at: number) => string },
): Promise<Shot[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 500 });
  const shots: Promise<Shot>[] = [];
  const started = performance.now();
  while (performance.now() - started < seconds * 1000) {
    const due = ((performance.now() - started) / 1000) * perSecond;
    while (shots.length < due) shots.push(shoot(agent, port, { key, body: body(shots.length) }));
    await new Promise((next) => setTimeout(next, 5));
  }
  const all = await Promise.all(shots);
  agent.destroy();
  return all;
}

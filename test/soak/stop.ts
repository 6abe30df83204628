// SIGTERM while a server has requests in progress: each of them gets its complete answer, a client that sends nothing
// more is disconnected, and the exit status is 0.
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { newKey, runNewKey, startServer } from "../http/process.ts";
import { smallCatalogue } from "../plugins/served.ts";
import { calculateRequest, startLoad } from "./load.ts";
import { measureDelays, type Part, percentile } from "./part.ts";

const inFlight = 50;
const mostSeconds = 10;
const bodyOf = (index: number) =>
  JSON.stringify({ calculator: "compound-interest", inputs: { principal: 1000 + index, rate: 5, years: 10 } });

interface Round {
  seconds: number;
  complete: number;
  answered: number;
  failures: string[];
}

/** Sends a request without the end of its body, which `finish` sends; `accepted` resolves with the server's 100. */
function sendPartially(port: number, text: string): { finish: () => void; accepted: Promise<void>; answer: Promise<string> } {
  const end = text.length - 20;
  const interim = "HTTP/1.1 100 Continue\r\n\r\n";
  const socket = connect(port, "127.0.0.1", () => socket.write(text.slice(0, end).replace("Host:", "Expect: 100-continue\r\nHost:")));
  let answer = "";
  const accepted = new Promise<void>((resolve) => {
    socket.on("close", () => resolve());
    socket.on("data", (data) => {
      answer += data;
      if (!answer.startsWith(interim)) return;
      answer = answer.slice(interim.length);
      resolve();
    });
  });
  socket.on("error", () => {});
  return {
    finish: () => socket.write(text.slice(end)),
    accepted,
    answer: new Promise((resolve) => socket.on("close", () => resolve(answer))),
  };
}

async function runRound(): Promise<Round> {
  const server = await startServer({ CATALOG: await smallCatalogue() });
  const key = newKey(server.environment);
  const request = (index: number) => calculateRequest(key, bodyOf(index));
  const load = startLoad(server.port, request, { connections: 4 });
  const partial = Array.from({ length: inFlight }, (_, index) => sendPartially(server.port, request(index)));
  const stuck = sendPartially(server.port, request(0));
  await Promise.all([stuck, ...partial].map(({ accepted }) => accepted));
  const delays = measureDelays();
  const started = performance.now();
  const exit = server.stop();
  await pause(100 + Math.random() * 400);
  for (const { finish } of partial) finish();
  const answers = await Promise.all(partial.map(({ answer }) => answer));
  const code = await exit;
  const seconds = (performance.now() - started) / 1000;
  const delay = delays.since(started) / 1000;
  delays.stop();
  const replies = await load.stop();
  await stuck.answer;
  const isComplete = (answer: string) => answer.startsWith("HTTP/1.1 200") && answer.includes('"revision":"') && answer.endsWith("}");
  const complete = answers.filter(isComplete).length;
  const failures = replies.filter(({ truncated }) => truncated).map(({ text }) => `An answer was truncated: ${text.slice(0, 200)}`);
  if (complete < inFlight)
    failures.push(
      `${inFlight - complete} of ${inFlight} requests in progress got: ${answers.find((each) => !isComplete(each))?.slice(0, 200)}`,
    );
  const wrong = replies.find(({ status }) => status !== 200 && status !== 0);
  if (wrong) failures.push(`A request was answered ${wrong.status}: ${wrong.text.slice(0, 200)}`);
  if (code !== 0) failures.push(`The exit status was ${code}.`);
  if (seconds - delay > mostSeconds)
    failures.push(`The stop took ${seconds.toFixed(1)} s; for ${delay.toFixed(1)} s of them the machine was busy with other programs.`);
  // the key was shown before the stop, so it must still be listed
  const { stdout } = runNewKey(server.environment, "--list");
  if (!stdout.includes(key.slice(-4))) failures.push("The key was lost with the stop.");
  return { seconds, complete, answered: replies.filter(({ status }) => status === 200).length, failures };
}

export const stop: Part = {
  name: "stop",
  promise: "SIGTERM with 50 requests in progress, load and a stuck client: no truncated answer, exit status 0 within 10 s",
  weight: 2,
  run: async ({ minutes }) => {
    // a round waits eight seconds for the stuck client, so several run at once
    const rounds = Math.max(4, Math.min(100, Math.round(minutes * 10)));
    const done: Round[] = [];
    let next = 0;
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        while (next++ < rounds) done.push(await runRound());
      }),
    );
    return {
      numbers: {
        stops: done.length,
        "in progress, answered completely": done.reduce((sum, { complete }) => sum + complete, 0),
        "answered under load": done.reduce((sum, { answered }) => sum + answered, 0),
        "seconds, median": percentile(
          done.map(({ seconds }) => seconds),
          50,
        ),
        "seconds at most": Math.max(...done.map(({ seconds }) => seconds)),
      },
      failures: done.flatMap(({ failures }) => failures),
    };
  },
};

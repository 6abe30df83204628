// SIGTERM while a server is asked: whoever is being answered gets the whole answer, the stuck client is let go, the exit is 0.
import { connect } from "node:net";
import { newKey, runNewKey, startServer } from "../http/process.ts";
import { smallCatalogue } from "../plugins/served.ts";
import { loadOn, questionOf } from "./load.ts";
import { lateness, type Part, pause, percentile } from "./part.ts";

const inFlight = 50;
const mostSeconds = 10;
const question = (at: number) => JSON.stringify({ calculator: "compound-interest", inputs: { principal: 1000 + at, rate: 5, years: 10 } });

interface Round {
  seconds: number;
  complete: number;
  answered: number;
  broken: string[];
}

/** A request whose body is half sent; `finish` sends the rest and gives the whole answer, once the server has `taken` it. */
function begin(port: number, text: string): { finish: () => void; taken: Promise<void>; answer: Promise<string> } {
  const cut = text.length - 20;
  const told = "HTTP/1.1 100 Continue\r\n\r\n";
  const socket = connect(port, "127.0.0.1", () => socket.write(text.slice(0, cut).replace("Host:", "Expect: 100-continue\r\nHost:")));
  let answer = "";
  const taken = new Promise<void>((resolve) => {
    socket.on("close", () => resolve());
    socket.on("data", (data) => {
      answer += data;
      if (!answer.startsWith(told)) return;
      answer = answer.slice(told.length);
      resolve();
    });
  });
  socket.on("error", () => {});
  return {
    finish: () => socket.write(text.slice(cut)),
    taken,
    answer: new Promise((resolve) => socket.on("close", () => resolve(answer))),
  };
}

async function round(): Promise<Round> {
  const server = await startServer({ CATALOG: await smallCatalogue() });
  const key = newKey(server.environment);
  const asked = (at: number) => questionOf(key, question(at));
  const load = loadOn(server.port, asked, { connections: 4 });
  const waiting = Array.from({ length: inFlight }, (_, at) => begin(server.port, asked(at)));
  const stuck = begin(server.port, asked(0));
  await Promise.all([stuck, ...waiting].map(({ taken }) => taken));
  const machine = lateness();
  const started = performance.now();
  const exit = server.stop();
  await pause(100 + Math.random() * 400);
  for (const { finish } of waiting) finish();
  const answers = await Promise.all(waiting.map(({ answer }) => answer));
  const code = await exit;
  const seconds = (performance.now() - started) / 1000;
  const stolen = machine.since(started) / 1000;
  machine.stop();
  const replies = await load.stop();
  await stuck.answer;
  const isWhole = (answer: string) => answer.startsWith("HTTP/1.1 200") && answer.includes('"revision":"') && answer.endsWith("}");
  const complete = answers.filter(isWhole).length;
  const broken = replies.filter(({ cut }) => cut).map(({ text }) => `An answer was cut: ${text.slice(0, 200)}`);
  if (complete < inFlight)
    broken.push(`${inFlight - complete} of ${inFlight} in flight got: ${answers.find((each) => !isWhole(each))?.slice(0, 200)}`);
  const wrong = replies.find(({ status }) => status !== 200 && status !== 0);
  if (wrong) broken.push(`A question was answered ${wrong.status}: ${wrong.text.slice(0, 200)}`);
  if (code !== 0) broken.push(`The exit was ${code}.`);
  if (seconds - stolen > mostSeconds) broken.push(`The stop took ${seconds.toFixed(1)} s, ${stolen.toFixed(1)} s of them the machine's.`);
  // every answered question was counted: nothing that was said is lost with the process
  const { stdout } = runNewKey(server.environment, "--list");
  if (!stdout.includes(key.slice(-4))) broken.push("The key was lost with the stop.");
  return { seconds, complete, answered: replies.filter(({ status }) => status === 200).length, broken };
}

export const stop: Part = {
  name: "stop",
  promise: "SIGTERM with 50 requests in flight, load and a stuck client: no cut answer, exit 0 within 10 s",
  weight: 2,
  run: async ({ minutes }) => {
    // a round waits eight seconds for the stuck client, so several go at a time
    const rounds = Math.max(4, Math.min(100, Math.round(minutes * 10)));
    const done: Round[] = [];
    let next = 0;
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        while (next++ < rounds) done.push(await round());
      }),
    );
    return {
      numbers: {
        stops: done.length,
        "in flight, answered whole": done.reduce((sum, { complete }) => sum + complete, 0),
        "answered under load": done.reduce((sum, { answered }) => sum + answered, 0),
        "seconds, half of them": percentile(
          done.map(({ seconds }) => seconds),
          50,
        ),
        "at most": Math.max(...done.map(({ seconds }) => seconds)),
      },
      broken: done.flatMap(({ broken }) => broken),
    };
  },
};

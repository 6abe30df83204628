// Every answer that a test receives, checked against the OpenAPI document; `test/setup.ts` has it called and lets the test fail.
import type { Answer, Verdict } from "./documented.ts";
import { answersIn, requestsIn } from "./messages.ts";

interface Fault {
  method: string;
  path: string;
  status: number;
  text: string;
}
interface Exception {
  path: string;
  status: number;
  reason: string;
}
let faults: Fault[] = [];
let exceptions: Exception[] = [];
let pending: Promise<unknown>[] = [];
/** How many answers were checked, by what they are one of. */
type Counts = Record<string, number>;
let counts: Counts = {};
/** Begins to count for another file of tests. */
export function countAnew(): Counts {
  counts = {};
  return counts;
}

/** Nothing where no test listens: a program that only borrows what tests ask with. */
let check: ((answer: Answer) => Promise<Verdict>) | undefined;
/** Whether answers are held against a document: one read by an earlier file of tests in the process serves the next one. */
export const isHeld = (): boolean => check !== undefined;
/** Says which document answers are held against from now on; it is read with the first of them. */
export function holdAgainst(served: object): void {
  let reading: Promise<(answer: Answer) => Verdict> | undefined;
  const read = async () => {
    const { checkAnswer, readOpenapi } = await import("./documented.ts");
    const document = readOpenapi(served);
    return (answer: Answer) => checkAnswer(document, answer);
  };
  check = async (answer) => (await (reading ??= read()))(answer);
}

/** Says that a test has an address answer, on purpose, what the document does not name there; it holds until the test ends. */
export function undocumented(path: string, status: number, reason: string): void {
  exceptions.push({ path, status, reason });
}

/** Checks an answer, when its bytes are there; one that is cut has no bytes, and whoever reads it sees that. */
export function received(answer: Omit<Answer, "body">, body: Buffer | Promise<Buffer>): void {
  if (!check) return;
  const hold = check;
  const look = async (bytes: Buffer) => {
    const verdict = await hold({ ...answer, body: bytes });
    if (verdict.kind !== undefined) counts[verdict.kind] = (counts[verdict.kind] ?? 0) + 1;
    const { method, path, status } = answer;
    for (const text of verdict.faults) faults.push({ method, path, status, text });
  };
  pending.push(Promise.resolve(body).then(look, () => {}));
}

/** Checks what was answered on a connection to what was written on it. */
export function receivedBytes(written: string, bytes: Buffer): void {
  const asked = requestsIn(written);
  const answers = answersIn(bytes).answers.filter(({ status }) => status !== 100);
  for (const [at, { body, ...answer }] of answers.entries()) received({ ...(asked[at] ?? { method: "", path: "" }), ...answer }, body);
}

/** Waits for what is still being checked, and gives what was wrong since the last time; exceptions that nothing made use of too. */
export async function takeFaults(): Promise<string[]> {
  while (pending.length > 0) {
    const now = pending;
    pending = [];
    await Promise.all(now);
  }
  const excepted = (fault: Fault) => exceptions.find(({ path, status }) => fault.path.startsWith(path) && fault.status === status);
  const used = new Set(faults.map(excepted));
  const unused = exceptions
    .filter((each) => !used.has(each))
    .map(({ path, status, reason }) => `${path} has answered no undocumented ${status} (${reason})`);
  const found = faults.filter((fault) => !excepted(fault)).map(({ method, path, status, text }) => `${method} ${path} ${status}: ${text}`);
  [faults, exceptions] = [[], []];
  return [...new Set([...found, ...unused])];
}

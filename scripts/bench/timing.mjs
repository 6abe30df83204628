// How long one evaluation takes, for whoever evaluates: the same rows of inputs, the same loop, processor time alone.
import { readFileSync } from "node:fs";

const rowCount = 64;

/** The formulas with their rows of inputs, the same in every process. */
export function readFormulas() {
  let seed = 1;
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  return JSON.parse(readFileSync("scripts/bench/formulas.json", "utf8")).map((each) => ({
    ...each,
    rows: Array.from({ length: rowCount }, () =>
      Object.fromEntries(Object.entries(each.inputs).map(([name, [low, high]]) => [name, low + random() * (high - low)])),
    ),
  }));
}

/** `prepare` gives what evaluates a formula, and how a row of inputs is put down for it beforehand. Prints nanoseconds per evaluation, and the sum of one round of rows to compare results by, for each formula. */
export function time(prepare, milliseconds) {
  const figures = readFormulas().map(({ name, formula, rows, inputs }) => {
    const { evaluate, place = (row) => row } = prepare(formula, Object.keys(inputs), name);
    const placed = rows.map(place);
    const round = () => {
      let sum = 0;
      for (let row = 0; row < rowCount; row++) sum += evaluate(placed[row]);
      return sum;
    };
    const sum = round();
    run(round, milliseconds);
    return { name, sum, nanoseconds: run(round, milliseconds) };
  });
  process.stdout.write(JSON.stringify(figures));
}

// in portions: the clock of the processor is dear to ask
function run(round, milliseconds) {
  const began = process.cpuUsage();
  let [rounds, used] = [0, 0];
  let total = 0;
  while (used < milliseconds * 1000) {
    for (let n = 0; n < 100; n++) total += round();
    rounds += 100;
    const { user, system } = process.cpuUsage(began);
    used = user + system;
  }
  // what is never looked at might never be computed
  if (Number.isNaN(total)) throw new Error("A formula gives NaN.");
  return (used * 1000) / rounds / rowCount;
}

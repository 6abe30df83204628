// Measures one evaluation of a formula: the same rows of inputs and the same loop for every library, processor time only.
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

/**
 * Prints for each formula the nanoseconds of one evaluation, and the sum of one round of rows, by which results are compared.
 * `prepare` returns a function that evaluates the formula, and one that prepares a row of inputs for it.
 */
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

// A hundred rounds at a time: reading the processor time is slow.
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
  // V8 may remove a computation whose result is not used.
  if (Number.isNaN(total)) throw new Error("A formula gives NaN.");
  return (used * 1000) / rounds / rowCount;
}

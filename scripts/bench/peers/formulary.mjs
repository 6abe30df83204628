// One formula after another, by this program: inputs are put into their slots, then the closure runs.
import { compile, kernelFunctions, parse } from "../../../dist/src/index.js";
import { time } from "../timing.mjs";

const prepare = (formula, names) => {
  const run = compile(parse(formula), {
    functions: kernelFunctions,
    names: () => names,
    meaning: (name) => (names.includes(name) ? { is: "input", slot: names.indexOf(name) } : undefined),
  });
  return (row) => {
    const slots = new Array(names.length);
    for (let slot = 0; slot < names.length; slot++) slots[slot] = row[names[slot]];
    return run({ slots, steps: 0, sent: {}, units: {}, values: row, compute: () => 0 }, []);
  };
};
time(prepare, Number(process.argv[2]));

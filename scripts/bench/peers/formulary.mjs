// One formula after another, by this program: with the inputs in their slots, or put there for every evaluation.
import { builtIn } from "../../../dist/scripts/built-in.js";
import { compile, composePlugins, parse } from "../../../dist/src/index.js";
import { time } from "../timing.mjs";

const { functions } = composePlugins(builtIn());
const [how, milliseconds] = process.argv.slice(2);
/** Neither quantities in other units nor units asked for: a calculation makes no object for that. */
const none = {};
const prepare = (formula, names) => {
  const run = compile(parse(formula), {
    functions,
    names: () => names,
    meaning: (name) => (names.includes(name) ? { is: "input", slot: names.indexOf(name) } : undefined),
  });
  const slotsOf = (row) => {
    const slots = new Array(names.length);
    for (let slot = 0; slot < names.length; slot++) slots[slot] = row[names[slot]];
    return { slots, steps: 0, sent: none, units: none, values: row, compute: () => 0 };
  };
  // a calculation puts its inputs into their slots once, and then runs all its formulas
  if (how === "placed") return { evaluate: (state) => run(state, []), place: slotsOf };
  return { evaluate: (row) => run(slotsOf(row), []) };
};
time(prepare, Number(milliseconds));

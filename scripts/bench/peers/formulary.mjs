// Evaluates the formulas with Formulary: inputs in their slots before, or put there for every evaluation.
import { compile, composePlugins, parse } from "formulary/compiler";
import { functionPlugins } from "../../../dist/scripts/plugins.js";
import { time } from "../timing.mjs";

const { functions } = composePlugins(functionPlugins());
const [how, milliseconds] = process.argv.slice(2);
const none = {};
const noParameters = [];
const prepare = (formula, names) => {
  const run = compile(parse(formula), {
    functions,
    names: () => names,
    meaning: (name) => (names.includes(name) ? { is: "input", slot: names.indexOf(name) } : undefined),
  });
  // no quantities in other units, no requested units, and no other formula
  const blank = () => ({ slots: names.map(() => undefined), steps: 0, sent: none, units: none, values: none, compute: () => 0 });
  const place = (row, state = blank()) => {
    const { slots } = state;
    let next = 0;
    // Inputs mostly come in the declared order: to search each by its name would take a third of the time.
    for (const name in row) {
      slots[name === names[next] ? next : names.indexOf(name)] = row[name];
      next++;
    }
    state.steps = 0;
    return state;
  };
  // a calculation puts its inputs into their slots once, and then runs all its formulas
  if (how === "placed") return { evaluate: (state) => run(state, noParameters), place: (row) => place(row) };
  const state = blank();
  return { evaluate: (row) => run(place(row, state), noParameters) };
};
time(prepare, Number(milliseconds));

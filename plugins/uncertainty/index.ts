// Uncertainty: inputs may carry a standard uncertainty, and then every number output has one; and what moves the result.
import { type Addition, type Call, definePlugin, type Kernel, type Outcome, type Result } from "formulary";
import { unitText } from "formulary/compiler";
import { runSearchOf } from "../solve/index.ts";
import { createModel } from "./model.ts";
import { type Propagation, propagate } from "./propagate.ts";
import { inDeclaredUnit, readRequest, type UncertainRequest } from "./request.ts";
import { type Sensitivity, sensitivities } from "./sensitivity.ts";
import { withUncertainty } from "./write.ts";

export { measurementSchema, sensitivitySchema, uncertaintySchema } from "./schemas.ts";
export type { Sensitivity } from "./sensitivity.ts";

/** The uncertainty of one result. */
export interface Uncertainty {
  /** The standard uncertainty, in the unit of the result. */
  value: number;
  /** "12.3 ± 0.4 m". */
  formatted: string;
  method: "first order" | "Monte Carlo";
  /** The number of random draws that it was compared with; 0 where they did not fit the request's budget. */
  draws: number;
  /** What each input adds to it, the largest share first. */
  budget: { input: string; label: string; uncertainty: number; sensitivity: number; share: number }[];
}

const properties = {
  sensitivity: { type: "boolean", description: "true, for what moves each result", examples: [true] },
  correlations: {
    type: "object",
    description: "coefficients from -1 to 1 between inputs with an uncertainty, by their names",
    maxProperties: 100,
    additionalProperties: { type: "object", maxProperties: 100, additionalProperties: { type: "number", minimum: -1, maximum: 1 } },
    examples: [{ voltage: { current: -0.36 } }],
  },
};

/** Brings `uncertainty` beside the value of an input, and the members `correlations` and `sensitivity` of POST /calculate. */
export default () => {
  let kernel: Kernel;
  const started = () => kernel;
  return definePlugin({
    name: "uncertainty",
    requires: ["solve"],
    hooks: {
      open: (opened) => {
        kernel = opened;
      },
    },
    members: {
      properties,
      add: (request, { calculator }) => {
        const wanted = calculator.hasFormula ? readRequest(request, calculator) : undefined;
        const additions = [wanted && uncertaintyOf(wanted, started), request.sensitivity === true ? moved(started) : undefined];
        return additions.filter((each) => each !== undefined);
      },
    },
  });
};

function uncertaintyOf(wanted: UncertainRequest, kernel: () => Kernel): Addition {
  const { inputs, uncertain, correlations } = wanted;
  const run = async (outcome: Outcome, call: Call): Promise<Outcome> => {
    const environment = kernel().catalog.environment();
    const all = uncertain.map((each) => ({ name: each.name, u: inDeclaredUnit(each, call, environment) }));
    // 1 % of 0 is none
    const sources = all.filter(({ u }) => u > 0);
    const found = await runSearchOf(kernel())(propagate(createModel(call), sources, { correlations, work: call.work }), call.work);
    const results = Object.entries(outcome.results).map(([name, result]): [string, Result & { uncertainty?: Uncertainty }] => {
      const own = typeof result.value === "number" ? found.outputs[name] : undefined;
      return [
        name,
        own ? { ...result, uncertainty: written(result, own, { sources, call, draws: found.draws, environment, output: name }) } : result,
      ];
    });
    return { ...outcome, results: Object.fromEntries(results) };
  };
  return { key: { uncertain, correlations }, inputs, run };
}

interface WriteOptions {
  sources: { name: string; u: number }[];
  call: Call;
  output: string;
  draws: number;
  environment: ReturnType<Kernel["catalog"]["environment"]>;
}
function written(
  { value, formatted: plain }: Result,
  { u, method, budget }: Propagation["outputs"][string],
  { sources, call, output, draws, environment }: WriteOptions,
): Uncertainty {
  const { inputs, outputs = {} } = call.calculator.completed();
  const entries = budget.map(({ name, sensitivity, share }, at) => ({
    ...{ input: name, label: inputs?.properties[name]?.title ?? name, uncertainty: tidy(sources[at]!.u) },
    ...{ sensitivity: tidy(sensitivity), share: tidy(share) },
  }));
  entries.sort((a, b) => b.share - a.share);
  const unit = call.units?.[output] ?? unitText(outputs[output]?.unit, call.values);
  const formatted = withUncertainty(value as number, u, { unit, environment, formatted: plain, decimals: outputs[output]?.decimals });
  return { value: tidy(u), formatted, method, draws, budget: entries };
}

function moved(kernel: () => Kernel): Addition {
  const run = async (outcome: Outcome, call: Call): Promise<Outcome> => {
    const sensitivity = await runSearchOf(kernel())(sensitivities(call), call.work);
    const whole: Outcome & { sensitivity: Record<string, Sensitivity[]> } = { ...outcome, sensitivity };
    return whole;
  };
  return { key: "sensitivity", run };
}

const tidy = (x: number) => Number(x.toPrecision(10));

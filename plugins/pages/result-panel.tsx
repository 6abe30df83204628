// The result of a calculator's page: results, their units, charts and tables; or the errors that no field shows.
import type { Calculator, Outcome } from "formulary";
import { toWords } from "formulary/compiler";
import { solvedOf } from "../solve/index.ts";
import { BandsChart, BarChart } from "./charts/bars.tsx";
import type { Chart, Plot } from "./charts/chart.ts";
import { chartsOf } from "./charts/choose.ts";
import type { ChartContext } from "./charts/context.ts";
import { chartableInputs } from "./charts/curve.ts";
import { PlotChart } from "./charts/drawing.tsx";
import { Comparison } from "./comparison.tsx";
import { csvPath } from "./csv.ts";
import { linkOf } from "./links.ts";
import { Moves } from "./moves.tsx";
import type { PageState } from "./page-state.ts";
import { Notice } from "./parts.tsx";
import { firstRows, Results, Tables } from "./results.tsx";
import { outputUnitPrefix } from "./settings.ts";
import { Solutions, solvableOutputs } from "./solve-fields.tsx";
import { WorkingSection } from "./working.tsx";

export interface CalculatorProps {
  calculator: Calculator;
  state: PageState;
  parameters: URLSearchParams;
  /** Path of the page itself, where its form goes. */
  path: string;
}

/** The result of the form's present values. */
export function ResultPanel({ calculator, state, parameters, path }: CalculatorProps) {
  const { outcome, form } = state;
  if (!outcome) return <WithoutOutcome state={state} />;
  const { outputs, page } = form.detail;
  if (!calculator.hasFormula) return <LiveData page={page} />;
  const allRows = parameters.get("all-rows") === "yes";
  const isLong = Object.values(outcome.results).some(({ value, columns }) => columns && (value as unknown[]).length > firstRows);
  const solved = solvedOf(outcome);
  return (
    <>
      {solved && <Solutions solved={solved} />}
      <Results outcome={outcome} form={form} solvable={solvableOutputs(state)} />
      <OutputUnits outcome={outcome} state={state} />
      <Charts context={chartContext(outcome, calculator, state)} chosenInput={parameters.get("chart-over") ?? undefined} />
      <Tables
        outcome={outcome}
        form={form}
        allRows={allRows}
        allRowsUrl={`${path}?${linkOf(state)}&all-rows=yes`}
        csvPath={csvPath(calculator)}
      />
      {allRows && isLong && <input type="hidden" name="all-rows" value="yes" />}
      <Comparison state={state} path={path} />
      <WorkingSection working={state.working} detail={form.detail} />
      {!solved && (
        <Moves outcome={outcome} outputs={outputs} environment={form.environment} url={`${path}?${state.query}&with-moves=yes#moves`} />
      )}
    </>
  );
}

function LiveData({ page = "" }: { page: string | undefined }) {
  return (
    <p>
      The inputs are valid. The answer needs live data: <a href={page}>{page}</a>.
    </p>
  );
}

function WithoutOutcome({ state: { generalErrors, form, solve } }: { state: PageState }) {
  const fieldErrors = form.errors.size + (solve?.error === undefined ? 0 : 1);
  return (
    <>
      {generalErrors.length > 0 && (
        <Notice alert>
          {generalErrors.map((message) => (
            <p>{message}</p>
          ))}
        </Notice>
      )}
      {fieldErrors > 0 && (
        <p>{fieldErrors === 1 ? "One field needs" : `${fieldErrors} fields need`} another look before there is a result.</p>
      )}
      {fieldErrors === 0 && generalErrors.length === 0 && <p class="small">Fill in the form, and the result appears here.</p>}
    </>
  );
}

function chartContext(outcome: Outcome, calculator: Calculator, { form, today, units, work }: PageState): ChartContext {
  const { detail, values, environment } = form;
  const { name } = solvedOf(outcome) ?? {};
  const solution = name === undefined ? {} : { [name]: outcome.inputs![name] };
  return { calculator, detail, inputs: { ...values.inputs, ...solution }, outcome, units, today, environment, work };
}

const mostUnits = 16;

/** Selects for the units of the results. */
function OutputUnits({ outcome, state: { form, units: chosen } }: { outcome: Outcome; state: PageState }) {
  const { detail, environment, unitChoices } = form;
  const choices = Object.keys(outcome.results).flatMap((name) => {
    const { unit, substance, type = "number", as } = detail.outputs[name]!;
    const units = typeof unit === "string" && type === "number" && !as ? unitChoices.unitsFor(unit, substance).slice(0, mostUnits) : [];
    return units.length > 0 ? [{ name, units }] : [];
  });
  if (choices.length === 0) return null;
  return (
    <details id="output-units" open={Object.keys(chosen).length > 0 && form.system === undefined}>
      <summary>Other units</summary>
      <div class="row">
        {choices.map(({ name, units }) => (
          <div>
            <label class="hint" for={`unit-of-${name}`}>
              {outcome.results[name]!.label}
            </label>
            <select id={`unit-of-${name}`} name={outputUnitPrefix + name}>
              {units.map((unit) => (
                <option value={unit === units[0] && form.system === undefined ? "" : unit} selected={unit === (chosen[name] ?? units[0])}>
                  {environment.units.parse(unit).plural}
                </option>
              ))}
            </select>
          </div>
        ))}
      </div>
    </details>
  );
}

function Charts({ context, chosenInput }: { context: ChartContext; chosenInput: string | undefined }) {
  const { chart, inputs } = context.detail;
  if (chart === "none") return null;
  const charts = chartsOf(context, chosenInput);
  const curve = charts.find((each): each is Plot => each.kind !== "bars" && each.kind !== "bands" && each.input !== undefined);
  const names = chartableInputs(context);
  // beside the author's chart of a table a curve is drawn only where it is asked for
  const isOffered = curve !== undefined || chosenInput !== undefined || (chart !== undefined && charts.length > 0);
  const current = chosenInput ?? curve?.input;
  return (
    <>
      {charts.map((each, at) => (
        <ChartOf chart={each} id={`chart-${at}`} />
      ))}
      {isOffered && names.length > (curve ? 1 : 0) && (
        <div class="row">
          <label class="hint" for="chart-over">
            Chart over
          </label>
          <select id="chart-over" name="chart-over">
            {current === undefined && <option value="">choose an input</option>}
            {names.map((name) => (
              <option value={name} selected={name === current}>
                {inputs.properties[name]!.title ?? toWords(name)}
              </option>
            ))}
          </select>
        </div>
      )}
    </>
  );
}

function ChartOf({ chart, id }: { chart: Chart; id: string }) {
  if (chart.kind === "bars") return <BarChart bars={chart} id={id} />;
  if (chart.kind === "bands") return <BandsChart bands={chart} id={id} />;
  return <PlotChart plot={chart} id={id} />;
}

// The page of one calculator: form and result side by side, then everything there is to know about it.
import type { Calculator, Outcome as CalculatorOutcome, Kernel } from "formulary";
import { solvedOf } from "../solve/index.ts";
import { Backwards, Found, Target } from "./backwards.tsx";
import { shownIn, type Worked } from "./calculation.ts";
import { BarChart, CurveChart } from "./chart.tsx";
import { type Around, barsOf, curveOf, movable, tableCurve } from "./curves.ts";
import { inWords } from "./detail.ts";
import { Fields } from "./form.tsx";
import { Crumbs } from "./layout.tsx";
import { Notice } from "./parts.tsx";
import { Results, Tables } from "./result.tsx";
import { unitsFor } from "./units.ts";

export interface CalculatorProps {
  calculator: Calculator;
  worked: Worked;
  parameters: URLSearchParams;
  /** Path of the page itself, where its form goes. */
  path: string;
  /** Address of the whole page, in a frame. */
  whole?: string;
}

/** The part of the page that is there in a frame as well: title, form and result. */
export function Working({ calculator, worked, parameters, path, whole }: CalculatorProps) {
  const { filled, example } = worked;
  return (
    <>
      <h1>{calculator.title}</h1>
      <p class="lead">{calculator.description}</p>
      <form id="calculate" action={path} method="get" novalidate>
        <div class="split">
          <div class="card">
            <h2 class="away">Inputs</h2>
            {worked.wish && <Target wish={worked.wish} detail={filled.detail} shared={filled.shared} />}
            <Fields filled={filled} />
            <div class="row">
              <button type="submit">Calculate</button>
              <a class="button quiet" href={path}>
                Start again
              </a>
            </div>
            {!worked.wish && <Backwards detail={filled.detail} path={path} query={worked.query} outcome={worked.outcome} />}
          </div>
          <section class="card result" id="result" data-live aria-labelledby="result-title">
            <h2 id="result-title" class="away">
              Result
            </h2>
            <div role="status">{example && worked.outcome && <p class="small">Example: {example}. Put in your own numbers.</p>}</div>
            <Outcome calculator={calculator} worked={worked} parameters={parameters} path={path} />
          </section>
        </div>
      </form>
      {whole && (
        <p class="small">
          <a href={`${whole}?${worked.query}`} target="_blank" rel="noopener">
            Formula, sources and examples at Formulary
          </a>
        </p>
      )}
    </>
  );
}

function Outcome({ calculator, worked, parameters, path }: CalculatorProps) {
  const { outcome, general, filled } = worked;
  const faults = filled.errors.size + (worked.wish?.error === undefined ? 0 : 1);
  if (!outcome)
    return (
      <>
        {general.length > 0 && (
          <Notice bad>
            {general.map((each) => (
              <p>{each}</p>
            ))}
          </Notice>
        )}
        {faults > 0 && <p>{faults === 1 ? "One field needs" : `${faults} fields need`} another look before there is a result.</p>}
        {faults === 0 && general.length === 0 && <p class="small">Fill in the form, and the result appears here.</p>}
      </>
    );
  if (!calculator.hasFormula) return <p>The inputs are valid. The answer needs live data: {filled.detail.page}.</p>;
  const whole = parameters.get("all-rows") === "yes";
  const solved = solvedOf(outcome);
  return (
    <>
      {solved && <Found solved={solved} />}
      <Results outcome={solved ? { ...outcome, explanation: "" } : outcome} outputs={filled.detail.outputs} />
      <ShownIn outcome={outcome} worked={worked} />
      <Charts around={aroundOf(outcome, calculator, worked)} wished={parameters.get("chart-over") ?? undefined} />
      <Tables outcome={outcome} outputs={filled.detail.outputs} whole={whole} wholeUrl={`${path}?${worked.query}&all-rows=yes`} />
    </>
  );
}

function aroundOf(
  outcome: CalculatorOutcome,
  calculator: Calculator,
  { filled: { detail, reading, shared }, today, units }: Worked,
): Around {
  const { name } = solvedOf(outcome) ?? {};
  const { inputs } = outcome;
  const found = name === undefined ? {} : { [name]: inputs![name] };
  return { calculator, detail, inputs: { ...reading.inputs, ...found }, outcome, units, today, shared };
}

/** Results may be asked for in any unit that theirs converts to. */
function ShownIn({ outcome, worked: { filled, units: chosen } }: { outcome: CalculatorOutcome; worked: Worked }) {
  const { detail, shared } = filled;
  const choices = Object.keys(outcome.results).flatMap((name) => {
    const { unit, substance, type = "number", as } = detail.outputs[name]!;
    const units = typeof unit === "string" && type === "number" && !as ? unitsFor(unit, substance, shared).slice(0, mostUnits) : [];
    return units.length > 0 ? [{ name, units }] : [];
  });
  if (choices.length === 0) return null;
  return (
    <details id="units" open={Object.keys(chosen).length > 0}>
      <summary>Other units</summary>
      <div class="row">
        {choices.map(({ name, units }) => (
          <div>
            <label class="hint" for={`u-${name}`}>
              {outcome.results[name]!.label}
            </label>
            <select id={`u-${name}`} name={shownIn + name}>
              {units.map((unit) => (
                <option value={unit === units[0] ? "" : unit} selected={unit === (chosen[name] ?? units[0])}>
                  {shared.units.parse(unit).plural}
                </option>
              ))}
            </select>
          </div>
        ))}
      </div>
    </details>
  );
}
const mostUnits = 16;

function Charts({ around, wished }: { around: Around; wished: string | undefined }) {
  const curve = curveOf(around, wished);
  const bars = barsOf(around);
  const table = tableCurve(around);
  const names = movable(around);
  return (
    <>
      {curve && <CurveChart curve={curve} id="curve" />}
      {(curve || wished) && names.length > 1 && (
        <div class="row" id="over">
          <label class="hint" for="chart-over">
            Chart over
          </label>
          <select id="chart-over" name="chart-over">
            {names.map((name) => (
              <option value={name} selected={name === (wished ?? curve?.over)}>
                {around.detail.inputs.properties[name]!.title ?? inWords(name)}
              </option>
            ))}
          </select>
        </div>
      )}
      {table && <CurveChart curve={table} id="table" />}
      {bars && <BarChart bars={bars} id="bars" />}
    </>
  );
}

interface WholeProps extends CalculatorProps {
  kernel: Kernel;
  /** What stays the same whatever is typed, drawn before. */
  about: string;
  /** The site's address, for what is copied elsewhere. */
  origin: string;
}

/** The whole page. */
export function CalculatorPage(props: WholeProps) {
  const { calculator, kernel, about } = props;
  const place = placeOf(calculator, kernel);
  return (
    <>
      <Crumbs
        links={[
          ["/", "Calculators"],
          [`/categories/${calculator.category}`, place.title],
        ]}
      />
      <Working {...props} />
      <div dangerouslySetInnerHTML={{ __html: about }} />
      <section>
        <h2>Share and embed</h2>
        <p id="share" data-live>
          The address of a result holds its numbers: <a href={`${props.path}?${props.worked.query}`}>link to this result</a>.
        </p>
        <p>To show this calculator on your own page:</p>
        <pre tabindex={0}>{snippet(calculator, props.origin)}</pre>
      </section>
    </>
  );
}

const snippet = ({ slug, title }: Calculator, origin: string): string =>
  `<iframe src="${origin}/embed/${slug}" title="${title}" width="100%" height="640" loading="lazy"></iframe>\n<script src="${origin}/embed.js" async></script>`;

/** The category of a calculator, as its file says it. */
export function placeOf({ category }: Calculator, { catalog }: Kernel): { title: string; notice?: string } {
  const found = catalog
    .categories()
    .flatMap(({ categories }) => categories)
    .find(({ slug }) => slug === category);
  return { title: found?.title ?? inWords(category), ...(found?.notice && { notice: found.notice }) };
}

// The page of one calculator: form and result side by side, and its documentation below.

import type { Calculator, Kernel } from "formulary";
import { toWords } from "formulary/compiler";
import { solvedOf } from "../solve/index.ts";
import { FormFields } from "./form.tsx";
import { Breadcrumbs } from "./layout.tsx";
import { linkOf } from "./links.ts";
import type { PageState } from "./page-state.ts";
import { type CalculatorProps, ResultPanel } from "./result-panel.tsx";
import { mainName } from "./results.tsx";
import { SolveFields, SolveLinks } from "./solve-fields.tsx";
import { TakeAway } from "./take-away.tsx";

interface CalculatorFormProps extends CalculatorProps {
  /** What holds of every result of the category, where it stands beside the result. */
  notice?: string | undefined;
  /** Address of the full page, for a page in a frame. */
  fullPage?: string;
}

/** The part of the page that a frame on another site shows: title, form and result. */
export function CalculatorForm({ calculator, state, parameters, path, notice, fullPage }: CalculatorFormProps) {
  return (
    <>
      <h1>{calculator.title}</h1>
      <p class="lead">{calculator.description}</p>
      <form id="calculate" action={path} method="get" autocomplete="off" novalidate>
        {/* The key Enter presses the first button of a form: it must not add or remove a row */}
        <button type="submit" hidden />
        <ResultBar state={state} />
        <div class="two-columns">
          <InputCard state={state} path={path} />
          <section class="card result" aria-labelledby="result-title">
            <h2 id="result-title" class="visually-hidden">
              Result
            </h2>
            {state.solve && <SolveFields state={state} solve={state.solve} path={path} />}
            <div id="result" data-live="">
              <div role="status">
                {state.example && state.outcome && (
                  <p class="small">{state.form.system ? "An example" : `Example: ${state.example}`}. Put in your own numbers.</p>
                )}
              </div>
              <ResultPanel calculator={calculator} state={state} parameters={parameters} path={path} />
            </div>
            {notice && <p class="small">{notice}</p>}
          </section>
        </div>
      </form>
      {fullPage && (
        <p class="small">
          <a href={`${fullPage}?${linkOf(state)}`} target="_blank" rel="noopener">
            Formula, sources and examples at Formulary
          </a>
        </p>
      )}
    </>
  );
}

/** On a phone the main result stays in sight while a visitor types; a screen reader hears it from the result itself. */
function ResultBar({ state: { outcome, form } }: { state: PageState }) {
  const solved = outcome && solvedOf(outcome);
  const found = solved && { label: solved.label, formatted: solved.solutions.map(({ formatted }) => formatted).join(" or ") };
  const name = outcome && mainName(outcome, form);
  const main = found ?? (name === undefined ? undefined : outcome!.results[name]);
  return (
    <div class="result-bar" id="result-bar" data-live="" aria-hidden="true">
      {main && (
        <>
          <span>{main.label}</span>
          <strong>{main.formatted}</strong>
        </>
      )}
    </div>
  );
}

function InputCard({ state, path }: { state: PageState; path: string }) {
  const { form, solve } = state;
  return (
    <div class="card">
      <h2 class="visually-hidden">Inputs</h2>
      <FormFields form={form} />
      <div class="row">
        <button type="submit">Calculate</button>
        <a class="button secondary" href={path}>
          Start again
        </a>
      </div>
      {!solve && <SolveLinks state={state} path={path} />}
    </div>
  );
}

interface CalculatorPageProps extends CalculatorProps {
  kernel: Kernel;
  /** The part of the page that does not depend on the query, as HTML. */
  documentation: string;
  /** The site's address, for the code that other sites embed. */
  origin: string;
}

/** The full page of a calculator, with its documentation and the code to embed it. */
export function CalculatorPage({ kernel, documentation, origin, ...props }: CalculatorPageProps) {
  const { calculator } = props;
  const { title, notice, group } = categoryOf(calculator, kernel);
  return (
    <>
      <Breadcrumbs
        links={[
          ["/", "Calculators"],
          [`/categories/${calculator.category}`, title],
        ]}
      />
      <CalculatorForm {...props} notice={group === "health" ? notice : undefined} />
      <div dangerouslySetInnerHTML={{ __html: documentation }} />
      <TakeAway {...props} origin={origin} />
    </>
  );
}

/** The category of a calculator: its title, its notice, and the group that it belongs to. */
export function categoryOf({ category: slug }: Calculator, { catalog }: Kernel): { title: string; notice?: string; group?: string } {
  const group = catalog.categories().find(({ categories }) => categories.some((each) => each.slug === slug));
  const category = group?.categories.find((each) => each.slug === slug);
  return {
    title: category?.title ?? toWords(slug),
    ...(category?.notice && { notice: category.notice }),
    ...(group && { group: group.slug }),
  };
}

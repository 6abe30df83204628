// The page of one calculator: form and result side by side, and its documentation below.

import type { Calculator, Kernel } from "formulary";
import { toWords } from "formulary/compiler";
import { FormFields } from "./form.tsx";
import { Breadcrumbs } from "./layout.tsx";
import type { PageState } from "./page-state.ts";
import { type CalculatorProps, ResultPanel } from "./result-panel.tsx";
import { SolveFields, SolveLinks } from "./solve-form.tsx";

interface CalculatorFormProps extends CalculatorProps {
  /** Address of the full page, for a page in a frame. */
  fullPage?: string;
}

/** The part of the page that a frame on another site shows: title, form and result. */
export function CalculatorForm({ calculator, state, parameters, path, fullPage }: CalculatorFormProps) {
  return (
    <>
      <h1>{calculator.title}</h1>
      <p class="lead">{calculator.description}</p>
      <form id="calculate" action={path} method="get" novalidate>
        <div class="two-columns">
          <InputCard state={state} path={path} />
          <section class="card result" id="result" data-live="" aria-labelledby="result-title">
            <h2 id="result-title" class="visually-hidden">
              Result
            </h2>
            <div role="status">
              {state.example && state.outcome && (
                <p class="small">{state.form.system ? "An example" : `Example: ${state.example}`}. Put in your own numbers.</p>
              )}
            </div>
            <ResultPanel calculator={calculator} state={state} parameters={parameters} path={path} />
          </section>
        </div>
      </form>
      {fullPage && (
        <p class="small">
          <a href={`${fullPage}?${state.query}`} target="_blank" rel="noopener">
            Formula, sources and examples at Formulary
          </a>
        </p>
      )}
    </>
  );
}

function InputCard({ state, path }: { state: PageState; path: string }) {
  const { form, solve, query, outcome } = state;
  return (
    <div class="card">
      <h2 class="visually-hidden">Inputs</h2>
      {solve && <SolveFields solve={solve} detail={form.detail} environment={form.environment} />}
      <FormFields form={form} />
      <div class="row">
        <button type="submit">Calculate</button>
        <a class="button secondary" href={path}>
          Start again
        </a>
      </div>
      {!solve && <SolveLinks detail={form.detail} path={path} query={query} outcome={outcome} />}
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
  const { calculator, path, state } = props;
  return (
    <>
      <Breadcrumbs
        links={[
          ["/", "Calculators"],
          [`/categories/${calculator.category}`, categoryOf(calculator, kernel).title],
        ]}
      />
      <CalculatorForm {...props} />
      <div dangerouslySetInnerHTML={{ __html: documentation }} />
      <section class="screen-only">
        <h2>Share and embed</h2>
        <p id="share" data-live="">
          The address of a result holds its numbers: <a href={`${path}?${state.query}`}>link to this result</a>.
        </p>
        <p>To show this calculator on your own page:</p>
        <pre tabindex={0}>{embedCode(calculator, origin)}</pre>
      </section>
    </>
  );
}

const embedCode = ({ slug, title }: Calculator, origin: string): string =>
  `<iframe src="${origin}/embed/${slug}" title="${title}" width="100%" height="640" style="border:0" loading="lazy"></iframe>\n<script src="${origin}/embed.js" async></script>`;

/** The category of a calculator: its title and its notice. */
export function categoryOf({ category: slug }: Calculator, { catalog }: Kernel): { title: string; notice?: string } {
  const category = catalog
    .categories()
    .flatMap(({ categories }) => categories)
    .find((each) => each.slug === slug);
  return { title: category?.title ?? toWords(slug), ...(category?.notice && { notice: category.notice }) };
}

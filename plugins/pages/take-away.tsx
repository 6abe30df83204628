// What a visitor takes along: the link of a result, a file of it, the same question to the API, and the code for other sites.
import type { Calculator } from "formulary";
import { csvUrl } from "./csv.ts";
import type { CalculatorProps } from "./result-panel.tsx";

/** The section below a calculator. */
export function TakeAway({ calculator, state, path, origin }: CalculatorProps & { origin: string }) {
  return (
    <section class="screen-only">
      <h2>Share, embed, call</h2>
      <p id="share" data-live="">
        The address of a result holds its numbers: <a href={`${path}?${state.query}`}>link to this result</a>
        {state.outcome && calculator.hasFormula && (
          <>
            ; <a href={csvUrl(calculator, state.query)}>the results as CSV</a>
          </>
        )}
        .
      </p>
      <details>
        <summary>The same over the API</summary>
        <pre tabindex={0} id="api-call" data-live="">
          {apiCall(calculator, state.form.values.inputs, origin)}
        </pre>
      </details>
      <details>
        <summary>On your own page</summary>
        <pre tabindex={0}>{embedCode(calculator, origin)}</pre>
      </details>
    </section>
  );
}

/** A line for a shell; an apostrophe ends the quoted text, and begins it again. */
function apiCall({ slug }: Calculator, inputs: Record<string, unknown>, origin: string): string {
  const body = JSON.stringify({ calculator: slug, inputs }).replaceAll("'", "'\\''");
  return `curl ${origin}/api/v1/calculate \\\n  -H 'x-api-key: YOUR_KEY' -H 'content-type: application/json' \\\n  -d '${body}'`;
}

const embedCode = ({ slug, title }: Calculator, origin: string): string =>
  `<iframe src="${origin}/embed/${slug}" title="${title}" width="100%" height="640" style="border:0" loading="lazy"></iframe>\n<script src="${origin}/embed.js" async></script>`;

// What a visitor takes along: the link of a result, a file of it, the same question to the API, and the code for other sites.
import type { Calculator } from "formulary";
import { csvPath } from "./csv.ts";
import { linkOf } from "./links.ts";
import type { CalculatorProps } from "./result-panel.tsx";

/** The section below a calculator. */
export function TakeAway({ calculator, state, path, origin }: CalculatorProps & { origin: string }) {
  return (
    <section class="screen-only">
      <h2>Share, embed, call</h2>
      <p id="share" data-live="">
        The address of a result holds its numbers: <a href={`${path}?${linkOf(state)}`}>link to this result</a>
        {state.outcome && calculator.hasFormula && (
          <>
            ;{" "}
            <button type="submit" class="link" form="calculate" formaction={csvPath(calculator)}>
              the results as CSV
            </button>
          </>
        )}
        .
      </p>
      <div id="api-call" data-live="">
        <ApiCall call={apiCall(calculator, state.form.values.inputs, origin)} />
      </div>
      <details>
        <summary>On your own page</summary>
        <pre tabindex={0}>{embedCode(calculator, origin)}</pre>
      </details>
    </section>
  );
}

/** A longer call, with many rows, is none that people copy. */
const longestCall = 500;

function ApiCall({ call }: { call: string }) {
  if (call.length > longestCall) return null;
  return (
    <details>
      <summary>The same over the API</summary>
      <pre tabindex={0}>{call}</pre>
    </details>
  );
}

/** A line for a shell; an apostrophe ends the quoted text, and begins it again. */
function apiCall({ slug }: Calculator, inputs: Record<string, unknown>, origin: string): string {
  const body = JSON.stringify({ calculator: slug, inputs }).replaceAll("'", "'\\''");
  return `curl ${origin}/api/v1/calculate \\\n  -H 'x-api-key: YOUR_KEY' -H 'content-type: application/json' \\\n  -d '${body}'`;
}

const embedCode = ({ slug, title }: Calculator, origin: string): string =>
  `<iframe src="${origin}/embed/${slug}" title="${title}" width="100%" height="640" style="border:0" loading="lazy"></iframe>\n<script src="${origin}/embed.js" async></script>`;

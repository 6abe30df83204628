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
        .{" "}
        {state.outcome && calculator.hasFormula && (
          <button type="button" class="link scripted" data-copy="result">
            Copy the result
          </button>
        )}
      </p>
      <div id="api-call" data-live="">
        <ApiCalls slug={calculator.slug} inputs={state.form.values.inputs} origin={origin} />
      </div>
      <details>
        <summary>On your own page</summary>
        <Code text={embedCode(calculator, origin)} />
      </details>
    </section>
  );
}

/** Code to copy: by hand, or by its button where there is a script. */
function Code({ text }: { text: string }) {
  return (
    <div class="code">
      <pre tabindex={0}>{text}</pre>
      <button type="button" class="link scripted" data-copy="code">
        Copy
      </button>
    </div>
  );
}

interface ApiCallsProps {
  slug: string;
  inputs: Record<string, unknown>;
  origin: string;
}
/** A longer call, with many rows, is none that people copy. */
const longestCall = 500;

function ApiCalls(props: ApiCallsProps) {
  if (JSON.stringify(props.inputs).length > longestCall) return null;
  return (
    <details>
      <summary>The same over the API</summary>
      {Object.entries(calls).map(([language, write]) => (
        <>
          <h3>{language}</h3>
          <Code text={write(props)} />
        </>
      ))}
    </details>
  );
}

const address = ({ origin }: ApiCallsProps): string => `${origin}/api/v1/calculate`;
const bodyOf = ({ slug, inputs }: ApiCallsProps): string => JSON.stringify({ calculator: slug, inputs });
/** The call in the languages that people ask for. */
const calls: Record<string, (props: ApiCallsProps) => string> = {
  // an apostrophe ends the quoted text of a shell, and begins it again
  curl: (props) =>
    `curl ${address(props)} \\\n  -H 'x-api-key: YOUR_KEY' -H 'content-type: application/json' \\\n  -d '${bodyOf(props).replaceAll("'", "'\\''")}'`,
  JavaScript: (props) =>
    `const response = await fetch("${address(props)}", {\n  method: "POST",\n  headers: { "x-api-key": "YOUR_KEY", "content-type": "application/json" },\n  body: JSON.stringify(${bodyOf(props)}),\n});\nconst { result } = await response.json();`,
  Python: (props) =>
    `import requests\n\nresponse = requests.post(\n    "${address(props)}",\n    headers={"x-api-key": "YOUR_KEY"},\n    json=${toPython({ calculator: props.slug, inputs: props.inputs })},\n)\nresult = response.json()["result"]`,
};

/** A value as Python writes it. */
function toPython(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toPython).join(", ")}]`;
  if (typeof value === "boolean") return value ? "True" : "False";
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "None";
  const entries = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${toPython(each)}`);
  return `{${entries.join(", ")}}`;
}

const embedCode = ({ slug, title }: Calculator, origin: string): string =>
  `<iframe src="${origin}/embed/${slug}" title="${title}" width="100%" height="640" style="border:0" loading="lazy"></iframe>\n<script src="${origin}/embed.js" async></script>`;

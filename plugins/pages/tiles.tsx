// Calculators as a list of links.
import type { Reading, Summary } from "formulary";

/** A line of a list; what a search read from the query goes into the form, and `answer` says what comes out. */
export interface Tile extends Summary {
  inputs?: Reading["inputs"];
  answer?: string;
}

/** Links to calculators, with their descriptions. */
export function CalculatorTiles({ calculators }: { calculators: Tile[] }) {
  return (
    <ul class="tiles">
      {calculators.map(({ slug, title, description, inputs, answer }) => (
        <li class={answer && "answer"}>
          <a href={`/calculators/${slug}${inputs ? `?${new URLSearchParams(parametersOf(inputs))}` : ""}`}>
            <strong>{title}</strong>
            {answer && <output>{answer}</output>}
            <span>{description}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Inputs as a form's fields hold them; a number with its unit as people type it. */
const parametersOf = (inputs: Reading["inputs"]): [string, string][] =>
  Object.entries(inputs).map(([name, input]) => {
    const { value, unit } = (typeof input === "object" && input ? input : { value: input }) as { value: unknown; unit?: string };
    return [name, unit === undefined ? String(value) : `${value} ${unit}`];
  });

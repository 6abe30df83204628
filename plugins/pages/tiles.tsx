// Calculators as a list of links.
import type { Summary } from "formulary";

/** Links to calculators, with their descriptions. */
export function CalculatorTiles({ calculators }: { calculators: Summary[] }) {
  return (
    <ul class="tiles">
      {calculators.map(({ slug, title, description }) => (
        <li>
          <a href={`/calculators/${slug}`}>
            <strong>{title}</strong>
            <span>{description}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

// What moves the result: for each number input how the main result changes where it is 1 % less and 1 % more.
import type { Outcome } from "formulary";
import type { Environment } from "formulary/compiler";
import { significant } from "formulary/functions";
import type { Sensitivity } from "../uncertainty/index.ts";
import { unitInHead } from "./controls.tsx";
import type { Detail } from "./detail.ts";

interface MovesProps {
  outcome: Outcome & { sensitivity?: Record<string, Sensitivity[]> };
  outputs: Detail["outputs"];
  environment: Environment;
  /** Address of the same result with these bars. */
  url: string;
}

/** Bars with the changes, where they were asked for; else a link that asks. */
export function Moves({ outcome: { results, sensitivity }, outputs, environment, url }: MovesProps) {
  const main = Object.keys(results).find((name) => (outputs[name]?.type ?? "number") === "number");
  if (main === undefined) return null;
  if (!sensitivity) return <MovesLink url={url} />;
  const entries = (sensitivity[main] ?? []).filter(({ lessInput, moreInput }) => lessInput !== undefined || moreInput !== undefined);
  const { label } = results[main]!;
  const unit = unitInHead(results[main]!.unit, outputs[main]?.unit, environment);
  const most = Math.max(0, ...entries.flatMap(({ lessInput = 0, moreInput = 0 }) => [Math.abs(lessInput), Math.abs(moreInput)]));
  return (
    <section id="moves" aria-labelledby="moves-title">
      <h3 id="moves-title">What moves the result</h3>
      {most === 0 ? (
        <p>No number of the form changes “{label}” here.</p>
      ) : (
        <div class="scroll" tabindex={0}>
          <table class="moves">
            <caption class="small">
              How “{label}”{unit && ` (${unit})`} changes where an input alone is 1 % less or more.
            </caption>
            <thead>
              <tr>
                <th scope="col">Input</th>
                <th scope="col" class="number">
                  1 % less
                </th>
                <th scope="col" class="number">
                  1 % more
                </th>
              </tr>
            </thead>
            <tbody>
              {entries.map(({ label: input, lessInput, moreInput }) => (
                <tr>
                  <th scope="row">
                    {input}
                    <Bars less={lessInput ?? 0} more={moreInput ?? 0} most={most} />
                  </th>
                  <td class="number">{changeText(lessInput)}</td>
                  <td class="number">{changeText(moreInput)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function MovesLink({ url }: { url: string }) {
  return (
    <p class="small">
      <a href={url}>What moves the result</a>
    </p>
  );
}

const changeText = (change: number | undefined): string =>
  change === undefined ? "no result" : `${change > 0 ? "+" : ""}${significant(change, 3)}`;

const [width, height] = [200, 20];
/** Two bars from the middle: above for less, below for more. */
function Bars({ less, more, most }: { less: number; more: number; most: number }) {
  const bar = (change: number, y: number, kind: string) => {
    const length = (Math.abs(change) / most) * (width / 2 - 1);
    return <rect class={kind} x={change < 0 ? width / 2 - length : width / 2} y={y} width={length} height={height / 2 - 1} />;
  };
  return (
    <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {bar(less, 0, "less")}
      {bar(more, height / 2, "more")}
      <line x1={width / 2} x2={width / 2} y1={0} y2={height} />
    </svg>
  );
}

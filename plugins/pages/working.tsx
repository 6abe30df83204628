// The working: each formula of the calculation, with the numbers put in, and its value.
import type { Working, WrittenStep } from "../steps/index.ts";
import type { Detail } from "./detail.ts";
import { UnitsOfFormulas } from "./formulas.tsx";

/** MathML is several times as long as its formula. After this many characters of it a page says how many steps it leaves out. */
const mathBudget = 120_000;

/** The formulas that matter most, and all lines folded below them, where they were asked for; else a button that asks. */
export function WorkingSection({ working, detail }: { working: Working | undefined; detail: Detail }) {
  if (!working)
    return (
      <p class="small">
        <button type="submit" class="link" name="with-working" value="yes">
          Show the working
        </button>
      </p>
    );
  const { shown, all } = working;
  return (
    <section id="working" aria-labelledby="working-title">
      <input type="hidden" name="with-working" value="yes" />
      <h3 id="working-title">The working, step by step</h3>
      <Steps steps={shown.length > 0 ? shown : all} />
      {shown.length > 0 && (
        <details id="all-lines">
          <summary>All lines of the calculation</summary>
          <Steps steps={all} />
        </details>
      )}
      <UnitsOfFormulas detail={detail} />
    </section>
  );
}

function Steps({ steps }: { steps: WrittenStep[] }) {
  let remaining = mathBudget;
  const written = steps.filter(({ formula, substituted = "" }) => (remaining -= formula.length + substituted.length) > 0);
  return (
    <>
      <ol class="working">
        {written.map((step) => (
          <Step {...step} />
        ))}
      </ol>
      {written.length < steps.length && <p class="small">{steps.length - written.length} more steps are too long to show here.</p>}
    </>
  );
}

function Step({ label, formula, substituted, because, value }: WrittenStep) {
  return (
    <li>
      <strong>{label}</strong>
      <div class="scroll" tabindex={0}>
        <div class="formula" dangerouslySetInnerHTML={{ __html: formula }} />
        {substituted && (
          <div class="formula">
            = <span dangerouslySetInnerHTML={{ __html: substituted }} />
          </div>
        )}
      </div>
      {because.length > 0 && <p class="small">Since {because.join(" and ")}.</p>}
      {value !== undefined && (
        <p>
          = <b>{value}</b>
        </p>
      )}
    </li>
  );
}

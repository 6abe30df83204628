// Small parts that several kinds of page are made of.
import type { ComponentChildren } from "preact";

interface FieldProps {
  id: string;
  label: ComponentChildren;
  hint?: string | undefined;
  /** What was understood, where it is not what was typed. */
  heard?: string | undefined;
  error?: string | undefined;
  children: ComponentChildren;
}

/** A labelled control with its hint and its error beneath; the control takes `described(id, …)`. */
export function Field({ id, label, hint, heard, error, children }: FieldProps) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <Said id={id} heard={heard} error={error} />
    </div>
  );
}

/** What the server says to one field: replaced while somebody types. */
export function Said({ id, heard, error }: { id: string; heard?: string | undefined; error?: string | undefined }) {
  return (
    <div id={`${id}-said`} data-live>
      {error && <p class="error">{error}</p>}
      {heard && <p class="heard">{heard}</p>}
    </div>
  );
}

/** The attributes that tie a control to its hint and error; the first faulty one of a page takes the focus. */
export function described(id: string, { hint, error, focus }: { hint?: unknown; error?: unknown; focus?: unknown } = {}) {
  return {
    id,
    "aria-describedby": [hint && `${id}-hint`, `${id}-said`].filter(Boolean).join(" "),
    "aria-invalid": error ? ("true" as const) : undefined,
    autofocus: Boolean(focus),
  };
}

/** A remark that stands apart. */
export function Notice({ bad, children }: { bad?: boolean; children: ComponentChildren }) {
  return (
    <div class={bad ? "notice bad" : "notice"} role={bad ? "alert" : undefined}>
      {children}
    </div>
  );
}

/** The search field of the whole catalogue. */
export function SearchForm({ q = "", focus }: { q?: string; focus?: boolean }) {
  return (
    <search>
      <form class="search" action="/" id="search">
        <label class="away" for="q">
          Search all calculators
        </label>
        <input
          id="q"
          name="q"
          type="search"
          value={q}
          placeholder="mortgage, BMI, ohm, percentage …"
          autocomplete="off"
          autofocus={focus}
        />
        <button type="submit">Search</button>
      </form>
    </search>
  );
}

// Elements that several kinds of page are made of: fields of forms, notices, and the search form.
import type { ComponentChildren } from "preact";

interface FieldProps {
  id: string;
  label: ComponentChildren;
  hint?: string | undefined;
  /** How the text was read, where the reading differs from the text. */
  interpretation?: string | undefined;
  error?: string | undefined;
  children: ComponentChildren;
}

/** A control with its label, hint and messages. The control takes the attributes of `controlAttributes(id, …)`. */
export function Field({ id, label, hint, interpretation, error, children }: FieldProps) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children}
      {hint && (
        <p class="hint" id={`${id}-hint`} data-live="">
          {hint}
        </p>
      )}
      <FieldMessages id={id} interpretation={interpretation} error={error} />
    </div>
  );
}

/** The messages of the server about one field; the script replaces them while the visitor types. */
export function FieldMessages({ id, interpretation, error }: Pick<FieldProps, "id" | "interpretation" | "error">) {
  return (
    <div id={`${id}-message`} data-live="">
      {error && <p class="error">{error}</p>}
      {interpretation && <p class="interpretation">{interpretation}</p>}
    </div>
  );
}

/** The attributes that connect a control with its hint and error; the first control with an error takes the focus. */
export function controlAttributes(id: string, { hint, error, focus }: { hint?: unknown; error?: unknown; focus?: unknown } = {}) {
  return {
    id,
    "aria-describedby": [hint && `${id}-hint`, `${id}-message`].filter(Boolean).join(" "),
    "aria-invalid": error ? ("true" as const) : undefined,
    autofocus: Boolean(focus),
  };
}

/** A message in a box of its own; an alert where something is wrong. */
export function Notice({ alert, children }: { alert?: boolean; children: ComponentChildren }) {
  return (
    <div class={alert ? "notice alert" : "notice"} role={alert ? "alert" : undefined}>
      {children}
    </div>
  );
}

/** The form that searches the whole catalogue. */
export function SearchForm({ q = "", focus }: { q?: string; focus?: boolean }) {
  return (
    <search>
      <form class="search" action="/" id="search">
        <label class="visually-hidden" for="q">
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

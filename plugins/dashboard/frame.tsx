// What the pages of the dashboard have in common: their own navigation, and the parts that forms are made of.

import type { CalcError } from "formulary";
import { asCalcError } from "formulary/http";
import type { ComponentChildren } from "preact";
import { Crumbs, described, Field, Notice } from "../pages/index.ts";
import type { Dashboard, Visit } from "./dashboard.ts";
import { shownDate } from "./moments.ts";

interface Shown {
  title: string;
  body: ComponentChildren;
  /** Pages above this one. */
  above?: [href: string, text: string][];
  status?: number;
  headers?: Record<string, string>;
}
const tabs: [href: string, text: string, operator: boolean][] = [
  ["/dashboard", "Keys", false],
  ["/dashboard/account", "Account", false],
  ["/dashboard/operator", "Server", true],
];
/** What the page after a form says of it, by the word that the address carries. */
const said: Record<string, string> = {
  "signed-out": "You are signed out.",
  deleted: "The account is deleted, and its keys are refused from now on.",
  password: "The password is changed. You are signed out everywhere else.",
  renamed: "The key has its new name.",
  revoked: "The key is revoked: it is refused from now on.",
  saved: "Saved.",
};

/** Answers with a page of the dashboard; nothing on the way keeps it. */
export function show(
  { pages, script }: Dashboard,
  { event, member, query }: Visit,
  { title, body, above, status = 200, headers }: Shown,
): Promise<Response> {
  const { pathname } = event.url;
  const note = Object.hasOwn(said, query("said")) ? said[query("said")] : undefined;
  const page = (
    <div class="dashboard stack">
      {member && <Tabs at={pathname} operator={member.operator} />}
      {above && <Crumbs links={above} />}
      <h1>{title}</h1>
      {note && (
        <div class="notice" role="status">
          {note}
        </div>
      )}
      {body}
      <script type="module" src={script} />
    </div>
  );
  // `no-referrer` would make browsers send their own forms without an origin
  const kept = { "cache-control": "no-store", "referrer-policy": "same-origin", ...headers };
  return pages.send(event, { title, description: `${title}: API keys of this server.` }, page, { status, headers: kept });
}

function Tabs({ at, operator }: { at: string; operator: boolean }) {
  return (
    <nav class="tabs" aria-label="Dashboard">
      {tabs
        .filter(([, , only]) => operator || !only)
        .map(([href, text]) => (
          <a href={href} aria-current={isUnder(at, href) ? "page" : undefined}>
            {text}
          </a>
        ))}
      <PostButton action="/dashboard/sign-out" quiet>
        Sign out
      </PostButton>
    </nav>
  );
}
const isUnder = (at: string, href: string) =>
  href === "/dashboard" ? at === href || at.startsWith("/dashboard/keys") : at === href || at.startsWith(`${href}/`);

/** Does what a form asks for; what is refused is said above the form, which still holds what was typed. */
export async function tryForm(work: () => Promise<Response>, again: (error: CalcError) => Response | Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    const own = asCalcError(error);
    if (own.status >= 500) throw error;
    return again(own);
  }
}

/** What was refused, in words. */
export function Refusal({ error }: { error?: CalcError | undefined }) {
  return error ? <Notice bad>{error.message}</Notice> : null;
}

interface FormProps {
  action: string;
  submit: string;
  danger?: boolean;
  /** Further fields that nobody sees. */
  hidden?: Record<string, string>;
  children?: ComponentChildren;
}
/** A form that is sent with a button of its own. */
export function Form({ action, submit, danger, hidden = {}, children }: FormProps) {
  return (
    <form method="post" action={action} class="fields narrow">
      {Object.entries(hidden).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      {children}
      <div>
        <button type="submit" class={danger ? "danger" : undefined}>
          {submit}
        </button>
      </div>
    </form>
  );
}

/** A button that is a form of its own. */
export function PostButton(props: { action: string; quiet?: boolean; danger?: boolean; children: ComponentChildren }) {
  const { action, quiet, danger, children } = props;
  return (
    <form method="post" action={action}>
      <button type="submit" class={danger ? "danger" : quiet ? "quiet" : undefined}>
        {children}
      </button>
    </form>
  );
}

interface TextProps {
  id: string;
  label: string;
  value?: string;
  hint?: string;
  type?: "text" | "email";
  autocomplete?: string;
  required?: boolean;
  focus?: boolean;
  maxlength?: number;
}
/** A line of text. */
export function TextField({
  id,
  label,
  value = "",
  hint,
  type = "text",
  autocomplete = "off",
  required = true,
  focus,
  maxlength,
}: TextProps) {
  return (
    <Field id={id} label={label} hint={hint}>
      <input
        name={id}
        type={type as "text"}
        value={value}
        autocomplete={autocomplete}
        maxlength={maxlength}
        required={required}
        {...described(id, { hint, focus })}
      />
    </Field>
  );
}

/** A password: one that is known, or a new one with what it takes. */
export function PasswordField({ id, label, fresh, focus }: { id: string; label: string; fresh?: boolean; focus?: boolean }) {
  const hint = fresh ? "8 characters or more. A few words are easy to remember and hard to guess." : undefined;
  const autocomplete = fresh ? "new-password" : "current-password";
  return (
    <Field id={id} label={label} hint={hint}>
      <input
        name={id}
        type="password"
        autocomplete={autocomplete}
        minlength={fresh ? 8 : undefined}
        required
        {...described(id, { hint, focus })}
      />
    </Field>
  );
}

/** A text to copy: whole at a click, or with a button where the browser lets scripts copy. */
export function Copy({ id, label, text }: { id: string; label: string; text: string }) {
  return (
    <div class="copy">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line scrolls, also by keyboard */}
      <section aria-label={label} tabIndex={0}>
        <pre id={id}>{text}</pre>
      </section>
      <button type="button" class="quiet" data-copy={id} hidden aria-live="polite">
        {`Copy ${label}`}
      </button>
    </div>
  );
}

/** A moment or a day for people, in UTC. */
export function Moment({ at, day }: { at: string; day?: boolean }) {
  return <time dateTime={at}>{day ? shownDate(at, "day") : `${shownDate(at, "moment")} UTC`}</time>;
}

// The frame of every page of the dashboard, and the components that its forms are made of.
import type { CalcError } from "formulary";
import { asCalcError } from "formulary/http";
import type { ComponentChildren } from "preact";
import { Breadcrumbs, controlAttributes, Field, Notice } from "../pages/index.ts";
import type { Dashboard, Visit } from "./dashboard.ts";
import { formatDate } from "./dates.ts";

interface PageOptions {
  title: string;
  body: ComponentChildren;
  /** The pages above this one, for the breadcrumbs. */
  above?: [href: string, text: string][];
  /** The error of the last attempt; it gives the response its status and headers. */
  error?: CalcError | undefined;
  status?: number;
}
const tabs: [href: string, text: string, operator: boolean][] = [
  ["/dashboard", "Keys", false],
  ["/dashboard/account", "Account", false],
  ["/dashboard/operator", "Server", true],
];
/** What the page after a form says about it, by the query parameter `said`. */
const notices: Record<string, string> = {
  "signed-out": "You are signed out.",
  deleted: "The account is deleted. Its keys are refused from now on.",
  password: "The password is changed. You are signed out everywhere else.",
  renamed: "The key is renamed.",
  revoked: "The key is revoked. It is refused from now on.",
  saved: "Saved.",
};

/** Responds with a page of the dashboard that no cache stores. */
export function showPage(
  { pages }: Dashboard,
  { event, member, query }: Visit,
  { title, body, above, error, status = error?.status ?? 200 }: PageOptions,
): Promise<Response> {
  const { pathname } = event.url;
  const notice = Object.hasOwn(notices, query("said")) ? notices[query("said")] : undefined;
  const page = (
    <div class="dashboard stack">
      {member && <Tabs at={pathname} operator={member.operator} />}
      {above && <Breadcrumbs links={above} />}
      <h1>{title}</h1>
      {notice && (
        <div class="notice" role="status">
          {notice}
        </div>
      )}
      {body}
    </div>
  );
  // With `no-referrer` browsers would send the forms of these pages without an Origin header.
  const headers = { "cache-control": "no-store", "referrer-policy": "same-origin", ...error?.headers };
  return pages.send(event, { title, description: `${title}: API keys of this server.` }, page, { status, headers });
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
      <PostButton action="/dashboard/sign-out" secondary>
        Sign out
      </PostButton>
    </nav>
  );
}
const isUnder = (at: string, href: string) =>
  href === "/dashboard" ? at === href || at.startsWith("/dashboard/keys") : at === href || at.startsWith(`${href}/`);

/** Does the work of a form. An error of the user is shown above the form, which still contains what was typed. */
export async function tryForm(
  work: () => Promise<Response>,
  showAgain: (error: CalcError) => Response | Promise<Response>,
): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    const calcError = asCalcError(error);
    if (calcError.status >= 500) throw error;
    return showAgain(calcError);
  }
}

/** The message of an error, above a form. */
export function ErrorNotice({ error }: { error?: CalcError | undefined }) {
  return error ? <Notice alert>{error.message}</Notice> : null;
}

interface FormProps {
  action: string;
  submit: string;
  danger?: boolean;
  /** Hidden fields. */
  hidden?: Record<string, string>;
  children?: ComponentChildren;
}
/** A form with its own button. */
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

/** A button that sends an empty form. */
export function PostButton(props: { action: string; secondary?: boolean; danger?: boolean; children: ComponentChildren }) {
  const { action, secondary, danger, children } = props;
  return (
    <form method="post" action={action}>
      <button type="submit" class={danger ? "danger" : secondary ? "secondary" : undefined}>
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
        {...controlAttributes(id, { hint, focus })}
      />
    </Field>
  );
}

/** A field for a password: the current one, or a new one with its rules. */
export function PasswordField({ id, label, isNew, focus }: { id: string; label: string; isNew?: boolean; focus?: boolean }) {
  const hint = isNew ? "8 characters or more. A few words are easy to remember and hard to guess." : undefined;
  const autocomplete = isNew ? "new-password" : "current-password";
  return (
    <Field id={id} label={label} hint={hint}>
      <input
        name={id}
        type="password"
        autocomplete={autocomplete}
        minlength={isNew ? 8 : undefined}
        required
        {...controlAttributes(id, { hint, focus })}
      />
    </Field>
  );
}

interface SelectProps {
  id: string;
  label: string;
  hint?: string;
  choices: [value: string, text: string][];
  chosen: string;
}
/** A field that takes one of several choices. */
export function SelectField({ id, label, hint, choices, chosen }: SelectProps) {
  return (
    <Field id={id} label={label} hint={hint}>
      <select name={id} {...controlAttributes(id, { hint })}>
        {choices.map(([value, text]) => (
          <option value={value} selected={value === chosen}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  );
}

/** A name and what it is, in a list of facts. */
export const Fact = ({ name, value }: { name: string; value: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

/** A text to copy: selected by one click, or copied by a button where the browser lets scripts do that. */
export function Copy({ id, label, text }: { id: string; label: string; text: string }) {
  return (
    <div class="copy">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line scrolls, also by keyboard */}
      <section aria-label={label} tabIndex={0}>
        <pre id={id}>{text}</pre>
      </section>
      <button type="button" class="secondary scripted" data-copy="code" aria-live="polite">
        {`Copy ${label}`}
      </button>
    </div>
  );
}

/** A time or a day, in UTC. */
export function DateTime({ at, day }: { at: string; day?: boolean }) {
  return <time dateTime={at}>{day ? formatDate(at, "day") : `${formatDate(at, "time")} UTC`}</time>;
}

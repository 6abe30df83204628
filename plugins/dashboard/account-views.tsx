// What a person sees of the account itself.

import type { CalcError } from "formulary";
import type { Account } from "../accounts/index.ts";
import { Notice } from "../pages/index.ts";
import { Form, Moment, PasswordField, PostButton, Refusal } from "./frame.tsx";
import type { Person } from "./people.ts";

interface SettingsProps {
  account: Account;
  person: Person;
  /** Which of the sessions is this one. */
  digest: string;
  operator: boolean;
}

/** Everything about the account on one page. */
export function Settings({ account, person, digest, operator }: SettingsProps) {
  const left = person.recovery.length;
  const latest = [...person.sessions].sort((a, b) => (a.seen < b.seen ? 1 : -1));
  return (
    <>
      <section class="card">
        <h2>Who you are</h2>
        <dl class="facts">
          <div>
            <dt>E-mail address</dt>
            <dd>{account.email}</dd>
          </div>
          <div>
            <dt>Plan</dt>
            <dd>{account.plan}</dd>
          </div>
          <div>
            <dt>Member since</dt>
            <dd>
              <Moment at={account.created} day />
            </dd>
          </div>
          {operator && (
            <div>
              <dt>Role</dt>
              <dd>Operator of this server</dd>
            </div>
          )}
        </dl>
      </section>
      <section class="card">
        <h2>Password and recovery</h2>
        <p>
          {left === 0
            ? "You have no recovery codes left: make new ones, or a lost password means asking the operator."
            : `${left} of your recovery codes ${left === 1 ? "is" : "are"} still good.`}
        </p>
        <div class="row">
          <a class="button quiet" href="/dashboard/password">
            Change the password
          </a>
          <a class="button quiet" href="/dashboard/account/codes">
            Make new recovery codes
          </a>
        </div>
      </section>
      <section class="card">
        <h2>Where you are signed in</h2>
        <ul>
          {latest.map((session) => (
            <li>
              {"Signed in "}
              <Moment at={session.created} />
              {session.digest === digest ? ": this browser" : ": last used "}
              {session.digest !== digest && <Moment at={session.seen} />}
            </li>
          ))}
        </ul>
        <div class="row">
          <PostButton action="/dashboard/account/sign-out" quiet>
            Sign out everywhere
          </PostButton>
        </div>
      </section>
      <section class="card">
        <h2>Delete the account</h2>
        <p>All keys are refused from that moment on, and nothing can be restored.</p>
        <div class="row">
          <a class="button danger" href="/dashboard/account/delete">
            Delete the account
          </a>
        </div>
      </section>
    </>
  );
}

interface Asking {
  email: string;
  error?: CalcError | undefined;
  operator: boolean;
}

/** The form for another password. */
export function ChangePassword({ error }: Asking) {
  return (
    <>
      <p class="lead">Everywhere else you are signed out.</p>
      <Refusal error={error} />
      <div class="card">
        <Form action="/dashboard/password" submit="Change the password">
          <PasswordField id="current" label="Current password" focus />
          <PasswordField id="password" label="New password" fresh />
        </Form>
      </div>
    </>
  );
}

/** The form for another set of codes. */
export function NewCodes({ error }: Asking) {
  return (
    <>
      <p class="lead">Eight new codes replace the ones you have.</p>
      <Refusal error={error} />
      <div class="card">
        <Form action="/dashboard/account/codes" submit="Make new codes">
          <PasswordField id="current" label="Current password" focus />
        </Form>
      </div>
    </>
  );
}

/** The last page of an account. */
export function DeleteAccount({ email, error, operator }: Asking) {
  return (
    <>
      <p class="lead">{`The account ${email} and its keys end now and for ever.`}</p>
      {operator && (
        <Notice bad>You are the operator: without one, the next start of this server prints a link to its log that makes a new one.</Notice>
      )}
      <Refusal error={error} />
      <div class="card">
        <Form action="/dashboard/account/delete" submit="Delete it for ever" danger>
          <PasswordField id="current" label="Current password" focus />
        </Form>
        <div class="row">
          <a href="/dashboard/account">Keep it</a>
        </div>
      </div>
    </>
  );
}

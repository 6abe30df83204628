// The views of a member's own account.
import type { CalcError } from "formulary";
import type { Account } from "../accounts/index.ts";
import { Notice } from "../pages/index.ts";
import { DateTime, ErrorNotice, Fact, Form, PasswordField, PostButton } from "./layout.tsx";
import type { Profile } from "./profiles.ts";

interface SettingsProps {
  account: Account;
  profile: Profile;
  /** The digest of the session of this browser. */
  digest: string;
  operator: boolean;
}

/** Everything about the account on one page. */
export function Settings({ account, profile, digest, operator }: SettingsProps) {
  return (
    <>
      <Identity account={account} operator={operator} />
      <Recovery left={profile.recovery.length} />
      <Sessions profile={profile} digest={digest} />
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

function Identity({ account, operator }: Pick<SettingsProps, "account" | "operator">) {
  return (
    <section class="card">
      <h2>Who you are</h2>
      <dl class="facts">
        <Fact name="E-mail address" value={account.email} />
        <Fact name="Plan" value={account.plan} />
        <Fact name="Member since" value={<DateTime at={account.created} day />} />
        {operator && <Fact name="Role" value="Administrator of this server" />}
      </dl>
    </section>
  );
}

function Recovery({ left }: { left: number }) {
  return (
    <section class="card">
      <h2>Password and recovery</h2>
      <p>
        {left === 0
          ? "You have no recovery codes left. Make new ones now: without them only the administrator can help you with a lost password."
          : `${left} of your recovery codes ${left === 1 ? "is" : "are"} still good.`}
      </p>
      <div class="row">
        <a class="button secondary" href="/dashboard/password">
          Change the password
        </a>
        <a class="button secondary" href="/dashboard/account/codes">
          Create new recovery codes
        </a>
      </div>
    </section>
  );
}

function Sessions({ profile, digest }: Pick<SettingsProps, "profile" | "digest">) {
  const latest = [...profile.sessions].sort((a, b) => (a.seen < b.seen ? 1 : -1));
  return (
    <section class="card">
      <h2>Where you are signed in</h2>
      <ul>
        {latest.map((session) => (
          <li>
            {"Signed in "}
            <DateTime at={session.created} />
            {session.digest === digest ? ": this browser" : ": last used "}
            {session.digest !== digest && <DateTime at={session.seen} />}
          </li>
        ))}
      </ul>
      <div class="row">
        <PostButton action="/dashboard/account/sign-out" secondary>
          Sign out everywhere
        </PostButton>
      </div>
    </section>
  );
}

interface ConfirmationProps {
  email: string;
  error?: CalcError | undefined;
  operator: boolean;
}

/** The form for a new password. */
export function ChangePassword({ error }: ConfirmationProps) {
  return (
    <>
      <p class="lead">This signs you out everywhere else.</p>
      <ErrorNotice error={error} />
      <div class="card">
        <Form action="/dashboard/password" submit="Change the password">
          <PasswordField id="current" label="Current password" focus />
          <PasswordField id="password" label="New password" isNew />
        </Form>
      </div>
    </>
  );
}

/** The form for new recovery codes. */
export function NewCodes({ error }: ConfirmationProps) {
  return (
    <>
      <p class="lead">Eight new codes replace the ones you have.</p>
      <ErrorNotice error={error} />
      <div class="card">
        <Form action="/dashboard/account/codes" submit="Create new codes">
          <PasswordField id="current" label="Current password" focus />
        </Form>
      </div>
    </>
  );
}

/** The form that deletes the account. */
export function DeleteAccount({ email, error, operator }: ConfirmationProps) {
  return (
    <>
      <p class="lead">{`The account ${email} and its keys will be deleted for ever.`}</p>
      {operator && (
        <Notice alert>
          You are the administrator of this server. Without one, the next start of the server prints a link to its log that creates a new
          administrator account.
        </Notice>
      )}
      <ErrorNotice error={error} />
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

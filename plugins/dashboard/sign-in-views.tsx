// The views to sign in, to sign up, and to set a new password without the old one.
import type { CalcError } from "formulary";
import { Notice } from "../pages/index.ts";
import type { Signup } from "./dashboard.ts";
import { Copy, ErrorNotice, Form, PasswordField, TextField } from "./layout.tsx";

interface EmailFormProps {
  email: string;
  error?: CalcError | undefined;
}

/** The form to sign in. */
export function SignIn({ next, email, error, signup }: EmailFormProps & { next: string; signup: Signup }) {
  return (
    <>
      <ErrorNotice error={error} />
      <div class="card">
        <Form action="/dashboard/sign-in" submit="Sign in" hidden={{ next }}>
          <TextField id="email" label="E-mail address" type="email" autocomplete="username" value={email} focus={email === ""} />
          <PasswordField id="password" label="Password" focus={email !== ""} />
        </Form>
      </div>
      <p>
        {signup === "closed" ? (
          "Only the administrator of this server can create accounts. "
        ) : (
          <a href="/dashboard/sign-up">New here? Sign up</a>
        )}
      </p>
      <p>
        <a href="/dashboard/recover">Forgot your password? Use a recovery code</a>
      </p>
    </>
  );
}

interface SignUpProps extends EmailFormProps {
  invite: string;
  signup: Signup;
}

/** The form to sign up. */
export function SignUp({ email, invite, error, signup }: SignUpProps) {
  if (signup === "closed")
    return (
      <Notice>
        <p>Only the administrator of this server can create accounts. Ask there.</p>
        <p>
          <a href="/dashboard/sign-in">Sign in</a>
        </p>
      </Notice>
    );
  return (
    <>
      <p class="lead">With an account you create API keys and see how they are used.</p>
      <ErrorNotice error={error} />
      <div class="card">
        <Form action="/dashboard/sign-up" submit="Create my account">
          {signup === "invite" && <InviteField invite={invite} />}
          <NewEmailField email={email} focus={signup === "open" || invite !== ""} />
          <PasswordField id="password" label="Password" isNew />
        </Form>
      </div>
      <p>
        <a href="/dashboard/sign-in">Already have an account? Sign in</a>
      </p>
    </>
  );
}

function InviteField({ invite }: { invite: string }) {
  const hint = "The code that you got from the administrator of this server.";
  return <TextField id="invite" label="Invitation" hint={hint} value={invite} focus={invite === ""} />;
}

function NewEmailField({ email, focus }: { email: string; focus: boolean }) {
  const hint = "You sign in with it. No e-mail is sent to it.";
  return <TextField id="email" label="E-mail address" type="email" autocomplete="username" hint={hint} value={email} focus={focus} />;
}

/** The form for members who lost their password and have a recovery code. */
export function Recover({ email, error }: EmailFormProps) {
  return (
    <>
      <p class="lead">Set a new password with one of your recovery codes. This signs you out everywhere else.</p>
      <ErrorNotice error={error} />
      <div class="card">
        <Form action="/dashboard/recover" submit="Set the password">
          <TextField id="email" label="E-mail address" type="email" autocomplete="username" value={email} focus={email === ""} />
          <TextField id="code" label="Recovery code" hint="Sixteen letters and digits, such as 7k2m-9qxe-04tb-h8wz." focus={email !== ""} />
          <PasswordField id="password" label="New password" isNew />
        </Form>
      </div>
      <p>No codes left? Ask the administrator of this server for a link that sets a new password.</p>
    </>
  );
}

/** The form behind a reset link. */
export function Reset({ token, error }: { token: string; error?: CalcError | undefined }) {
  return (
    <>
      <p class="lead">Set a new password. This link works only once.</p>
      <ErrorNotice error={error} />
      <div class="card">
        <Form action="/dashboard/reset" submit="Set the password" hidden={{ token }}>
          <PasswordField id="password" label="New password" isNew focus />
        </Form>
      </div>
    </>
  );
}

/** New recovery codes. */
export function Codes({ codes, next }: { codes: string[]; next: string }) {
  return (
    <>
      <p class="lead">
        If you lose your password, each of these codes sets a new one, once. They are shown only now: keep them in a safe place.
      </p>
      <div class="card">
        <Copy id="codes" label="codes" text={codes.join("\n")} />
        <div class="row">
          <a class="button" href={next}>
            I have saved them, go on
          </a>
        </div>
      </div>
    </>
  );
}

/** The form behind the link in the server's log, which makes the first operator. */
export function BecomeOperator({ token, email, error, signedIn }: EmailFormProps & { token: string; signedIn?: string | undefined }) {
  return (
    <>
      <p class="lead">This server has no administrator yet. The first person who uses this link becomes the administrator.</p>
      <ErrorNotice error={error} />
      <div class="card">
        {signedIn === undefined ? (
          <Form action="/dashboard/operator/claim" submit="Create the administrator account" hidden={{ token }}>
            <NewEmailField email={email} focus />
            <PasswordField id="password" label="Password" isNew />
          </Form>
        ) : (
          <Form action="/dashboard/operator/claim" submit={`Make ${signedIn} the administrator`} hidden={{ token }} />
        )}
      </div>
    </>
  );
}

// What is seen at the entrance: to sign in, to sign up, to come back without the password.

import type { CalcError } from "formulary";
import { Notice } from "../pages/index.ts";
import type { Signup } from "./dashboard.ts";
import { Copy, Form, PasswordField, Refusal, TextField } from "./frame.tsx";

interface Entrance {
  email: string;
  error?: CalcError | undefined;
}

/** The form to sign in. */
export function SignIn({ next, email, error, signup }: Entrance & { next: string; signup: Signup }) {
  return (
    <>
      <Refusal error={error} />
      <div class="card">
        <Form action="/dashboard/sign-in" submit="Sign in" hidden={{ next }}>
          <TextField id="email" label="E-mail address" type="email" autocomplete="username" value={email} focus={email === ""} />
          <PasswordField id="password" label="Password" focus={email !== ""} />
        </Form>
      </div>
      <p>
        {signup === "closed" ? (
          "New accounts are made by the operator of this server. "
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

/** The form to sign up. */
export function SignUp({ email, invite, error, signup }: Entrance & { invite: string; signup: Signup }) {
  if (signup === "closed")
    return (
      <Notice>
        <p>New accounts are made by the operator of this server: ask there.</p>
        <p>
          <a href="/dashboard/sign-in">Sign in</a>
        </p>
      </Notice>
    );
  return (
    <>
      <p class="lead">An account holds your API keys and shows what they are used for.</p>
      <Refusal error={error} />
      <div class="card">
        <Form action="/dashboard/sign-up" submit="Make my account">
          {signup === "invite" && (
            <TextField
              id="invite"
              label="Invitation"
              hint="The code that the operator of this server gave you."
              value={invite}
              focus={invite === ""}
            />
          )}
          <TextField
            id="email"
            label="E-mail address"
            type="email"
            autocomplete="username"
            hint="Your name for signing in. Nothing is sent to it."
            value={email}
            focus={signup === "open" || invite !== ""}
          />
          <PasswordField id="password" label="Password" fresh />
        </Form>
      </div>
      <p>
        <a href="/dashboard/sign-in">You have an account? Sign in</a>
      </p>
    </>
  );
}

/** The form for whoever lost the password and kept a code. */
export function Recover({ email, error }: Entrance) {
  return (
    <>
      <p class="lead">One of your recovery codes sets a new password, and signs you out everywhere else.</p>
      <Refusal error={error} />
      <div class="card">
        <Form action="/dashboard/recover" submit="Set the password">
          <TextField id="email" label="E-mail address" type="email" autocomplete="username" value={email} focus={email === ""} />
          <TextField id="code" label="Recovery code" hint="Sixteen letters and digits, such as 7k2m-9qxe-04tb-h8wz." focus={email !== ""} />
          <PasswordField id="password" label="New password" fresh />
        </Form>
      </div>
      <p>No codes left? The operator of this server can give you a link that sets a new password.</p>
    </>
  );
}

/** The page behind an operator's reset link. */
export function Reset({ token, error }: { token: string; error?: CalcError | undefined }) {
  return (
    <>
      <p class="lead">This link sets a new password, once.</p>
      <Refusal error={error} />
      <div class="card">
        <Form action="/dashboard/reset" submit="Set the password" hidden={{ token }}>
          <PasswordField id="password" label="New password" fresh focus />
        </Form>
      </div>
    </>
  );
}

/** Recovery codes, the one time that they are seen. */
export function Codes({ codes, next }: { codes: string[]; next: string }) {
  return (
    <>
      <p class="lead">
        Each of these codes sets a new password once, should you lose yours. They are shown only now: keep them where you keep important
        papers.
      </p>
      <div class="card">
        <Copy id="codes" label="codes" text={codes.join("\n")} />
        <div class="row">
          <a class="button" href={next}>
            I have kept them, go on
          </a>
        </div>
      </div>
    </>
  );
}

/** The page behind the link in the server's log. */
export function Claim({ token, email, error, signedIn }: Entrance & { token: string; signedIn?: string | undefined }) {
  return (
    <>
      <p class="lead">Nobody runs this server yet. Whoever uses this link first becomes its operator.</p>
      <Refusal error={error} />
      <div class="card">
        {signedIn === undefined ? (
          <Form action="/dashboard/operator/claim" submit="Become the operator" hidden={{ token }}>
            <TextField
              id="email"
              label="E-mail address"
              type="email"
              autocomplete="username"
              hint="Your name for signing in. Nothing is sent to it."
              value={email}
              focus
            />
            <PasswordField id="password" label="Password" fresh />
          </Form>
        ) : (
          <Form action="/dashboard/operator/claim" submit={`Make ${signedIn} the operator`} hidden={{ token }} />
        )}
      </div>
    </>
  );
}

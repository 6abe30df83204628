// The pages to sign in, sign out and sign up.
import { CalcError } from "formulary";
import { h } from "preact";
import type { Account } from "../accounts/index.ts";
import type { Access } from "./access.ts";
import { type Dashboard, redirect, type Visit } from "./dashboard.ts";
import { localPath } from "./guard.ts";
import { showPage, tryForm } from "./layout.tsx";
import { emptyProfile } from "./profiles.ts";
import { newRecoveryCodes } from "./recovery.ts";
import { showSignIn } from "./sign-in-form.ts";
import { SignUp } from "./sign-in-views.tsx";

/** Adds the pages to sign in, sign out and sign up. */
export function addSignInPages({ anyone }: Access): void {
  anyone("/dashboard/sign-in", {
    GET: (visit, dashboard) => {
      const next = localPath(visit.query("next"));
      return visit.member ? redirect(visit, next) : showSignIn(dashboard, visit, { next });
    },
    POST: (visit, dashboard) => {
      const [email, next] = [visit.field("email").slice(0, 254), localPath(visit.field("next"))];
      return tryForm(
        async () => {
          await signIn(visit, dashboard);
          return redirect(visit, next);
        },
        (error) => showSignIn(dashboard, visit, { next, email, error }),
      );
    },
  });
  anyone("/dashboard/sign-out", {
    GET: (visit) => redirect(visit, "/dashboard"),
    POST: async (visit, { sessions }) => {
      await sessions.end(visit.event);
      return redirect(visit, "/dashboard/sign-in?said=signed-out");
    },
  });
  anyone("/dashboard/sign-up", {
    GET: (visit, dashboard) => (visit.member ? redirect(visit, "/dashboard") : showSignUp(dashboard, visit)),
    POST: (visit, dashboard) =>
      tryForm(
        async () => redirect(visit, await signUp(visit, dashboard)),
        (error) => showSignUp(dashboard, visit, error),
      ),
  });
}

function showSignUp(dashboard: Dashboard, visit: Visit, error?: CalcError): Promise<Response> {
  const { signup } = dashboard;
  const invite = (visit.field("invite") || visit.query("invite")).slice(0, 40);
  const body = h(SignUp, { email: visit.field("email").slice(0, 254), invite, error, signup });
  return showPage(dashboard, visit, { title: "Sign up", body, error, ...(signup === "closed" && { status: 403 }) });
}

const wrongPassword = () =>
  new CalcError(
    "dashboard/wrong_password",
    { message: "The e-mail address or the password is wrong." },
    { status: 401, title: "The sign-in failed" },
  );
const suspended = () =>
  new CalcError(
    "dashboard/suspended",
    { message: "This account is suspended. Ask the administrator of this server." },
    { status: 403, title: "The account is suspended" },
  );

async function signIn(visit: Visit, dashboard: Dashboard): Promise<void> {
  const { throttles, addressOf, accounts, profiles, passwords, sessions, browsers } = dashboard;
  const [email, password] = [visit.field("email").slice(0, 300).trim().toLowerCase(), visit.field("password")];
  throttles.address.take(addressOf(visit.event));
  // An unknown account costs the same reads and the same hashing as a known one.
  const account = await accounts.findByEmail(email).catch(unlessUnavailable);
  const profile = await profiles.find(account?.id ?? "aaaaaaaaaaaa");
  const stored = profile?.password;
  const known = browsers.knownIn(visit.event, profile);
  const attempts = known === undefined ? email : `browser ${known}`;
  throttles.account.take(attempts);
  if (!(await passwords.verify(password, account && stored)) || !account) throw wrongPassword();
  throttles.address.giveBack(addressOf(visit.event));
  throttles.account.giveBack(attempts);
  if (account.state !== "active") throw suspended();
  const { session, token } = sessions.create(account.id);
  // The session that the browser had is ended: somebody else may have put it there.
  await sessions.end(visit.event);
  const browser = browsers.remember(visit.event);
  await profiles.change(account.id, (before) => {
    if (before?.password !== stored) throw wrongPassword();
    return before && browser.change({ ...before, sessions: sessions.add(before.sessions, session) });
  });
  sessions.sendCookie(visit.event, token);
  browser.sendCookie();
}

/** An invalid e-mail address counts as an unknown one; only a storage that does not answer is an error. */
function unlessUnavailable(error: unknown): undefined {
  if (error instanceof CalcError && error.status === 503) throw error;
}

// Returns the path to go on to.
async function signUp(visit: Visit, dashboard: Dashboard): Promise<string> {
  const { throttles, addressOf, signup, invites, passwords, accounts } = dashboard;
  if (signup === "closed")
    throw new CalcError(
      "dashboard/closed",
      { message: "Only the administrator of this server can create accounts. Ask there." },
      { status: 403, title: "There is no sign-up" },
    );
  throttles.signUp.take(addressOf(visit.event));
  const password = await passwords.hash(visit.field("password"));
  const reopenInvite = signup === "invite" ? await invites.redeem(visit.field("invite")) : async () => {};
  const account = await accounts.open(visit.field("email")).catch(async (error) => {
    await reopenInvite();
    throw error;
  });
  await startAccount(visit, dashboard, { account, password });
  return "/dashboard/recovery-codes";
}

/** Gives an account its first password, recovery codes and session; the next page shows the codes. */
export async function startAccount(
  visit: Visit,
  { profiles, sessions, browsers, flash }: Dashboard,
  { account, password }: { account: Account; password: string },
): Promise<void> {
  const { session, token } = sessions.create(account.id);
  const { codes, digests } = newRecoveryCodes();
  const browser = browsers.remember(visit.event);
  await profiles.change(account.id, (profile = emptyProfile) => {
    // another request has set a password in the meantime
    if (profile.password) throw wrongPassword();
    return browser.change({ ...profile, password, recovery: digests, sessions: [session] });
  });
  sessions.sendCookie(visit.event, token);
  browser.sendCookie();
  flash.set(visit.event, token, { kind: "codes", text: codes.join("\n") });
}

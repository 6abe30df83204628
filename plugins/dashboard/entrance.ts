// Signing in and out, and signing up.

import { CalcError } from "formulary";
import { h } from "preact";
import type { Account } from "../accounts/index.ts";
import { type Dashboard, go, type Visit } from "./dashboard.ts";
import type { Doors } from "./doors.ts";
import { SignUp } from "./entrance-views.tsx";
import { show, tryForm } from "./frame.tsx";
import { ownPath } from "./guard.ts";
import { nobody } from "./people.ts";
import { newRecoveryCodes } from "./recovery.ts";
import { showSignIn } from "./sign-in.ts";

/** Adds the pages at the entrance. */
export function addEntrance({ anyone }: Doors): void {
  anyone("/dashboard/sign-in", {
    GET: (visit, dashboard) => {
      const next = ownPath(visit.query("next"));
      return visit.member ? go(visit, next) : showSignIn(dashboard, visit, { next });
    },
    POST: (visit, dashboard) => {
      const [email, next] = [visit.field("email").slice(0, 254), ownPath(visit.field("next"))];
      return tryForm(
        async () => {
          await signIn(visit, dashboard);
          return go(visit, next);
        },
        (error) => showSignIn(dashboard, visit, { next, email, error }),
      );
    },
  });
  anyone("/dashboard/sign-out", {
    GET: (visit) => go(visit, "/dashboard"),
    POST: async (visit, { sessions }) => {
      await sessions.end(visit.event);
      return go(visit, "/dashboard/sign-in?said=signed-out");
    },
  });
  anyone("/dashboard/sign-up", {
    GET: (visit, dashboard) => (visit.member ? go(visit, "/dashboard") : showSignUp(dashboard, visit)),
    POST: (visit, dashboard) =>
      tryForm(
        async () => {
          const account = await signUp(visit, dashboard);
          return go(visit, account);
        },
        (error) => showSignUp(dashboard, visit, error),
      ),
  });
}

function showSignUp(dashboard: Dashboard, visit: Visit, error?: CalcError): Promise<Response> {
  const { signup } = dashboard;
  const invite = (visit.field("invite") || visit.query("invite")).slice(0, 40);
  const body = h(SignUp, { email: visit.field("email").slice(0, 254), invite, error, signup });
  const closed = signup === "closed" && error === undefined ? { status: 403 } : {};
  return show(dashboard, visit, { title: "Sign up", body, ...closed, ...(error && { status: error.status, headers: error.headers }) });
}

const wrong = () =>
  new CalcError(
    "dashboard/wrong_password",
    { message: "This e-mail address and password do not belong together." },
    { status: 401, title: "The sign-in failed" },
  );
const suspended = () =>
  new CalcError(
    "dashboard/suspended",
    { message: "This account is suspended: ask the operator of this server." },
    { status: 403, title: "The account is suspended" },
  );

async function signIn(visit: Visit, { throttles, addressOf, accounts, people, passwords, sessions }: Dashboard): Promise<void> {
  const [email, password] = [visit.field("email").slice(0, 300).trim().toLowerCase(), visit.field("password")];
  const attempts = [() => throttles.address.forgive(addressOf(visit.event)), () => throttles.account.forgive(email)];
  throttles.address.take(addressOf(visit.event));
  throttles.account.take(email);
  // an account that is not there costs the same looks and the same work
  const account = await accounts.findByEmail(email).catch(unlessAway);
  const stored = (await people.find(account?.id ?? "aaaaaaaaaaaa"))?.password;
  if (!(await passwords.verify(password, account && stored)) || !account) throw wrong();
  for (const forgive of attempts) forgive();
  if (account.state !== "active") throw suspended();
  const { session, token } = sessions.make(account.id);
  // whatever session the browser brought is ended: nobody can have put it there beforehand
  await sessions.end(visit.event);
  await people.change(account.id, (person) => {
    if (person?.password !== stored) throw wrong();
    return person && { ...person, sessions: sessions.add(person.sessions, session) };
  });
  sessions.give(visit.event, token);
}

/** What is no e-mail address belongs to nobody; a storage that is away is said. */
function unlessAway(error: unknown): undefined {
  if (error instanceof CalcError && error.status === 503) throw error;
}

// Gives the page to go on with: the recovery codes.
async function signUp(visit: Visit, dashboard: Dashboard): Promise<string> {
  const { throttles, addressOf, signup, invites, passwords, accounts } = dashboard;
  if (signup === "closed")
    throw new CalcError(
      "dashboard/closed",
      { message: "New accounts are made by the operator of this server." },
      { status: 403, title: "There is no sign-up" },
    );
  throttles.signUp.take(addressOf(visit.event));
  const password = await passwords.hash(visit.field("password"));
  const giveBack = signup === "invite" ? await invites.use(visit.field("invite")) : async () => {};
  const account = await accounts.open(visit.field("email")).catch(async (error) => {
    await giveBack();
    throw error;
  });
  await welcome(visit, dashboard, { account, password });
  return "/dashboard/recovery-codes";
}

/** Gives an account its first password, recovery codes and session; the codes wait for the next page. */
export async function welcome(
  visit: Visit,
  { people, sessions, once }: Dashboard,
  { account, password }: { account: Account; password: string },
): Promise<void> {
  const { session, token } = sessions.make(account.id);
  const { shown, digests } = newRecoveryCodes();
  await people.change(account.id, (person = nobody) => {
    // somebody was faster
    if (person.password) throw wrong();
    return { ...person, password, recovery: digests, sessions: [session] };
  });
  sessions.give(visit.event, token);
  once.leave(visit.event, token, "codes", shown.join("\n"));
}

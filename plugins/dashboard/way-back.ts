// Coming back without the password: a recovery code, or a link from the operator; and new codes for who is signed in.

import type { CalcError } from "formulary";
import { h } from "preact";
import { type Dashboard, go, type Visit } from "./dashboard.ts";
import type { Doors } from "./doors.ts";
import { Codes, Recover, Reset } from "./entrance-views.tsx";
import { show, tryForm } from "./frame.tsx";
import { accountOfReset, endedLink, isReset, useCode, withPassword, wrongCode } from "./recovery.ts";

/** Adds the pages for who lost a password. */
export function addWayBack({ anyone, member }: Doors): void {
  anyone("/dashboard/recover", {
    GET: (visit, dashboard) => showRecover(dashboard, visit),
    POST: (visit, dashboard) =>
      tryForm(
        async () => {
          await recover(visit, dashboard);
          return go(visit, "/dashboard/account?said=password");
        },
        (error) => showRecover(dashboard, visit, error),
      ),
  });
  anyone("/dashboard/reset", {
    GET: async (visit, dashboard) => {
      const token = visit.query("token");
      const person = await dashboard.people.find(accountOfReset(token));
      if (!person || !isReset(person, token, dashboard.now())) throw endedLink();
      return showReset(dashboard, visit, { token });
    },
    POST: (visit, dashboard) =>
      tryForm(
        async () => {
          await reset(visit, dashboard);
          return go(visit, "/dashboard/account?said=password");
        },
        (error) => showReset(dashboard, visit, { token: visit.field("token").slice(0, 100), error }),
      ),
  });
  member("/dashboard/recovery-codes", {
    GET: (visit, dashboard) => {
      const codes = dashboard.once.take(visit.event, visit.member.token, "codes");
      if (codes === undefined) return go(visit, "/dashboard/account");
      return show(dashboard, visit, { title: "Your recovery codes", body: h(Codes, { codes: codes.split("\n"), next: "/dashboard" }) });
    },
  });
}

function showRecover(dashboard: Dashboard, visit: Visit, error?: CalcError): Promise<Response> {
  const body = h(Recover, { email: visit.field("email").slice(0, 254), error });
  return show(dashboard, visit, { title: "Use a recovery code", body, ...(error && { status: error.status, headers: error.headers }) });
}

function showReset(dashboard: Dashboard, visit: Visit, { token, error }: { token: string; error?: CalcError }): Promise<Response> {
  const body = h(Reset, { token, error });
  return show(dashboard, visit, { title: "Set a new password", body, ...(error && { status: error.status, headers: error.headers }) });
}

async function recover(visit: Visit, { throttles, addressOf, accounts, people, passwords, sessions }: Dashboard): Promise<void> {
  const email = visit.field("email").slice(0, 300).trim().toLowerCase();
  throttles.address.take(addressOf(visit.event));
  // apart from sign-in: who guesses passwords of somebody does not close their way back
  throttles.account.take(`recover ${email}`);
  // hashed before anything is looked up: every answer takes as long
  const password = await passwords.hash(visit.field("password"));
  const account = await accounts.findByEmail(email).catch((error: CalcError) => {
    if (error.status === 503) throw error;
    return undefined;
  });
  if (account?.state !== "active") throw wrongCode();
  const { session, token } = sessions.make(account.id);
  await people.change(account.id, (person) => withPassword(useCode(person, visit.field("code")), password, session));
  throttles.address.forgive(addressOf(visit.event));
  throttles.account.forgive(`recover ${email}`);
  sessions.give(visit.event, token);
}

async function reset(visit: Visit, { throttles, addressOf, accounts, people, passwords, sessions, now }: Dashboard): Promise<void> {
  const token = visit.field("token");
  throttles.address.take(addressOf(visit.event));
  const id = accountOfReset(token);
  const person = await people.find(id);
  if (!person || !isReset(person, token, now()) || (await accounts.find(id))?.state !== "active") throw endedLink();
  const password = await passwords.hash(visit.field("password"));
  const { session, token: fresh } = sessions.make(id);
  await people.change(id, (before) => {
    if (!before || !isReset(before, token, now())) throw endedLink();
    return withPassword(before, password, session);
  });
  throttles.address.forgive(addressOf(visit.event));
  sessions.give(visit.event, fresh);
}

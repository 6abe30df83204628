// The pages for members without their password: a recovery code, or a reset link from an operator. Also the page of new codes.
import type { CalcError } from "formulary";
import { h } from "preact";
import type { Access } from "./access.ts";
import { type Dashboard, redirect, type Visit } from "./dashboard.ts";
import { showPage, tryForm } from "./layout.tsx";
import { accountOfToken, expiredLink, isResetToken, useCode, withPassword, wrongCode } from "./recovery.ts";
import { Codes, Recover, Reset } from "./sign-in-views.tsx";

/** Adds the pages to set a new password without the old one. */
export function addRecoveryPages({ anyone, member }: Access): void {
  anyone("/dashboard/recover", {
    GET: (visit, dashboard) => showRecover(dashboard, visit),
    POST: (visit, dashboard) =>
      tryForm(
        async () => {
          await recover(visit, dashboard);
          return redirect(visit, "/dashboard/account?said=password");
        },
        (error) => showRecover(dashboard, visit, error),
      ),
  });
  anyone("/dashboard/reset", {
    GET: async (visit, dashboard) => {
      const token = visit.query("token");
      const profile = await dashboard.profiles.find(accountOfToken(token));
      if (!profile || !isResetToken(profile, token, dashboard.now())) throw expiredLink();
      return showReset(dashboard, visit, { token });
    },
    POST: (visit, dashboard) =>
      tryForm(
        async () => {
          await reset(visit, dashboard);
          return redirect(visit, "/dashboard/account?said=password");
        },
        (error) => showReset(dashboard, visit, { token: visit.field("token").slice(0, 100), error }),
      ),
  });
  member("/dashboard/recovery-codes", {
    GET: (visit, dashboard) => {
      const codes = dashboard.flash.take(visit.event, visit.member.token, "codes");
      if (codes === undefined) return redirect(visit, "/dashboard/account");
      return showPage(dashboard, visit, { title: "Your recovery codes", body: h(Codes, { codes: codes.split("\n"), next: "/dashboard" }) });
    },
  });
}

function showRecover(dashboard: Dashboard, visit: Visit, error?: CalcError): Promise<Response> {
  const body = h(Recover, { email: visit.field("email").slice(0, 254), error });
  return showPage(dashboard, visit, { title: "Use a recovery code", body, error });
}

function showReset(dashboard: Dashboard, visit: Visit, { token, error }: { token: string; error?: CalcError }): Promise<Response> {
  const body = h(Reset, { token, error });
  return showPage(dashboard, visit, { title: "Set a new password", body, error });
}

async function recover(visit: Visit, dashboard: Dashboard): Promise<void> {
  const { throttles, addressOf, accounts, profiles, passwords, sessions } = dashboard;
  const email = visit.field("email").slice(0, 300).trim().toLowerCase();
  throttles.address.take(addressOf(visit.event));
  // Counted apart from sign-in: a stranger who guesses passwords must not block the owner's recovery.
  throttles.account.take(`recover ${email}`);
  // Hashed before the look-up, so that every answer takes as long.
  const password = await passwords.hash(visit.field("password"));
  const account = await accounts.findByEmail(email).catch((error: CalcError) => {
    if (error.status === 503) throw error;
    return undefined;
  });
  if (account?.state !== "active") throw wrongCode();
  const { session, token } = sessions.create(account.id);
  await profiles.change(account.id, (profile) => withPassword(useCode(profile, visit.field("code")), password, session));
  throttles.address.giveBack(addressOf(visit.event));
  throttles.account.giveBack(`recover ${email}`);
  sessions.sendCookie(visit.event, token);
}

async function reset(visit: Visit, dashboard: Dashboard): Promise<void> {
  const { throttles, addressOf, accounts, profiles, passwords, sessions, now } = dashboard;
  const resetToken = visit.field("token");
  throttles.address.take(addressOf(visit.event));
  const id = accountOfToken(resetToken);
  const profile = await profiles.find(id);
  if (!profile || !isResetToken(profile, resetToken, now()) || (await accounts.find(id))?.state !== "active") throw expiredLink();
  const password = await passwords.hash(visit.field("password"));
  const { session, token } = sessions.create(id);
  await profiles.change(id, (before) => {
    if (!before || !isResetToken(before, resetToken, now())) throw expiredLink();
    return withPassword(before, password, session);
  });
  throttles.address.giveBack(addressOf(visit.event));
  sessions.sendCookie(visit.event, token);
}

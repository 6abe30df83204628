// The pages of operators: the state of the server, invitations, the log of their actions, and the link that makes the first one.
import { CalcError } from "formulary";
import { h } from "preact";
import type { Access } from "./access.ts";
import { type Dashboard, type MemberVisit, notOperator, redirect, type Visit } from "./dashboard.ts";
import { showPage, tryForm } from "./layout.tsx";
import { AuditLog, Health, InviteList } from "./operator-views.tsx";
import { expiredLink } from "./recovery.ts";
import { askToSignIn } from "./sign-in-form.ts";
import { startAccount } from "./sign-in-pages.ts";
import { BecomeOperator } from "./sign-in-views.tsx";

const aboveServer: [string, string][] = [["/dashboard/operator", "Server"]];

/** Adds the pages about the server, except those of accounts. */
export function addOperatorPages({ anyone, operator }: Access): void {
  anyone("/dashboard/operator", {
    GET: async (visit, dashboard) => {
      if (visit.query("token")) return showClaim(dashboard, visit, { token: visit.query("token") });
      if (!visit.member) return askToSignIn(visit, dashboard);
      if (!visit.member.operator) throw notOperator();
      return showPage(dashboard, visit, { title: "Server", body: h(Health, healthOf(dashboard)) });
    },
  });
  anyone("/dashboard/operator/claim", {
    POST: (visit, dashboard) =>
      tryForm(
        async () => redirect(visit, await claim(visit, dashboard)),
        (error) => showClaim(dashboard, visit, { token: visit.field("token").slice(0, 100), error }),
      ),
  });
  operator("/dashboard/operator/invites", {
    GET: (visit, dashboard) => showInvites(dashboard, visit),
    POST: (visit, dashboard) =>
      tryForm(
        async () => {
          const { code, invite } = await dashboard.invites.create(visit.field("note"));
          await dashboard.audit.write({ by: visit.member.account.id, act: `created the invitation …${invite.hint}` });
          dashboard.flash.set(visit.event, visit.member.token, { kind: "invite", text: code });
          return redirect(visit, "/dashboard/operator/invites");
        },
        (error) => showInvites(dashboard, visit, error),
      ),
  });
  operator("/dashboard/operator/invites/:invite/withdraw", {
    POST: async (visit, { invites, audit }) => {
      const invite = (await invites.list()).find(({ id }) => id === visit.param("invite"));
      if (invite) await audit.write({ by: visit.member.account.id, act: `withdrew the invitation …${invite.hint}` });
      await invites.withdraw(visit.param("invite"));
      return redirect(visit, "/dashboard/operator/invites?said=saved");
    },
  });
  operator("/dashboard/operator/log", { GET: (visit, dashboard) => showLog(dashboard, visit) });
}

function healthOf({ kernel, signup, accounts }: Dashboard): Parameters<typeof Health>[0] {
  const { catalog, storage, plugins } = kernel;
  const areas = (["keys", "quotas", "cache"] as const).map((name): [string, boolean] => [name, storage[name].available()]);
  return {
    calculators: catalog.list({ limit: 0 }).total,
    findings: catalog.findings(),
    areas,
    damaged: accounts.damaged(),
    plugins: plugins.map(({ name }) => name),
    plans: [...accounts.plans.keys()],
    signup,
  };
}

async function showClaim(dashboard: Dashboard, visit: Visit, { token, error }: { token: string; error?: CalcError }): Promise<Response> {
  if (!(await dashboard.operators.isOpen(token))) throw expiredLink();
  const body = h(BecomeOperator, { token, email: visit.field("email").slice(0, 254), error, signedIn: visit.member?.account.email });
  return showPage(dashboard, visit, { title: "Create the administrator account", body, error });
}

// Returns the path to go on to.
async function claim(visit: Visit, dashboard: Dashboard): Promise<string> {
  const { throttles, addressOf, operators, accounts, profiles, passwords, audit } = dashboard;
  throttles.address.take(addressOf(visit.event));
  const token = visit.field("token");
  if (!(await operators.isOpen(token))) throw expiredLink();
  // The link is used last: if anything before it fails, the link still works.
  const become = async (account: string) => {
    await audit.write({ by: account, act: "became the administrator with the link in the server’s log" });
    if (!(await operators.claim(token, account))) throw expiredLink();
    throttles.address.giveBack(addressOf(visit.event));
  };
  if (visit.member) {
    await become(visit.member.account.id);
    return "/dashboard/operator";
  }
  const password = await passwords.hash(visit.field("password"));
  // An account from `npm run new-key` has no password yet: whoever can read the server's log may set its first one.
  const existing = await accounts.findByEmail(visit.field("email"));
  if (existing && (await profiles.find(existing.id))?.password)
    throw new CalcError(
      "dashboard/sign_in_first",
      { message: "This e-mail address already has an account. Sign in first, then open this link again." },
      { status: 409, title: "Sign in first" },
    );
  const account = existing ?? (await accounts.open(visit.field("email")));
  await startAccount(visit, dashboard, { account, password });
  await become(account.id);
  return "/dashboard/recovery-codes";
}

async function showInvites(dashboard: Dashboard, visit: MemberVisit, error?: CalcError): Promise<Response> {
  const { invites, flash, publicUrl, signup, now } = dashboard;
  const code = flash.take(visit.event, visit.member.token, "invite");
  const newInvite = code && { code, link: `${publicUrl}/dashboard/sign-up?invite=${code}` };
  const list = [...(await invites.list())].reverse();
  const body = h(InviteList, { list, now: new Date(now()).toISOString(), signup, ...(newInvite && { newInvite }), error });
  return showPage(dashboard, visit, { title: "Invitations", above: aboveServer, body, error });
}

async function showLog(dashboard: Dashboard, visit: MemberVisit): Promise<Response> {
  const current = new Date(dashboard.now()).toISOString().slice(0, 7);
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.test(visit.query("month")) ? visit.query("month") : current;
  const entries = await dashboard.audit.read(month);
  const ids = [...new Set(entries.flatMap(({ by, on }) => [by, ...(on ? [on] : [])]))];
  const accounts = await Promise.all(ids.map((id) => dashboard.accounts.find(id)));
  const names = new Map(ids.map((id, index) => [id, accounts[index]?.email || `${id} (deleted)`]));
  return showPage(dashboard, visit, {
    title: "What administrators did",
    above: aboveServer,
    body: h(AuditLog, { entries, names, month, current }),
  });
}

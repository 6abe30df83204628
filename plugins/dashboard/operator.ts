// What an operator sees and does: the server's health, invitations, the log of acts, and the first link of all.

import { CalcError } from "formulary";
import { h } from "preact";
import { type Dashboard, go, type MemberVisit, notOperator, type Visit } from "./dashboard.ts";
import type { Doors } from "./doors.ts";
import { welcome } from "./entrance.ts";
import { Claim } from "./entrance-views.tsx";
import { show, tryForm } from "./frame.tsx";
import { Health, InviteList, Log } from "./operator-views.tsx";
import { endedLink } from "./recovery.ts";
import { askToSignIn } from "./sign-in.ts";

const aboveServer: [string, string][] = [["/dashboard/operator", "Server"]];

/** Adds the pages about the server, accounts aside. */
export function addOperator({ anyone, operator }: Doors): void {
  anyone("/dashboard/operator", {
    GET: async (visit, dashboard) => {
      if (visit.query("token")) return showClaim(dashboard, visit, { token: visit.query("token") });
      if (!visit.member) return askToSignIn(visit, dashboard);
      if (!visit.member.operator) throw notOperator();
      return show(dashboard, visit, { title: "Server", body: h(Health, healthOf(dashboard)) });
    },
  });
  anyone("/dashboard/operator/claim", {
    POST: (visit, dashboard) =>
      tryForm(
        async () => go(visit, await claim(visit, dashboard)),
        (error) => showClaim(dashboard, visit, { token: visit.field("token").slice(0, 100), error }),
      ),
  });
  operator("/dashboard/operator/invites", {
    GET: (visit, dashboard) => showInvites(dashboard, visit),
    POST: (visit, dashboard) =>
      tryForm(
        async () => {
          const { code, invite } = await dashboard.invites.make(visit.field("note"));
          await dashboard.audit.write({ by: visit.member.account.id, act: `made the invitation …${invite.hint}` });
          dashboard.once.leave(visit.event, visit.member.token, "invite", code);
          return go(visit, "/dashboard/operator/invites");
        },
        (error) => showInvites(dashboard, visit, error),
      ),
  });
  operator("/dashboard/operator/invites/:invite/withdraw", {
    POST: async (visit, { invites, audit }) => {
      const known = (await invites.list()).find(({ id }) => id === visit.part("invite"));
      if (known) await audit.write({ by: visit.member.account.id, act: `withdrew the invitation …${known.hint}` });
      await invites.withdraw(visit.part("invite"));
      return go(visit, "/dashboard/operator/invites?said=saved");
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
    plugins: plugins.map(({ name }) => name),
    plans: [...accounts.plans.keys()],
    signup,
  };
}

async function showClaim(dashboard: Dashboard, visit: Visit, { token, error }: { token: string; error?: CalcError }): Promise<Response> {
  if (!(await dashboard.operators.isOpen(token))) throw endedLink();
  const body = h(Claim, { token, email: visit.field("email").slice(0, 254), error, signedIn: visit.member?.account.email });
  return show(dashboard, visit, {
    title: "Become the operator",
    body,
    ...(error && { status: error.status, headers: error.headers }),
  });
}

// Gives the page to go on with.
async function claim(visit: Visit, dashboard: Dashboard): Promise<string> {
  const { throttles, addressOf, operators, accounts, people, passwords, audit } = dashboard;
  throttles.address.take(addressOf(visit.event));
  const token = visit.field("token");
  if (!(await operators.isOpen(token))) throw endedLink();
  // the link is used up last: whatever fails before, it can be opened again
  const become = async (account: string) => {
    await audit.write({ by: account, act: "became the operator by the link in the server’s log" });
    if (!(await operators.claim(token, account))) throw endedLink();
    throttles.address.forgive(addressOf(visit.event));
  };
  if (visit.member) {
    await become(visit.member.account.id);
    return "/dashboard/operator";
  }
  const password = await passwords.hash(visit.field("password"));
  // an account that the command line made has no password yet: who reads the server's log may give it one
  const found = await accounts.findByEmail(visit.field("email"));
  if (found && (await people.find(found.id))?.password)
    throw new CalcError(
      "dashboard/sign_in_first",
      { message: "This e-mail address has an account: sign in first, then open this link again." },
      { status: 409, title: "Sign in first" },
    );
  const account = found ?? (await accounts.open(visit.field("email")));
  await welcome(visit, dashboard, { account, password });
  await become(account.id);
  return "/dashboard/recovery-codes";
}

async function showInvites(dashboard: Dashboard, visit: MemberVisit, error?: CalcError): Promise<Response> {
  const { invites, once, publicUrl, signup, now } = dashboard;
  const code = once.take(visit.event, visit.member.token, "invite");
  const fresh = code && { code, link: `${publicUrl}/dashboard/sign-up?invite=${code}` };
  const list = [...(await invites.list())].reverse();
  const body = h(InviteList, { list, now: new Date(now()).toISOString(), signup, ...(fresh && { fresh }), error });
  return show(dashboard, visit, {
    title: "Invitations",
    above: aboveServer,
    body,
    ...(error && { status: error.status, headers: error.headers }),
  });
}

async function showLog(dashboard: Dashboard, visit: MemberVisit): Promise<Response> {
  const current = new Date(dashboard.now()).toISOString().slice(0, 7);
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.test(visit.query("month")) ? visit.query("month") : current;
  const acts = await dashboard.audit.of(month);
  const ids = [...new Set(acts.flatMap(({ by, on }) => [by, ...(on ? [on] : [])]))];
  const found = await Promise.all(ids.map((id) => dashboard.accounts.find(id)));
  const names = new Map(ids.map((id, at) => [id, found[at]?.email || `${id} (deleted)`]));
  return show(dashboard, visit, { title: "What operators did", above: aboveServer, body: h(Log, { acts, names, month, current }) });
}

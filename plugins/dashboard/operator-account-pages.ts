// The pages on which operators see and change accounts; passwords, sessions and keys of others are not shown.
import { CalcError } from "formulary";
import { h } from "preact";
import type { Account } from "../accounts/index.ts";
import type { Access } from "./access.ts";
import { type Dashboard, type MemberVisit, notFound, redirect } from "./dashboard.ts";
import { showPage, tryForm } from "./layout.tsx";
import { AccountList, AccountPage } from "./operator-account-views.tsx";
import { emptyProfile } from "./profiles.ts";
import { createResetLink } from "./recovery.ts";
import { usageOf } from "./usage.ts";

/** Maximum number of accounts on the page; a search finds the others. */
const maxAccounts = 100;
const base = "/dashboard/operator/accounts";

type Change = (visit: MemberVisit, dashboard: Dashboard, account: Account) => Promise<void>;
const changes: Record<string, Change> = {
  plan: changePlan,
  suspend: changeState("suspended"),
  activate: changeState("active"),
  reset: makeReset,
};

/** Adds the list of accounts, and a page for each with what an operator may change. */
export function addOperatorAccountPages({ operator }: Access): void {
  operator(base, {
    GET: async (visit, dashboard) => {
      const query = visit.query("q").trim().toLowerCase();
      const all = await dashboard.accounts.list();
      const matches = all.filter(({ email, id }) => email.includes(query) || id === query);
      const body = h(AccountList, { q: visit.query("q"), accounts: matches.slice(0, maxAccounts), total: matches.length });
      return showPage(dashboard, visit, { title: "Accounts", above: [["/dashboard/operator", "Server"]], body });
    },
  });
  operator(`${base}/:account`, {
    GET: async (visit, dashboard) => showAccount(dashboard, visit, { account: await accountOf(visit, dashboard) }),
  });
  for (const [name, change] of Object.entries(changes))
    operator(`${base}/:account/${name}`, {
      POST: async (visit, dashboard) => {
        const account = await accountOf(visit, dashboard);
        return tryForm(
          async () => {
            await change(visit, dashboard, account);
            return redirect(visit, `${base}/${account.id}${name === "reset" ? "" : "?said=saved"}`);
          },
          (error) => showAccount(dashboard, visit, { account, error }),
        );
      },
    });
}

async function accountOf({ param }: MemberVisit, { accounts }: Dashboard): Promise<Account> {
  const id = param("account");
  const account = /^[a-z0-9]{12}$/.test(id) ? await accounts.find(id) : undefined;
  if (!account || account.state === "deleted") throw notFound("account");
  return account;
}

async function showAccount(
  dashboard: Dashboard,
  visit: MemberVisit,
  { account, error }: { account: Account; error?: CalcError },
): Promise<Response> {
  const [usage, profile] = await Promise.all([usageOf(dashboard, account), dashboard.profiles.find(account.id)]);
  const token = dashboard.flash.take(visit.event, visit.member.token, `reset ${account.id}`);
  const body = h(AccountPage, {
    account,
    usage,
    plans: [...dashboard.accounts.plans.values()],
    hasPassword: Boolean(profile?.password),
    own: account.id === visit.member.account.id,
    ...(token && { link: `${dashboard.publicUrl}/dashboard/reset?token=${token}` }),
    error,
  });
  return showPage(dashboard, visit, {
    title: account.email,
    above: [
      ["/dashboard/operator", "Server"],
      [base, "Accounts"],
    ],
    body,
    error,
  });
}

async function changePlan({ field, member }: MemberVisit, { accounts, audit }: Dashboard, { id, plan }: Account): Promise<void> {
  const newPlan = field("plan");
  if (!accounts.plans.has(newPlan))
    throw new CalcError(
      "dashboard/no_plan",
      { message: `There is no such plan. Choose one of ${[...accounts.plans.keys()].join(", ")}.` },
      { status: 422, title: "There is no such plan" },
    );
  await audit.write({ by: member.account.id, act: `changed the plan from ${plan} to ${newPlan}`, on: id });
  await accounts.change(id, (before) => ({ ...before, plan: newPlan }));
}

function changeState(state: "active" | "suspended"): Change {
  return async ({ member }, { accounts, profiles, audit }, { id }) => {
    if (id === member.account.id)
      throw new CalcError(
        "dashboard/own_account",
        { message: "You cannot suspend your own account." },
        { status: 409, title: "Your own account" },
      );
    await audit.write({ by: member.account.id, act: state === "active" ? "lifted the suspension" : "suspended the account", on: id });
    await accounts.change(id, (before) => (before.state === "deleted" ? before : { ...before, state }));
    // The sessions do not come back when the suspension is lifted.
    if (state === "suspended") await profiles.change(id, (profile) => profile && { ...profile, sessions: [] });
  };
}

async function makeReset(visit: MemberVisit, { profiles, audit, flash, now }: Dashboard, { id }: Account): Promise<void> {
  const { token, reset } = createResetLink(id, now());
  await audit.write({ by: visit.member.account.id, act: "created a link that sets a new password", on: id });
  await profiles.change(id, (profile = emptyProfile) => ({ ...profile, reset }));
  flash.set(visit.event, visit.member.token, { kind: `reset ${id}`, text: token });
}

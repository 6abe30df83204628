// The accounts of others, as an operator sees and changes them: never their passwords, sessions or keys.

import { CalcError } from "formulary";
import { h } from "preact";
import type { Account } from "../accounts/index.ts";
import { type Dashboard, go, type MemberVisit, notThere } from "./dashboard.ts";
import type { Doors } from "./doors.ts";
import { show, tryForm } from "./frame.tsx";
import { AccountList, AccountPage } from "./operator-accounts-views.tsx";
import { nobody } from "./people.ts";
import { newReset } from "./recovery.ts";
import { usageOf } from "./usage.ts";

/** So many accounts on one page; a search finds the others. */
const mostShown = 100;
const base = "/dashboard/operator/accounts";

type Change = (visit: MemberVisit, dashboard: Dashboard, account: Account) => Promise<void>;
const changes: Record<string, Change> = {
  plan: changePlan,
  suspend: changeState("suspended"),
  activate: changeState("active"),
  reset: makeReset,
};

/** Adds the list of accounts, and a page for each with what an operator may change. */
export function addOperatorAccounts({ operator }: Doors): void {
  operator(base, {
    GET: async (visit, dashboard) => {
      const wanted = visit.query("q").trim().toLowerCase();
      const all = await dashboard.accounts.list();
      const found = all.filter(({ email, id }) => email.includes(wanted) || id === wanted);
      const body = h(AccountList, { q: visit.query("q"), accounts: found.slice(0, mostShown), found: found.length });
      return show(dashboard, visit, { title: "Accounts", above: [["/dashboard/operator", "Server"]], body });
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
            return go(visit, `${base}/${account.id}${name === "reset" ? "" : "?said=saved"}`);
          },
          (error) => showAccount(dashboard, visit, { account, error }),
        );
      },
    });
}

async function accountOf({ part }: MemberVisit, { accounts }: Dashboard): Promise<Account> {
  const id = part("account");
  const account = /^[a-z0-9]{12}$/.test(id) ? await accounts.find(id) : undefined;
  if (!account || account.state === "deleted") throw notThere("account");
  return account;
}

async function showAccount(
  dashboard: Dashboard,
  visit: MemberVisit,
  { account, error }: { account: Account; error?: CalcError },
): Promise<Response> {
  const [usage, person] = await Promise.all([usageOf(dashboard, account), dashboard.people.find(account.id)]);
  const token = dashboard.once.take(visit.event, visit.member.token, `reset ${account.id}`);
  const body = h(AccountPage, {
    account,
    usage,
    plans: [...dashboard.accounts.plans.values()],
    hasPassword: Boolean(person?.password),
    own: account.id === visit.member.account.id,
    ...(token && { link: `${dashboard.publicUrl}/dashboard/reset?token=${token}` }),
    error,
  });
  return show(dashboard, visit, {
    title: account.email,
    above: [
      ["/dashboard/operator", "Server"],
      [base, "Accounts"],
    ],
    body,
    ...(error && { status: error.status, headers: error.headers }),
  });
}

async function changePlan({ field, member }: MemberVisit, { accounts, audit }: Dashboard, { id, plan }: Account): Promise<void> {
  const wanted = field("plan");
  if (!accounts.plans.has(wanted))
    throw new CalcError(
      "dashboard/no_plan",
      { message: `There is no such plan: choose ${[...accounts.plans.keys()].join(", ")}.` },
      { status: 422, title: "There is no such plan" },
    );
  await audit.write({ by: member.account.id, act: `changed the plan from ${plan} to ${wanted}`, on: id });
  await accounts.change(id, (before) => ({ ...before, plan: wanted }));
}

function changeState(state: "active" | "suspended"): Change {
  return async ({ member }, { accounts, people, audit }, { id }) => {
    if (id === member.account.id)
      throw new CalcError(
        "dashboard/own_account",
        { message: "This is your own account: it stays active." },
        { status: 409, title: "Your own account" },
      );
    await audit.write({ by: member.account.id, act: state === "active" ? "lifted the suspension" : "suspended the account", on: id });
    await accounts.change(id, (before) => (before.state === "deleted" ? before : { ...before, state }));
    // whoever was signed in is so no more, also after the suspension is lifted
    if (state === "suspended") await people.change(id, (person) => person && { ...person, sessions: [] });
  };
}

async function makeReset(visit: MemberVisit, { people, audit, once, now }: Dashboard, { id }: Account): Promise<void> {
  const { token, reset } = newReset(id, now());
  await audit.write({ by: visit.member.account.id, act: "made a link that sets a new password", on: id });
  await people.change(id, (person = nobody) => ({ ...person, reset }));
  once.leave(visit.event, visit.member.token, `reset ${id}`, token);
}

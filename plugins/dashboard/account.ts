// A person's own account: password, codes, sessions, and its end.

import { CalcError } from "formulary";
import { h } from "preact";
import { ChangePassword, DeleteAccount, NewCodes, Settings } from "./account-views.tsx";
import { type Dashboard, go, type MemberVisit } from "./dashboard.ts";
import type { Doors } from "./doors.ts";
import { show, tryForm } from "./frame.tsx";
import { newRecoveryCodes, withPassword } from "./recovery.ts";

type View = (props: { email: string; error?: CalcError | undefined; operator: boolean }) => unknown;
interface Page {
  title: string;
  view: View;
  /** Does it, once the password was right, and says where to go on. */
  work: (visit: MemberVisit, dashboard: Dashboard, verified: string) => Promise<string>;
}

/** What a person must give the password for once more. */
const guarded: Record<string, Page> = {
  "/dashboard/password": { title: "Change the password", view: ChangePassword, work: changePassword },
  "/dashboard/account/codes": { title: "New recovery codes", view: NewCodes, work: renewCodes },
  "/dashboard/account/delete": { title: "Delete the account", view: DeleteAccount, work: deleteAccount },
};

/** Adds the pages about the account itself. */
export function addAccount({ member }: Doors): void {
  member("/dashboard/account", {
    GET: (visit, dashboard) => {
      const { account, person, digest, operator } = visit.member;
      return show(dashboard, visit, { title: "Your account", body: h(Settings, { account, person, digest, operator }) });
    },
  });
  member("/dashboard/account/sign-out", {
    POST: async (visit, { people, sessions }) => {
      await people.change(visit.member.account.id, (person) => person && { ...person, sessions: [] });
      await sessions.end(visit.event);
      return go(visit, "/dashboard/sign-in?said=signed-out");
    },
  });
  for (const [path, page] of Object.entries(guarded)) {
    const showPage = (visit: MemberVisit, dashboard: Dashboard, error?: CalcError) => {
      const { account, operator } = visit.member;
      // as: h takes a component, which our views are
      const body = h(page.view as never, { email: account.email, error, operator });
      return show(dashboard, visit, {
        title: page.title,
        above: [["/dashboard/account", "Account"]],
        body,
        ...(error && { status: error.status, headers: error.headers }),
      });
    };
    member(path, {
      GET: (visit, dashboard) => showPage(visit, dashboard),
      POST: (visit, dashboard) =>
        tryForm(
          async () => go(visit, await page.work(visit, dashboard, await verifyAgain(visit, dashboard))),
          (error) => showPage(visit, dashboard, error),
        ),
    });
  }
}

// Gives the stored password that was right, so that a change knows what it replaces.
async function verifyAgain({ field, member }: MemberVisit, { throttles, passwords }: Dashboard): Promise<string> {
  const { account, person } = member;
  throttles.account.take(`again ${account.id}`);
  if (!(await passwords.verify(field("current"), person.password)) || !person.password)
    throw new CalcError(
      "dashboard/wrong_password",
      { message: "This is not your current password." },
      { status: 403, title: "The password is wrong" },
    );
  throttles.account.forgive(`again ${account.id}`);
  return person.password;
}

const changedMeanwhile = () =>
  new CalcError(
    "dashboard/changed",
    { message: "The password was changed meanwhile: sign in again." },
    { status: 409, title: "The password was changed meanwhile" },
  );

async function changePassword(visit: MemberVisit, { people, passwords, sessions }: Dashboard, verified: string): Promise<string> {
  const { id } = visit.member.account;
  const password = await passwords.hash(visit.field("password"));
  const { session, token } = sessions.make(id);
  await people.change(id, (person) => {
    if (person?.password !== verified) throw changedMeanwhile();
    return person && withPassword(person, password, session);
  });
  sessions.give(visit.event, token);
  return "/dashboard/account?said=password";
}

async function renewCodes(visit: MemberVisit, { people, once }: Dashboard, verified: string): Promise<string> {
  const { shown, digests } = newRecoveryCodes();
  await people.change(visit.member.account.id, (person) => {
    if (person?.password !== verified) throw changedMeanwhile();
    return person && { ...person, recovery: digests };
  });
  once.leave(visit.event, visit.member.token, "codes", shown.join("\n"));
  return "/dashboard/recovery-codes";
}

// The keys end first: should the rest fail, nobody can use what is left, and it can be tried again.
async function deleteAccount(visit: MemberVisit, { accounts, people, operators, sessions }: Dashboard): Promise<string> {
  const { id } = visit.member.account;
  await operators.leave(id);
  await accounts.erase(id);
  await people.change(id, () => undefined);
  await sessions.end(visit.event);
  return "/dashboard/sign-in?said=deleted";
}

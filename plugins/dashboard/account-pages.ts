// The pages of a member's own account: password, recovery codes, sessions, deletion.
import { CalcError } from "formulary";
import { h } from "preact";
import type { Access } from "./access.ts";
import { ChangePassword, DeleteAccount, NewCodes, Settings } from "./account-views.tsx";
import { type Dashboard, type MemberVisit, redirect } from "./dashboard.ts";
import { showPage, tryForm } from "./layout.tsx";
import { newRecoveryCodes, withPassword } from "./recovery.ts";

type View = (props: { email: string; error?: CalcError | undefined; operator: boolean }) => unknown;
interface ProtectedPage {
  title: string;
  view: View;
  /** Does the work of the form, with the stored password hash that was verified; returns the path to go on to. */
  work: (visit: MemberVisit, dashboard: Dashboard, verified: string) => Promise<string>;
}

/** Pages whose form asks for the current password again. */
const protectedPages: Record<string, ProtectedPage> = {
  "/dashboard/password": { title: "Change the password", view: ChangePassword, work: changePassword },
  "/dashboard/account/codes": { title: "New recovery codes", view: NewCodes, work: renewCodes },
  "/dashboard/account/delete": { title: "Delete the account", view: DeleteAccount, work: deleteAccount },
};

/** Adds the pages about the account itself. */
export function addAccountPages({ member }: Access): void {
  member("/dashboard/account", {
    GET: (visit, dashboard) => {
      const { account, profile, digest, operator } = visit.member;
      return showPage(dashboard, visit, { title: "Your account", body: h(Settings, { account, profile, digest, operator }) });
    },
  });
  member("/dashboard/account/sign-out", {
    POST: async (visit, { profiles, sessions }) => {
      await profiles.change(visit.member.account.id, (profile) => profile && { ...profile, sessions: [] });
      await sessions.end(visit.event);
      return redirect(visit, "/dashboard/sign-in?said=signed-out");
    },
  });
  for (const [path, page] of Object.entries(protectedPages)) {
    const show = (visit: MemberVisit, dashboard: Dashboard, error?: CalcError) => {
      const { account, operator } = visit.member;
      // as: h takes a component, which our views are
      const body = h(page.view as never, { email: account.email, error, operator });
      return showPage(dashboard, visit, { title: page.title, above: [["/dashboard/account", "Account"]], body, error });
    };
    member(path, {
      GET: (visit, dashboard) => show(visit, dashboard),
      POST: (visit, dashboard) =>
        tryForm(
          async () => redirect(visit, await page.work(visit, dashboard, await verifyAgain(visit, dashboard))),
          (error) => show(visit, dashboard, error),
        ),
    });
  }
}

// Returns the stored hash of the verified password, so that a change can check that it still replaces the same one.
async function verifyAgain({ field, member }: MemberVisit, { throttles, passwords }: Dashboard): Promise<string> {
  const { account, profile } = member;
  throttles.account.take(`again ${account.id}`);
  if (!(await passwords.verify(field("current"), profile.password)) || !profile.password)
    throw new CalcError(
      "dashboard/wrong_password",
      { message: "This is not your current password." },
      { status: 403, title: "The password is wrong" },
    );
  throttles.account.giveBack(`again ${account.id}`);
  return profile.password;
}

const changedMeanwhile = () =>
  new CalcError(
    "dashboard/changed",
    { message: "The password was changed in the meantime. Sign in again." },
    { status: 409, title: "The password was changed in the meantime" },
  );

async function changePassword(visit: MemberVisit, { profiles, passwords, sessions }: Dashboard, verified: string): Promise<string> {
  const { id } = visit.member.account;
  const password = await passwords.hash(visit.field("password"));
  const { session, token } = sessions.create(id);
  await profiles.change(id, (profile) => {
    if (profile?.password !== verified) throw changedMeanwhile();
    return profile && withPassword(profile, password, session);
  });
  sessions.sendCookie(visit.event, token);
  return "/dashboard/account?said=password";
}

async function renewCodes(visit: MemberVisit, { profiles, flash }: Dashboard, verified: string): Promise<string> {
  const { codes, digests } = newRecoveryCodes();
  await profiles.change(visit.member.account.id, (profile) => {
    if (profile?.password !== verified) throw changedMeanwhile();
    return profile && { ...profile, recovery: digests };
  });
  flash.set(visit.event, visit.member.token, { kind: "codes", text: codes.join("\n") });
  return "/dashboard/recovery-codes";
}

// The keys are revoked first: if a later step fails, nobody can use what is left, and the form can be sent again.
async function deleteAccount(visit: MemberVisit, { accounts, profiles, operators, sessions }: Dashboard): Promise<string> {
  const { id } = visit.member.account;
  await operators.remove(id);
  await accounts.erase(id);
  await profiles.change(id, () => undefined);
  await sessions.end(visit.event);
  return "/dashboard/sign-in?said=deleted";
}

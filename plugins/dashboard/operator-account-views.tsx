// The views of accounts for operators.
import type { CalcError } from "formulary";
import { type Account, countedKeys, type Plan } from "../accounts/index.ts";
import { Copy, DateTime, ErrorNotice, Fact, Form, PostButton, SelectField } from "./layout.tsx";
import type { Usage } from "./usage.ts";
import { Chart, countOf, formatNumber } from "./usage-views.tsx";

interface ListProps {
  q: string;
  accounts: Account[];
  /** How many accounts the search found; `accounts` may be the first of them only. */
  total: number;
}

/** The form to search for accounts, and the accounts that were found. */
export function AccountList({ q, accounts, total }: ListProps) {
  const more = total > accounts.length ? `. Only the first ${accounts.length} are listed: search for the others` : "";
  return (
    <>
      <search>
        <form class="search" action="/dashboard/operator/accounts">
          <label class="visually-hidden" for="q">
            E-mail address, or a part of one
          </label>
          <input id="q" name="q" type="search" value={q} placeholder="E-mail address, or a part of one" autocomplete="off" />
          <button type="submit">Search</button>
        </form>
      </search>
      <p class="small">{`${countOf(total, "account")}${more}.`}</p>
      <AccountTable accounts={accounts} />
    </>
  );
}

function AccountTable({ accounts }: { accounts: Account[] }) {
  return (
    /* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, also by keyboard */
    <section class="scroll card" aria-label="Accounts" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">E-mail address</th>
            <th scope="col">Plan</th>
            <th scope="col" class="number">
              Keys
            </th>
            <th scope="col">State</th>
            <th scope="col">Since</th>
          </tr>
        </thead>
        <tbody>
          {accounts.map((account) => (
            <tr>
              <td>
                <a href={`/dashboard/operator/accounts/${account.id}`}>{account.email}</a>
              </td>
              <td>{account.plan}</td>
              <td class="number">{countedKeys(account).length}</td>
              <td>{account.state}</td>
              <td>
                <DateTime at={account.created} day />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface AccountProps {
  account: Account;
  usage: Usage | undefined;
  plans: Plan[];
  hasPassword: boolean;
  /** Whether it is the operator's own account. */
  own: boolean;
  /** A reset link that was just created. */
  link?: string;
  error?: CalcError | undefined;
}
const actionOf = ({ id }: Account, name: string) => `/dashboard/operator/accounts/${id}/${name}`;

/** One account, and the forms with which an operator may change it. */
export function AccountPage({ account, usage, plans, hasPassword, own, link, error }: AccountProps) {
  return (
    <>
      <ErrorNotice error={error} />
      {link && (
        <section class="card highlight">
          <h2>Copy this link now</h2>
          <p>It is shown only once and works once within 24 hours. Give it to nobody but the owner of this account.</p>
          <Copy id="link" label="link" text={link} />
        </section>
      )}
      <section class="card">
        <h2>About this account</h2>
        <dl class="facts">
          <Fact name="Number" value={<code>{account.id}</code>} />
          <Fact name="State" value={account.state} />
          <Fact name="Since" value={<DateTime at={account.created} day />} />
          <Fact name="Keys" value={`${countedKeys(account).length} valid, ${account.keys.length} created in total`} />
          <Fact name="Password" value={hasPassword ? "set" : "none yet"} />
          <Fact name="Calculations today" value={usage ? formatNumber(usage.today.total) : "?"} />
        </dl>
        {usage && <Chart days={usage.days} id="account" caption="Calculations a day, the last 30 days" />}
      </section>
      <PlanForm account={account} plans={plans} />
      <section class="card">
        <h2>{hasPassword ? "Lost password" : "First password"}</h2>
        <p>A link that sets a new password. Send it in a way that you trust. An older link stops working.</p>
        <div class="row">
          <PostButton action={actionOf(account, "reset")} secondary>
            Create a reset link
          </PostButton>
        </div>
      </section>
      {!own && <Suspension account={account} />}
    </>
  );
}

function PlanForm({ account, plans }: Pick<AccountProps, "account" | "plans">) {
  const choices = plans.map(({ name, calculations, keys }): [string, string] => [
    name,
    `${name}: ${formatNumber(calculations)} a day, ${countOf(keys, "key")}`,
  ]);
  return (
    <section class="card">
      <h2>Plan</h2>
      <Form action={actionOf(account, "plan")} submit="Change the plan">
        <SelectField id="plan" label="Plan" choices={choices} chosen={account.plan} />
      </Form>
    </section>
  );
}

function Suspension({ account }: { account: Account }) {
  const suspended = account.state === "suspended";
  return (
    <section class="card">
      <h2>{suspended ? "Suspended" : "Suspend"}</h2>
      <p>
        {suspended
          ? "The keys of this account are refused, and nobody can sign in to it."
          : "The keys of this account are refused, and nobody can sign in to it, until you lift the suspension."}
      </p>
      <div class="row">
        <PostButton action={actionOf(account, suspended ? "activate" : "suspend")} danger={!suspended} secondary>
          {suspended ? "Lift the suspension" : "Suspend the account"}
        </PostButton>
      </div>
    </section>
  );
}

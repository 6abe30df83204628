// What an operator sees of accounts.

import type { CalcError } from "formulary";
import type { ComponentChildren } from "preact";
import { type Account, countedKeys, type Plan } from "../accounts/index.ts";
import { described, Field } from "../pages/index.ts";
import { Copy, Form, Moment, PostButton, Refusal } from "./frame.tsx";
import type { Usage } from "./usage.ts";
import { Chart, shown } from "./usage-views.tsx";

/** Accounts that a search found. */
export function AccountList({ q, accounts, found }: { q: string; accounts: Account[]; found: number }) {
  return (
    <>
      <search>
        <form class="search" action="/dashboard/operator/accounts">
          <label class="away" for="q">
            E-mail address, or a part of one
          </label>
          <input id="q" name="q" type="search" value={q} placeholder="E-mail address, or a part of one" autocomplete="off" />
          <button type="submit">Search</button>
        </form>
      </search>
      <p class="small">{`${shown(found)} account${found === 1 ? "" : "s"}${found > accounts.length ? `, the first ${accounts.length} shown: search for the others` : ""}.`}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, also by keyboard */}
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
                  <Moment at={account.created} day />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

interface AccountProps {
  account: Account;
  usage: Usage | undefined;
  plans: Plan[];
  hasPassword: boolean;
  /** It is the operator's own. */
  own: boolean;
  /** A reset link, the one time that it is seen. */
  link?: string;
  error?: CalcError | undefined;
}

/** One account, and what an operator may do with it. */
export function AccountPage({ account, usage, plans, hasPassword, own, link, error }: AccountProps) {
  const action = (name: string) => `/dashboard/operator/accounts/${account.id}/${name}`;
  const suspended = account.state === "suspended";
  return (
    <>
      <Refusal error={error} />
      {link && (
        <section class="card fresh">
          <h2>Copy this link now</h2>
          <p>It is shown only this once, works once within 24 hours, and belongs to nobody but the person of this account.</p>
          <Copy id="link" label="link" text={link} />
        </section>
      )}
      <section class="card">
        <h2>About this account</h2>
        <dl class="facts">
          <Fact name="Number" value={<code>{account.id}</code>} />
          <Fact name="State" value={account.state} />
          <Fact name="Since" value={<Moment at={account.created} day />} />
          <Fact name="Keys" value={`${countedKeys(account).length} good, ${account.keys.length} ever made`} />
          <Fact name="Password" value={hasPassword ? "set" : "none yet"} />
          <Fact name="Calculations today" value={usage ? shown(usage.today.total) : "?"} />
        </dl>
        {usage && <Chart days={usage.days} id="account" caption="Calculations a day, the last 30 days" />}
      </section>
      <section class="card">
        <h2>Plan</h2>
        <Form action={action("plan")} submit="Change the plan">
          <Field id="plan" label="Plan">
            <select name="plan" {...described("plan")}>
              {plans.map(({ name, calculations, keys }) => (
                <option value={name} selected={name === account.plan}>
                  {`${name}: ${shown(calculations)} a day, ${keys} key${keys === 1 ? "" : "s"}`}
                </option>
              ))}
            </select>
          </Field>
        </Form>
      </section>
      <section class="card">
        <h2>{hasPassword ? "Lost password" : "First password"}</h2>
        <p>A link that sets a new password, to be handed over by a way you trust. An older link ends.</p>
        <div class="row">
          <PostButton action={action("reset")} quiet>
            Make a reset link
          </PostButton>
        </div>
      </section>
      {!own && (
        <section class="card">
          <h2>{suspended ? "Suspended" : "Suspend"}</h2>
          <p>
            {suspended
              ? "Its keys are refused, and nobody can sign into it."
              : "Its keys are refused and nobody can sign into it, until you lift it."}
          </p>
          <div class="row">
            <PostButton action={action(suspended ? "activate" : "suspend")} danger={!suspended} quiet>
              {suspended ? "Lift the suspension" : "Suspend the account"}
            </PostButton>
          </div>
        </section>
      )}
    </>
  );
}

function Fact({ name, value }: { name: string; value: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

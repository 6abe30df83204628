// What an operator sees of the server.

import type { CalcError } from "formulary";
import type { LocatedFinding } from "formulary/compiler";
import { Notice } from "../pages/index.ts";
import type { Act } from "./audit.ts";
import type { Signup } from "./dashboard.ts";
import { Copy, Form, Moment, PostButton, Refusal, TextField } from "./frame.tsx";
import type { Invite } from "./invites.ts";

/** Where an operator goes from here. */
export function Places() {
  return (
    <ul class="tiles">
      <li>
        <a href="/dashboard/operator/accounts">
          <strong>Accounts</strong>
          <span>Search, plans, suspension, reset links</span>
        </a>
      </li>
      <li>
        <a href="/dashboard/operator/invites">
          <strong>Invitations</strong>
          <span>Codes that make one account each</span>
        </a>
      </li>
      <li>
        <a href="/dashboard/operator/log">
          <strong>Log</strong>
          <span>What operators did</span>
        </a>
      </li>
    </ul>
  );
}

const areaNames: Record<string, string> = { keys: "Accounts and keys", quotas: "Counts", cache: "Kept results" };
const signups: Record<Signup, string> = { open: "open to anyone", invite: "by invitation", closed: "closed" };
interface HealthProps {
  calculators: number;
  findings: LocatedFinding[];
  areas: [name: string, available: boolean][];
  plugins: string[];
  plans: string[];
  signup: Signup;
}

/** The server at a glance. */
export function Health({ calculators, findings, areas, plugins, plans, signup }: HealthProps) {
  return (
    <>
      <Places />
      <section class="card">
        <h2>Catalogue</h2>
        <p>{`${calculators.toLocaleString("en")} calculators answer.`}</p>
        {findings.length === 0 ? (
          <p>No file has a fault.</p>
        ) : (
          <>
            <Notice
              bad
            >{`${findings.length === 1 ? "One file is" : `${findings.length} things are`} to be mended; last good versions answer meanwhile.`}</Notice>
            <ul class="findings">
              {findings.slice(0, 200).map(({ file, line, column, message }) => (
                <li>
                  <code>{`${file}:${line}:${column}`}</code> {message}
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
      <section class="card">
        <h2>Storage</h2>
        <dl class="facts">
          {areas.map(([name, available]) => (
            <div>
              <dt>{areaNames[name]}</dt>
              <dd>{available ? "answers" : <span class="error">does not answer</span>}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section class="card">
        <h2>Set up</h2>
        <dl class="facts">
          <div>
            <dt>Sign-up</dt>
            <dd>{signups[signup]}</dd>
          </div>
          <div>
            <dt>Plans</dt>
            <dd>{plans.join(", ")}</dd>
          </div>
        </dl>
        <details>
          <summary>{`Plugins (${plugins.length})`}</summary>
          <p>{plugins.join(", ")}</p>
        </details>
      </section>
    </>
  );
}

interface InviteProps {
  list: Invite[];
  /** This moment, ISO 8601. */
  now: string;
  signup: Signup;
  fresh?: { code: string; link: string };
  error?: CalcError | undefined;
}
const stateOf = ({ used, until }: Invite, now: string) => (used ? "used" : until <= now ? "too old" : "open");

/** Invitations, and a form for the next one. */
export function InviteList({ list, now, signup, fresh, error }: InviteProps) {
  return (
    <>
      <Refusal error={error} />
      {signup !== "invite" && (
        <Notice>{`Sign-up is ${signups[signup]}: invitations count while the server runs with SIGNUP=invite.`}</Notice>
      )}
      {fresh && (
        <section class="card fresh">
          <h2>Copy this invitation now</h2>
          <p>It is shown only this once, and makes one account within two weeks.</p>
          <Copy id="link" label="link" text={fresh.link} />
        </section>
      )}
      <section class="card">
        <h2>New invitation</h2>
        <Form action="/dashboard/operator/invites" submit="Make an invitation">
          <TextField id="note" label="For whom" hint="For you to remember; only operators see it." maxlength={60} required={false} />
        </Form>
      </section>
      {list.length > 0 && (
        <section class="card">
          <h2>All invitations</h2>
          <ul class="list lines">
            {list.map((invite) => (
              <li>
                <span>
                  <code>{`…${invite.hint}`}</code> {invite.note || "for anybody"}
                  <span class="small">
                    {`: ${stateOf(invite, now)}, made `}
                    <Moment at={invite.created} />
                  </span>
                </span>
                {stateOf(invite, now) === "open" && (
                  <PostButton action={`/dashboard/operator/invites/${invite.id}/withdraw`} danger>
                    Withdraw <span class="away">{`the invitation …${invite.hint}`}</span>
                  </PostButton>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

interface LogProps {
  acts: Act[];
  names: Map<string, string>;
  month: string;
  current: string;
}
const monthAfter = (month: string, steps: number): string => {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + steps, 1)).toISOString().slice(0, 7);
};

/** A month of the log of acts. */
export function Log({ acts, names, month, current }: LogProps) {
  return (
    <>
      <section class="card">
        <h2>{month}</h2>
        {acts.length === 0 ? (
          <p>Nothing was done that month.</p>
        ) : (
          <ul class="list lines">
            {acts.map(({ at, by, act, on }) => (
              <li>
                <span>
                  {`${names.get(by)} ${act}`}
                  {on && (
                    <>
                      {" "}
                      (<a href={`/dashboard/operator/accounts/${on}`}>{names.get(on)}</a>)
                    </>
                  )}
                </span>
                <span class="small">
                  <Moment at={at} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <div class="row">
        <a href={`/dashboard/operator/log?month=${monthAfter(month, -1)}`}>Month before</a>
        {month < current && <a href={`/dashboard/operator/log?month=${monthAfter(month, 1)}`}>Month after</a>}
      </div>
    </>
  );
}

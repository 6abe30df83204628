// The first page of the dashboard: the list of keys with a form for the next one, usage, plan.

import type { CalcError } from "formulary";
import { type Account, type ApiKey, countedKeys, isGood, type Plan } from "../accounts/index.ts";
import { Form, Moment, Refusal, TextField } from "./frame.tsx";
import type { Usage } from "./usage.ts";
import { PlanSection, shown, UsageSection } from "./usage-views.tsx";

interface HomeProps {
  account: Account;
  usage: Usage | undefined;
  lastUsed: Record<string, string>;
  plan: Plan;
  next?: Plan;
  /** This moment, ISO 8601. */
  now: string;
  error?: CalcError | undefined;
}
/** How a key is known once its text is gone. */
export const Known = ({ hint }: ApiKey) => <code>{`ck_live_…${hint}`}</code>;

/** The first page: keys, usage, plan. */
export function Home({ account, usage, lastUsed, plan, next, now, error }: HomeProps) {
  const good = account.keys.filter((key) => isGood(key, now));
  const ended = account.keys.filter((key) => !isGood(key, now)).reverse();
  return (
    <>
      <Refusal error={error} />
      <section class="card" aria-labelledby="keys">
        <h2 id="keys">Keys</h2>
        {good.length === 0 ? (
          <p>With a key, a program can ask this server for calculations. Make your first one:</p>
        ) : (
          <ul class="list keys">
            {good.map((key) => (
              <KeyLine apiKey={key} usage={usage} used={lastUsed[key.id]} />
            ))}
          </ul>
        )}
        <NextKey account={account} plan={plan} next={next} />
        {ended.length > 0 && (
          <details>
            <summary>{`Ended keys (${ended.length})`}</summary>
            <ul>
              {ended.map((key) => (
                <li>
                  <a href={`/dashboard/keys/${key.id}`}>{key.name}</a> <Known {...key} /> <End apiKey={key} />
                </li>
              ))}
            </ul>
          </details>
        )}
      </section>
      <UsageSection usage={usage} account={account} />
      <PlanSection plan={plan} next={next} />
    </>
  );
}

/** When a key ended, and how. */
export function End({ apiKey: { revoked, expires } }: { apiKey: ApiKey }) {
  return (
    <span class="small">
      {revoked ? "revoked " : "ended "}
      <Moment at={(revoked ?? expires)!} />
    </span>
  );
}

function KeyLine({ apiKey: key, usage, used }: { apiKey: ApiKey; usage: Usage | undefined; used: string | undefined }) {
  return (
    <li>
      <div>
        <a href={`/dashboard/keys/${key.id}`}>
          <strong>{key.name}</strong>
        </a>
        <Known {...key} />
      </div>
      <dl class="facts">
        <div>
          <dt>Created</dt>
          <dd>
            <Moment at={key.created} day />
          </dd>
        </div>
        <div>
          <dt>Last used</dt>
          <dd>{used ? <Moment at={used} /> : "never"}</dd>
        </div>
        <div>
          <dt>Requests today</dt>
          <dd>{usage ? shown(usage.today.byKey[key.id] ?? 0) : "?"}</dd>
        </div>
        {key.expires && (
          <div>
            <dt>Ends</dt>
            <dd>
              <Moment at={key.expires} />
            </dd>
          </div>
        )}
      </dl>
    </li>
  );
}

function NextKey({ account, plan, next }: { account: Account; plan: Plan; next?: Plan | undefined }) {
  const used = countedKeys(account).length;
  const count = `${used} of ${plan.keys} key${plan.keys === 1 ? "" : "s"} of the plan ${plan.name}`;
  if (used >= plan.keys)
    return (
      <p class="small">
        {`${count}: open a key to replace (roll) or revoke it${next ? `, or ask for the plan ${next.name} with ${shown(next.keys)}` : ""}.`}
      </p>
    );
  return (
    <>
      {used > 0 && <h3>Another key</h3>}
      <Form action="/dashboard/keys" submit="Make a key">
        <TextField
          id="name"
          label="Name"
          hint={`What it is for, such as “my script”. ${count} so far.`}
          maxlength={60}
          required={false}
          focus={used === 0}
        />
      </Form>
    </>
  );
}

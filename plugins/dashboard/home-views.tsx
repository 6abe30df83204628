// The views of the first page: the list of keys with a form for a new one, usage, plan.
import type { CalcError } from "formulary";
import { type Account, type ApiKey, countedKeys, isGood, type Plan } from "../accounts/index.ts";
import { DateTime, ErrorNotice, Fact, Form, TextField } from "./layout.tsx";
import type { Usage } from "./usage.ts";
import { countOf, formatNumber, PlanSection, UsageSection } from "./usage-views.tsx";

interface HomeProps {
  account: Account;
  usage: Usage | undefined;
  lastUsed: Record<string, string>;
  plan: Plan;
  next?: Plan;
  /** The current time, ISO 8601. */
  now: string;
  error?: CalcError | undefined;
}
/** A key as people recognize it: its text is not stored. */
export const KeyHint = ({ hint }: ApiKey) => <code>{`ck_live_…${hint}`}</code>;

/** The first page: keys, usage, plan. */
export function Home({ account, usage, lastUsed, plan, next, now, error }: HomeProps) {
  const good = account.keys.filter((key) => isGood(key, now));
  const ended = account.keys.filter((key) => !isGood(key, now)).reverse();
  return (
    <>
      <ErrorNotice error={error} />
      <section class="card" aria-labelledby="keys">
        <h2 id="keys">Keys</h2>
        {good.length === 0 ? (
          <p>With an API key a program can calculate on this server. Create your first one:</p>
        ) : (
          <ul class="list keys">
            {good.map((key) => (
              <KeyLine apiKey={key} usage={usage} used={lastUsed[key.id]} />
            ))}
          </ul>
        )}
        <NewKeyForm account={account} plan={plan} next={next} />
        {ended.length > 0 && (
          <details>
            <summary>{`Ended keys (${ended.length})`}</summary>
            <ul>
              {ended.map((key) => (
                <li>
                  <a href={`/dashboard/keys/${key.id}`}>{key.name}</a> <KeyHint {...key} /> <KeyEnd apiKey={key} />
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

/** When a key ended: revoked or expired. */
export function KeyEnd({ apiKey: { revoked, expires } }: { apiKey: ApiKey }) {
  return (
    <span class="small">
      {revoked ? "revoked " : "expired "}
      <DateTime at={(revoked ?? expires)!} />
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
        <KeyHint {...key} />
      </div>
      <dl class="facts">
        <Fact name="Created" value={<DateTime at={key.created} day />} />
        <Fact name="Last used" value={used ? <DateTime at={used} /> : "never"} />
        <Fact name="Requests today" value={usage ? formatNumber(usage.today.byKey[key.id] ?? 0) : "?"} />
        {key.expires && <Fact name="Ends" value={<DateTime at={key.expires} />} />}
      </dl>
    </li>
  );
}

function NewKeyForm({ account, plan, next }: { account: Account; plan: Plan; next?: Plan | undefined }) {
  const used = countedKeys(account).length;
  const count = `You have ${used} of the ${countOf(plan.keys, "key")} of the plan ${plan.name}`;
  if (used >= plan.keys)
    return (
      <p class="small">
        {`${count}. Open a key to replace (roll) or revoke it${next ? `, or ask for the plan ${next.name} with ${formatNumber(next.keys)} keys` : ""}.`}
      </p>
    );
  return (
    <>
      {used > 0 && <h3>Another key</h3>}
      <Form action="/dashboard/keys" submit="Create a key">
        <TextField
          id="name"
          label="Name"
          hint={`What it is for, such as “my script”. ${count}.`}
          maxlength={60}
          required={false}
          focus={used === 0}
        />
      </Form>
    </>
  );
}

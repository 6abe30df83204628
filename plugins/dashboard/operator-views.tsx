// The views of the server for operators: its state, invitations, the log of their actions.
import type { CalcError } from "formulary";
import type { LocatedFinding } from "formulary/compiler";
import { Notice } from "../pages/index.ts";
import type { AuditEntry } from "./audit.ts";
import type { Signup } from "./dashboard.ts";
import type { Invite } from "./invites.ts";
import { Copy, DateTime, ErrorNotice, Fact, Form, PostButton, TextField } from "./layout.tsx";

const links: [path: string, title: string, text: string][] = [
  ["accounts", "Accounts", "Search, plans, suspension, reset links"],
  ["invites", "Invitations", "Codes that create one account each"],
  ["log", "Log", "What administrators did"],
];
const areaTitles: Record<string, string> = { keys: "Accounts and keys", quotas: "Counts", cache: "Cached results" };
const signups: Record<Signup, string> = { open: "open to anyone", invite: "by invitation", closed: "closed" };

interface HealthProps {
  calculators: number;
  findings: LocatedFinding[];
  areas: [name: string, available: boolean][];
  /** Accounts whose records cannot be read. */
  damaged: string[];
  plugins: string[];
  plans: string[];
  signup: Signup;
}

/** The state of the server on one page. */
export function Health({ calculators, findings, plugins, plans, signup, ...storage }: HealthProps) {
  return (
    <>
      <ul class="tiles">
        {links.map(([path, title, text]) => (
          <li>
            <a href={`/dashboard/operator/${path}`}>
              <strong>{title}</strong>
              <span>{text}</span>
            </a>
          </li>
        ))}
      </ul>
      <CatalogState calculators={calculators} findings={findings} />
      <StorageState {...storage} />
      <Settings plugins={plugins} plans={plans} signup={signup} />
    </>
  );
}

function StorageState({ areas, damaged }: Pick<HealthProps, "areas" | "damaged">) {
  return (
    <section class="card">
      <h2>Storage</h2>
      <dl class="facts">
        {areas.map(([name, available]) => (
          <Fact name={areaTitles[name] ?? name} value={available ? "answers" : <span class="error">does not answer</span>} />
        ))}
      </dl>
      {damaged.length > 0 && (
        <Notice alert>
          {`The records of these accounts cannot be read, and their keys are answered with 503: ${damaged.slice(0, 20).join(", ")}${damaged.length > 20 ? ", …" : ""}. Restore them from a backup.`}
        </Notice>
      )}
    </section>
  );
}

function CatalogState({ calculators, findings }: Pick<HealthProps, "calculators" | "findings">) {
  const count = findings.length === 1 ? "There is 1 problem" : `There are ${findings.length} problems`;
  return (
    <section class="card">
      <h2>Catalogue</h2>
      <p>{`${calculators.toLocaleString("en")} calculators are available.`}</p>
      {findings.length === 0 ? (
        <p>No file has a problem.</p>
      ) : (
        <>
          <Notice alert>{`${count} in the catalogue files. Until they are fixed, the last good version of each file is used.`}</Notice>
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
  );
}

function Settings({ plugins, plans, signup }: Pick<HealthProps, "plugins" | "plans" | "signup">) {
  return (
    <section class="card">
      <h2>Configuration</h2>
      <dl class="facts">
        <Fact name="Sign-up" value={signups[signup]} />
        <Fact name="Plans" value={plans.join(", ")} />
      </dl>
      <details>
        <summary>{`Plugins (${plugins.length})`}</summary>
        <p>{plugins.join(", ")}</p>
      </details>
    </section>
  );
}

interface InviteProps {
  list: Invite[];
  /** The current time, ISO 8601. */
  now: string;
  signup: Signup;
  /** An invitation that was just created. */
  newInvite?: { code: string; link: string };
  error?: CalcError | undefined;
}

/** Invitations, and a form for a new one. */
export function InviteList({ list, now, signup, newInvite, error }: InviteProps) {
  return (
    <>
      <ErrorNotice error={error} />
      {signup !== "invite" && (
        <Notice>{`Sign-up is ${signups[signup]}. Invitations are needed only when the server runs with SIGNUP=invite.`}</Notice>
      )}
      {newInvite && (
        <section class="card highlight">
          <h2>Copy this invitation now</h2>
          <p>It is shown only once, and creates one account within two weeks.</p>
          <Copy id="link" label="link" text={newInvite.link} />
        </section>
      )}
      <section class="card">
        <h2>New invitation</h2>
        <Form action="/dashboard/operator/invites" submit="Create an invitation">
          <TextField id="note" label="For whom" hint="A note for yourself. Only administrators see it." maxlength={60} required={false} />
        </Form>
      </section>
      {list.length > 0 && (
        <section class="card">
          <h2>All invitations</h2>
          <ul class="list items">
            {list.map((invite) => (
              <InviteLine invite={invite} now={now} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

const stateOf = ({ used, until }: Invite, now: string) => (used ? "used" : until <= now ? "expired" : "open");

function InviteLine({ invite, now }: { invite: Invite; now: string }) {
  const state = stateOf(invite, now);
  return (
    <li>
      <span>
        <code>{`…${invite.hint}`}</code> {invite.note || "for anybody"}
        <span class="small">
          {`: ${state}, created `}
          <DateTime at={invite.created} />
        </span>
      </span>
      {state === "open" && (
        <PostButton action={`/dashboard/operator/invites/${invite.id}/withdraw`} danger>
          Withdraw <span class="visually-hidden">{`the invitation …${invite.hint}`}</span>
        </PostButton>
      )}
    </li>
  );
}

interface AuditLogProps {
  entries: AuditEntry[];
  /** E-mail addresses by account. */
  names: Map<string, string>;
  month: string;
  current: string;
}
const monthAfter = (month: string, steps: number): string => {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + steps, 1)).toISOString().slice(0, 7);
};

/** One month of the log of operators' actions. */
export function AuditLog({ entries, names, month, current }: AuditLogProps) {
  return (
    <>
      <section class="card">
        <h2>{month}</h2>
        {entries.length === 0 ? (
          <p>There are no entries for this month.</p>
        ) : (
          <ul class="list items">
            {entries.map(({ at, by, act, on }) => (
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
                  <DateTime at={at} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <div class="row">
        <a href={`/dashboard/operator/log?month=${monthAfter(month, -1)}`}>Previous month</a>
        {month < current && <a href={`/dashboard/operator/log?month=${monthAfter(month, 1)}`}>Next month</a>}
      </div>
    </>
  );
}

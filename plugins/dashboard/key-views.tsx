// What is seen of one key: its page with the text the one time, what can be done with it, and the question before its end.

import type { CalcError } from "formulary";
import type { ApiKey } from "../accounts/index.ts";
import { described, Field, Notice } from "../pages/index.ts";
import { Copy, Form, Moment, Refusal, TextField } from "./frame.tsx";
import { End, Known } from "./keys-views.tsx";
import type { Usage } from "./usage.ts";
import { Chart } from "./usage-views.tsx";

interface KeyProps {
  apiKey: ApiKey;
  /** The text, the one time that it is seen. */
  fresh?: { text: string; command: string } | undefined;
  usage: Usage | undefined;
  lastUsed: string | undefined;
  good: boolean;
  graces: [hours: number, text: string][];
  error?: CalcError | undefined;
}

/** One key: what it did, and what can be done with it. */
export function KeyPage({ apiKey: key, fresh, usage, lastUsed, good, graces, error }: KeyProps) {
  return (
    <>
      <Refusal error={error} />
      {fresh && <Fresh {...fresh} />}
      <section class="card">
        <h2>About this key</h2>
        <dl class="facts">
          <div>
            <dt>Key</dt>
            <dd>
              <Known {...key} />
            </dd>
          </div>
          <div>
            <dt>Created</dt>
            <dd>
              <Moment at={key.created} />
            </dd>
          </div>
          <div>
            <dt>Last used</dt>
            <dd>{lastUsed ? <Moment at={lastUsed} /> : "never"}</dd>
          </div>
          <div>
            <dt>State</dt>
            <dd>{good ? key.expires ? <Ending at={key.expires} /> : "works" : <End apiKey={key} />}</dd>
          </div>
        </dl>
        {usage && <Chart days={usage.days} id="key" caption="Calculations with this key, the last 30 days" of={key.id} />}
      </section>
      {good && <Changes apiKey={key} graces={graces} />}
    </>
  );
}

const Ending = ({ at }: { at: string }) => (
  <>
    {"has a successor, ends "}
    <Moment at={at} />
  </>
);

function Fresh({ text, command }: { text: string; command: string }) {
  return (
    <section class="card fresh" aria-labelledby="fresh">
      <h2 id="fresh">Copy your key now</h2>
      <p>It is shown only this once. Keep it out of web pages and repositories: who has it can use up your allowance.</p>
      <Copy id="text" label="key" text={text} />
      <h3>Try it</h3>
      <p>Paste this into a terminal; the server answers with a calculation:</p>
      <Copy id="command" label="command" text={command} />
    </section>
  );
}

function Changes({ apiKey: key, graces }: { apiKey: ApiKey; graces: KeyProps["graces"] }) {
  const hint = "The new key has this one’s name and place. Rolled again later, this one ends at once.";
  return (
    <div class="trio">
      <section class="card">
        <h2>Rename</h2>
        <Form action={`/dashboard/keys/${key.id}/rename`} submit="Rename">
          <TextField id="name" label="Name" value={key.name} maxlength={60} />
        </Form>
      </section>
      {!key.expires && (
        <section class="card">
          <h2>Roll</h2>
          <p>Get a new key now, and let this one end when your programs have changed over.</p>
          <Form action={`/dashboard/keys/${key.id}/roll`} submit="Make the new key">
            <Field id="after" label="This key ends" hint={hint}>
              <select name="after" {...described("after", { hint })}>
                {graces.map(([hours, text]) => (
                  <option value={String(hours)} selected={hours === 24}>
                    {text}
                  </option>
                ))}
              </select>
            </Field>
          </Form>
        </section>
      )}
      <section class="card">
        <h2>Revoke</h2>
        <p>For a key that got into wrong hands, or is not needed any more.</p>
        <div class="row">
          <a class="button danger" href={`/dashboard/keys/${key.id}/revoke`}>
            Revoke this key
          </a>
        </div>
      </section>
    </div>
  );
}

/** The question before a key ends. */
export function Revoke({ apiKey: key }: { apiKey: ApiKey }) {
  return (
    <>
      <p class="lead">
        {`“${key.name}” `}
        <Known {...key} />
        {" is refused from that moment on, and cannot be brought back."}
      </p>
      <Notice>A program that needs to go on working can change over first: roll the key instead.</Notice>
      <div class="row">
        <Form action={`/dashboard/keys/${key.id}/revoke`} submit="Revoke it for ever" danger />
        <a href={`/dashboard/keys/${key.id}`}>Keep it</a>
      </div>
    </>
  );
}

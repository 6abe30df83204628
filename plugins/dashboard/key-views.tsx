// The views of one key: its page, with the text after it was created, and the question before it is revoked.
import type { CalcError } from "formulary";
import type { ApiKey } from "../accounts/index.ts";
import { described, Field, Notice } from "../pages/index.ts";
import { KeyEnd, KeyHint } from "./home-views.tsx";
import { Copy, DateTime, ErrorNotice, Form, TextField } from "./layout.tsx";
import type { Usage } from "./usage.ts";
import { Chart } from "./usage-views.tsx";

interface NewKeyProps {
  text: string;
  command: string;
}
interface KeyProps {
  apiKey: ApiKey;
  /** The text of a key that was just created. */
  newKey?: NewKeyProps | undefined;
  usage: Usage | undefined;
  lastUsed: string | undefined;
  good: boolean;
  gracePeriods: [hours: number, text: string][];
  error?: CalcError | undefined;
}

/** One key: its facts and usage, and the forms that change it. */
export function KeyPage({ apiKey: key, newKey, usage, lastUsed, good, gracePeriods, error }: KeyProps) {
  return (
    <>
      <ErrorNotice error={error} />
      {newKey && <NewKey {...newKey} />}
      <section class="card">
        <h2>About this key</h2>
        <dl class="facts">
          <div>
            <dt>Key</dt>
            <dd>
              <KeyHint {...key} />
            </dd>
          </div>
          <div>
            <dt>Created</dt>
            <dd>
              <DateTime at={key.created} />
            </dd>
          </div>
          <div>
            <dt>Last used</dt>
            <dd>{lastUsed ? <DateTime at={lastUsed} /> : "never"}</dd>
          </div>
          <div>
            <dt>State</dt>
            <dd>{good ? key.expires ? <Expiring at={key.expires} /> : "works" : <KeyEnd apiKey={key} />}</dd>
          </div>
        </dl>
        {usage && <Chart days={usage.days} id="key" caption="Calculations with this key, the last 30 days" of={key.id} />}
      </section>
      {good && <Changes apiKey={key} gracePeriods={gracePeriods} />}
    </>
  );
}

const Expiring = ({ at }: { at: string }) => (
  <>
    {"was replaced by another key, expires "}
    <DateTime at={at} />
  </>
);

function NewKey({ text, command }: NewKeyProps) {
  return (
    <section class="card fresh" aria-labelledby="fresh">
      <h2 id="fresh">Copy your key now</h2>
      <p>It is shown only once. Keep it out of web pages and repositories: anybody who has it can use up your calculations.</p>
      <Copy id="text" label="key" text={text} />
      <h3>Try it</h3>
      <p>Paste this into a terminal. The server answers with a calculation:</p>
      <Copy id="command" label="command" text={command} />
    </section>
  );
}

function Changes({ apiKey: key, gracePeriods }: Pick<KeyProps, "apiKey" | "gracePeriods">) {
  return (
    <div class="trio">
      <section class="card">
        <h2>Rename</h2>
        <Form action={`/dashboard/keys/${key.id}/rename`} submit="Rename">
          <TextField id="name" label="Name" value={key.name} maxlength={60} />
        </Form>
      </section>
      {!key.expires && <Roll id={key.id} gracePeriods={gracePeriods} />}
      <section class="card">
        <h2>Revoke</h2>
        <p>For a key that somebody else may know, or that is not needed any more.</p>
        <div class="row">
          <a class="button danger" href={`/dashboard/keys/${key.id}/revoke`}>
            Revoke this key
          </a>
        </div>
      </section>
    </div>
  );
}

function Roll({ id, gracePeriods }: { id: string; gracePeriods: KeyProps["gracePeriods"] }) {
  const hint = "The new key has the same name and counts in place of this one. If you roll the new key as well, this one ends at once.";
  return (
    <section class="card">
      <h2>Roll</h2>
      <p>Get a new key now. This one works until your programs use the new one.</p>
      <Form action={`/dashboard/keys/${id}/roll`} submit="Create the new key">
        <Field id="after" label="This key ends" hint={hint}>
          <select name="after" {...described("after", { hint })}>
            {gracePeriods.map(([hours, text]) => (
              <option value={String(hours)} selected={hours === 24}>
                {text}
              </option>
            ))}
          </select>
        </Field>
      </Form>
    </section>
  );
}

/** The question before a key is revoked. */
export function Revoke({ apiKey: key }: { apiKey: ApiKey }) {
  return (
    <>
      <p class="lead">
        {`“${key.name}” `}
        <KeyHint {...key} />
        {" will be refused from that moment on, for ever."}
      </p>
      <Notice>If a program still needs the key, roll it instead: the program can change to the new key first.</Notice>
      <div class="row">
        <Form action={`/dashboard/keys/${key.id}/revoke`} submit="Revoke it for ever" danger />
        <a href={`/dashboard/keys/${key.id}`}>Keep it</a>
      </div>
    </>
  );
}

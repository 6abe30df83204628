// The views of one key: its page, with the text after it was created, and the question before it is revoked.
import type { CalcError } from "formulary";
import type { ApiKey } from "../accounts/index.ts";
import { Notice } from "../pages/index.ts";
import { KeyEnd, KeyHint } from "./home-views.tsx";
import { Copy, DateTime, ErrorNotice, Fact, Form, SelectField, TextField } from "./layout.tsx";
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
          <Fact name="Key" value={<KeyHint {...key} />} />
          <Fact name="Created" value={<DateTime at={key.created} />} />
          <Fact name="Last used" value={lastUsed ? <DateTime at={lastUsed} /> : "never"} />
          <Fact name="State" value={good ? key.expires ? <Expiring at={key.expires} /> : "works" : <KeyEnd apiKey={key} />} />
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
    <section class="card highlight" aria-labelledby="new-key">
      <h2 id="new-key">Copy your key now</h2>
      <p>It is shown only once. Keep it out of web pages and repositories: anybody who has it can use up your calculations.</p>
      <Copy id="api-key" label="key" text={text} />
      <h3>Try it</h3>
      <p>Paste this into a terminal. The server answers with a calculation:</p>
      <Copy id="command" label="command" text={command} />
    </section>
  );
}

function Changes({ apiKey: key, gracePeriods }: Pick<KeyProps, "apiKey" | "gracePeriods">) {
  return (
    <div class="card-grid">
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
  const choices = gracePeriods.map(([hours, text]): [string, string] => [String(hours), text]);
  return (
    <section class="card">
      <h2>Roll</h2>
      <p>Get a new key now. This one works until your programs use the new one.</p>
      <Form action={`/dashboard/keys/${id}/roll`} submit="Create the new key">
        <SelectField id="after" label="This key ends" hint={hint} choices={choices} chosen="24" />
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

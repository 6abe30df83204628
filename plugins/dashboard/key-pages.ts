// The pages of a member's keys: the list, and for each key its name, replacement and end. A key is searched only among the
// member's own.
import type { CalcError, Kernel } from "formulary";
import { examplesToTry } from "formulary/compiler";
import { h } from "preact";
import { type ApiKey, isGood } from "../accounts/index.ts";
import type { Access } from "./access.ts";
import { type Dashboard, type MemberVisit, notFound, redirect } from "./dashboard.ts";
import { Home } from "./home-views.tsx";
import { KeyPage, Revoke } from "./key-views.tsx";
import { showPage, tryForm } from "./layout.tsx";
import { plansOf, usageOf } from "./usage.ts";

/** How long an old key may work beside the one that replaces it. */
const gracePeriods: [hours: number, text: string][] = [
  [0, "at once"],
  [1, "after 1 hour"],
  [24, "after 24 hours"],
  [168, "after 7 days"],
];

const aboveKeys: [string, string][] = [["/dashboard", "Keys"]];

/** Adds the pages of keys; the list is the first page of the dashboard. */
export function addKeyPages({ member }: Access): void {
  member("/dashboard", { GET: (visit, dashboard) => showHome(dashboard, visit) });
  member("/dashboard/keys", {
    GET: (visit) => redirect(visit, "/dashboard"),
    POST: (visit, dashboard) =>
      tryForm(
        async () => {
          const { text, key } = await dashboard.accounts.createKey(visit.member.account.id, visit.field("name"));
          return redirectToNew(visit, dashboard, { text, key });
        },
        (error) => showHome(dashboard, visit, error),
      ),
  });
  member("/dashboard/keys/:key", { GET: (visit, dashboard) => showKey(dashboard, visit) });
  member("/dashboard/keys/:key/rename", {
    POST: async (visit, { accounts }) => {
      const { id } = keyOf(visit);
      await accounts.renameKey(visit.member.account.id, id, visit.field("name"));
      return redirect(visit, `/dashboard/keys/${id}?said=renamed`);
    },
  });
  member("/dashboard/keys/:key/roll", { POST: roll });
  member("/dashboard/keys/:key/revoke", {
    GET: askToRevoke,
    POST: async (visit, { accounts }) => {
      const { id } = keyOf(visit);
      await accounts.revokeKey(visit.member.account.id, id);
      return redirect(visit, "/dashboard?said=revoked");
    },
  });
}

function roll(visit: MemberVisit, dashboard: Dashboard): Promise<Response> {
  const { id } = keyOf(visit);
  return tryForm(
    async () => {
      const [hours] = gracePeriods.find(([each]) => String(each) === visit.field("after")) ?? gracePeriods[0]!;
      const expires = new Date(dashboard.now() + hours * 3_600_000).toISOString();
      return redirectToNew(visit, dashboard, await dashboard.accounts.rollKey(visit.member.account.id, id, expires));
    },
    (error) => showKey(dashboard, visit, error),
  );
}

function askToRevoke(visit: MemberVisit, dashboard: Dashboard): Response | Promise<Response> {
  const key = keyOf(visit);
  if (key.revoked) return redirect(visit, `/dashboard/keys/${key.id}`);
  return showPage(dashboard, visit, {
    title: "Revoke this key?",
    above: [...aboveKeys, [`/dashboard/keys/${key.id}`, key.name]],
    body: h(Revoke, { apiKey: key }),
  });
}

function keyOf({ member, param }: MemberVisit): ApiKey {
  const key = member.account.keys.find(({ id }) => id === param("key"));
  if (!key) throw notFound("key");
  return key;
}

function redirectToNew(visit: MemberVisit, { flash }: Dashboard, { text, key }: { text: string; key: ApiKey }): Response {
  flash.set(visit.event, visit.member.token, { kind: `key ${key.id}`, text });
  return redirect(visit, `/dashboard/keys/${key.id}`);
}

async function showHome(dashboard: Dashboard, visit: MemberVisit, error?: CalcError): Promise<Response> {
  const { account } = visit.member;
  const [usage, lastUsed] = await Promise.all([usageOf(dashboard, account), lastUsedOf(dashboard, account.id)]);
  const now = new Date(dashboard.now()).toISOString();
  const body = h(Home, { account, usage, lastUsed, now, error, ...plansOf(dashboard, account) });
  return showPage(dashboard, visit, { title: "Your API keys", body, error });
}

async function showKey(dashboard: Dashboard, visit: MemberVisit, error?: CalcError): Promise<Response> {
  const { account, token } = visit.member;
  const key = keyOf(visit);
  const [usage, lastUsed] = await Promise.all([usageOf(dashboard, account), lastUsedOf(dashboard, account.id)]);
  const now = new Date(dashboard.now()).toISOString();
  const text = dashboard.flash.take(visit.event, token, `key ${key.id}`);
  const newKey = text === undefined ? undefined : { text, command: commandWith(dashboard, text) };
  const body = h(KeyPage, { apiKey: key, newKey, usage, lastUsed: lastUsed[key.id], good: isGood(key, now), gracePeriods, error });
  return showPage(dashboard, visit, { title: key.name || "API key", above: aboveKeys, body, error });
}

// The pages work without these times, too.
const lastUsedOf = ({ accounts }: Dashboard, account: string) => accounts.lastUsed(account).catch((): Record<string, string> => ({}));

/** A command line that sends one calculation with a key. */
function commandWith({ kernel, publicUrl }: Dashboard, key: string): string {
  const body = JSON.stringify(exampleOf(kernel)).replaceAll("'", "'\\''");
  return `curl -s ${publicUrl}/api/v1/calculate -H 'content-type: application/json' \\\n  -H 'X-API-Key: ${key}' \\\n  -d '${body}'`;
}

function exampleOf({ catalog }: Kernel): { calculator: string; inputs: unknown } {
  const first = catalog.list({ limit: 20 }).calculators.map(({ slug }) => slug);
  for (const slug of ["compound-interest", ...first]) {
    const calculator = catalog.get(slug);
    const example = calculator && examplesToTry(calculator.definition).find(({ solve }) => solve === undefined);
    if (calculator?.hasFormula && example) return { calculator: slug, inputs: example.inputs };
  }
  return { calculator: first[0] ?? "compound-interest", inputs: {} };
}

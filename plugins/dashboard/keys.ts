// A member's keys: made, shown once, renamed, rolled, revoked. Every key is looked for among the member's own.

import type { CalcError, Kernel } from "formulary";
import { h } from "preact";
import { type ApiKey, isGood } from "../accounts/index.ts";
import { type Dashboard, go, type MemberVisit, notThere } from "./dashboard.ts";
import type { Doors } from "./doors.ts";
import { show, tryForm } from "./frame.tsx";
import { KeyPage, Revoke } from "./key-views.tsx";
import { Home } from "./keys-views.tsx";
import { plansOf, usageOf } from "./usage.ts";

/** How long an old key may live beside its successor, in hours. */
export const graces: [hours: number, text: string][] = [
  [0, "at once"],
  [1, "after 1 hour"],
  [24, "after 24 hours"],
  [168, "after 7 days"],
];

const aboveKeys: [string, string][] = [["/dashboard", "Keys"]];

/** Adds the pages of keys, the first page of the dashboard among them. */
export function addKeys({ member }: Doors): void {
  member("/dashboard", { GET: (visit, dashboard) => showHome(dashboard, visit) });
  member("/dashboard/keys", {
    GET: (visit) => go(visit, "/dashboard"),
    POST: (visit, dashboard) =>
      tryForm(
        async () => {
          const { text, key } = await dashboard.accounts.createKey(visit.member.account.id, visit.field("name"));
          return goToNew(visit, dashboard, { text, key });
        },
        (error) => showHome(dashboard, visit, error),
      ),
  });
  member("/dashboard/keys/:key", { GET: (visit, dashboard) => showKey(dashboard, visit) });
  member("/dashboard/keys/:key/rename", {
    POST: async (visit, { accounts }) => {
      const { id } = keyOf(visit);
      await accounts.renameKey(visit.member.account.id, id, visit.field("name"));
      return go(visit, `/dashboard/keys/${id}?said=renamed`);
    },
  });
  member("/dashboard/keys/:key/roll", {
    POST: (visit, dashboard) => {
      const { id } = keyOf(visit);
      return tryForm(
        async () => {
          const [hours] = graces.find(([each]) => String(each) === visit.field("after")) ?? graces[0]!;
          const expires = new Date(dashboard.now() + hours * 3_600_000).toISOString();
          return goToNew(visit, dashboard, await dashboard.accounts.rollKey(visit.member.account.id, id, expires));
        },
        (error) => showKey(dashboard, visit, error),
      );
    },
  });
  member("/dashboard/keys/:key/revoke", {
    GET: (visit, dashboard) => {
      const key = keyOf(visit);
      if (key.revoked) return go(visit, `/dashboard/keys/${key.id}`);
      return show(dashboard, visit, {
        title: "Revoke this key?",
        above: [...aboveKeys, [`/dashboard/keys/${key.id}`, key.name]],
        body: h(Revoke, { apiKey: key }),
      });
    },
    POST: async (visit, { accounts }) => {
      const { id } = keyOf(visit);
      await accounts.revokeKey(visit.member.account.id, id);
      return go(visit, "/dashboard?said=revoked");
    },
  });
}

function keyOf({ member, part }: MemberVisit): ApiKey {
  const key = member.account.keys.find(({ id }) => id === part("key"));
  if (!key) throw notThere("key");
  return key;
}

function goToNew(visit: MemberVisit, { once }: Dashboard, { text, key }: { text: string; key: ApiKey }): Response {
  once.leave(visit.event, visit.member.token, `key ${key.id}`, text);
  return go(visit, `/dashboard/keys/${key.id}`);
}

async function showHome(dashboard: Dashboard, visit: MemberVisit, error?: CalcError): Promise<Response> {
  const { account } = visit.member;
  const [usage, lastUsed] = await Promise.all([usageOf(dashboard, account), dashboard.accounts.lastUsed(account.id).catch(() => ({}))]);
  const now = new Date(dashboard.now()).toISOString();
  const body = h(Home, { account, usage, lastUsed, now, error, ...plansOf(dashboard, account) });
  return show(dashboard, visit, { title: "Your API keys", body, ...(error && { status: error.status, headers: error.headers }) });
}

async function showKey(dashboard: Dashboard, visit: MemberVisit, error?: CalcError): Promise<Response> {
  const { account, token } = visit.member;
  const key = keyOf(visit);
  const [usage, lastUsed] = await Promise.all([
    usageOf(dashboard, account),
    dashboard.accounts.lastUsed(account.id).catch((): Record<string, string> => ({})),
  ]);
  const now = new Date(dashboard.now()).toISOString();
  const text = dashboard.once.take(visit.event, token, `key ${key.id}`);
  const fresh = text === undefined ? undefined : { text, command: commandWith(dashboard, text) };
  const body = h(KeyPage, { apiKey: key, fresh, usage, lastUsed: lastUsed[key.id], good: isGood(key, now), graces, error });
  return show(dashboard, visit, {
    title: key.name || "API key",
    above: aboveKeys,
    body,
    ...(error && { status: error.status, headers: error.headers }),
  });
}

/** A question that a terminal can send as it stands. */
function commandWith({ kernel, publicUrl }: Dashboard, key: string): string {
  const quoted = JSON.stringify(exampleOf(kernel)).replaceAll("'", "'\\''");
  return `curl -s ${publicUrl}/api/v1/calculate -H 'content-type: application/json' \\\n  -H 'X-API-Key: ${key}' \\\n  -d '${quoted}'`;
}

function exampleOf({ catalog }: Kernel): { calculator: string; inputs: unknown } {
  const first = catalog.list({ limit: 20 }).calculators.map(({ slug }) => slug);
  for (const slug of ["compound-interest", ...first]) {
    const calculator = catalog.get(slug);
    const example = calculator?.definition.examples?.[0];
    if (calculator?.hasFormula && example) return { calculator: slug, inputs: example.inputs };
  }
  return { calculator: first[0] ?? "compound-interest", inputs: {} };
}

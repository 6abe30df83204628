// Who may open which page: anyone, members, or operators. A form is accepted only from a page of this site.
import { readForm } from "formulary/http";
import { type Dashboard, type Handler, type MemberVisit, memberOf, notOperator, type Visit } from "./dashboard.ts";
import { requireSameOrigin } from "./guard.ts";
import { askToSignIn } from "./sign-in-form.ts";

export interface Handlers<V> {
  GET?: Handler<V>;
  POST?: Handler<V>;
}
export interface Access {
  /** Adds a page that anyone may open; `visit.member` is set for those who are signed in. */
  anyone: (path: string, handlers: Handlers<Visit>) => void;
  member: (path: string, handlers: Handlers<MemberVisit>) => void;
  operator: (path: string, handlers: Handlers<MemberVisit>) => void;
}

/** Creates what adds pages to a dashboard. */
export function createAccess(dashboard: Dashboard): Access {
  function add<V>(path: string, handlers: Handlers<V>, admit: (visit: Visit, handler: Handler<V>) => Response | Promise<Response>): void {
    const routes = Object.entries(handlers).map(([method, handler]: [string, Handler<V>]) => [
      method,
      async (event: Visit["event"]) => {
        if (method === "POST") requireSameOrigin(event, dashboard);
        const form = method === "POST" ? await readForm(event) : new Map<string, string>();
        const member = await memberOf(dashboard, event);
        const visit: Visit = {
          event,
          field: (name) => form.get(name) ?? "",
          query: (name) => event.url.searchParams.get(name)?.slice(0, 500) ?? "",
          param: (name) => event.context.params?.[name] ?? "",
          ...(member && { member }),
        };
        return admit(visit, handler);
      },
    ]);
    dashboard.pages.route(path, Object.fromEntries(routes));
  }
  const admitMember = (visit: Visit, handler: Handler<MemberVisit>) =>
    // as: only here a visit is checked for its member
    visit.member ? handler(visit as MemberVisit, dashboard) : askToSignIn(visit, dashboard);
  return {
    anyone: (path, handlers) => add<Visit>(path, handlers, (visit, handler) => handler(visit, dashboard)),
    member: (path, handlers) => add(path, handlers, admitMember),
    operator: (path, handlers) =>
      add(path, handlers, (visit, handler: Handler<MemberVisit>) => {
        if (visit.member && !visit.member.operator) throw notOperator();
        return admitMember(visit, handler);
      }),
  };
}

// The doors of the dashboard: for anyone, for members, for operators. A form passes only when a page of this site sent it.
import { readForm } from "formulary/http";
import { type Dashboard, type MemberVisit, memberOf, notOperator, type Visit, type Work } from "./dashboard.ts";
import { demandOwnPage } from "./guard.ts";
import { askToSignIn } from "./sign-in.ts";

export interface Handlers<V> {
  GET?: Work<V>;
  POST?: Work<V>;
}
export interface Doors {
  /** Pages that anyone may see; who is signed in is told. */
  anyone: (path: string, handlers: Handlers<Visit>) => void;
  member: (path: string, handlers: Handlers<MemberVisit>) => void;
  operator: (path: string, handlers: Handlers<MemberVisit>) => void;
}

/** Makes the doors of a dashboard. */
export function createDoors(dashboard: Dashboard): Doors {
  function add<V>(path: string, handlers: Handlers<V>, admit: (visit: Visit, work: Work<V>) => Response | Promise<Response>): void {
    const guarded = Object.entries(handlers).map(([method, work]: [string, Work<V>]) => [
      method,
      async (event: Visit["event"]) => {
        if (method === "POST") demandOwnPage(event, dashboard.publicUrl);
        const form = method === "POST" ? await readForm(event) : new Map<string, string>();
        const member = await memberOf(dashboard, event);
        const visit: Visit = {
          event,
          field: (name) => form.get(name) ?? "",
          query: (name) => event.url.searchParams.get(name)?.slice(0, 500) ?? "",
          part: (name) => event.context.params?.[name] ?? "",
          ...(member && { member }),
        };
        return admit(visit, work);
      },
    ]);
    dashboard.pages.route(path, Object.fromEntries(guarded));
  }
  const admitMember = (visit: Visit, work: Work<MemberVisit>) =>
    // as: this is the one place that looks
    visit.member ? work(visit as MemberVisit, dashboard) : askToSignIn(visit, dashboard);
  return {
    anyone: (path, handlers) => add<Visit>(path, handlers, (visit, work) => work(visit, dashboard)),
    member: (path, handlers) => add(path, handlers, admitMember),
    operator: (path, handlers) =>
      add(path, handlers, (visit, work: Work<MemberVisit>) => {
        if (visit.member && !visit.member.operator) throw notOperator();
        return admitMember(visit, work);
      }),
  };
}

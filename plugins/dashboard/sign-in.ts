// The page that asks who comes: at its own address, and in the place of any page that needs to know.

import type { CalcError } from "formulary";
import { h } from "preact";
import type { Dashboard, Visit } from "./dashboard.ts";
import { SignIn } from "./entrance-views.tsx";
import { show } from "./frame.tsx";
import { ownPath } from "./guard.ts";

interface Asked {
  next: string;
  email?: string;
  error?: CalcError;
}

/** Shows the form to sign in, with what was refused. */
export function showSignIn(dashboard: Dashboard, visit: Visit, { next, email = "", error }: Asked): Promise<Response> {
  const body = h(SignIn, { next, email, error, signup: dashboard.signup });
  return show(dashboard, visit, { title: "Sign in", body, ...(error && { status: error.status, headers: error.headers }) });
}

/** Answers a visitor who must sign in first, and leads back to the page afterwards. */
export function askToSignIn(visit: Visit, dashboard: Dashboard): Promise<Response> {
  const { url, req } = visit.event;
  const next = req.method === "GET" ? ownPath(url.pathname + url.search) : "/dashboard";
  const body = h(SignIn, { next, email: "", signup: dashboard.signup });
  return show(dashboard, visit, { title: "Sign in", body, status: 401 });
}

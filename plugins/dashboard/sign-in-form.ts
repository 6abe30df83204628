// The form to sign in: at its own address, and in place of any page that needs a member.
import type { CalcError } from "formulary";
import { h } from "preact";
import type { Dashboard, Visit } from "./dashboard.ts";
import { localPath } from "./guard.ts";
import { showPage } from "./layout.tsx";
import { SignIn } from "./sign-in-views.tsx";

interface FormState {
  /** The path to go on to. */
  next: string;
  email?: string;
  error?: CalcError;
}

/** Shows the form to sign in, with the error of the last attempt. */
export function showSignIn(dashboard: Dashboard, visit: Visit, { next, email = "", error }: FormState): Promise<Response> {
  const body = h(SignIn, { next, email, error, signup: dashboard.signup });
  return showPage(dashboard, visit, { title: "Sign in", body, error });
}

/** Answers with the form and 401; signing in leads back to the page that the visitor wanted. */
export function askToSignIn(visit: Visit, dashboard: Dashboard): Promise<Response> {
  const { url, req } = visit.event;
  const next = req.method === "GET" ? localPath(url.pathname + url.search) : "/dashboard";
  const body = h(SignIn, { next, email: "", signup: dashboard.signup });
  return showPage(dashboard, visit, { title: "Sign in", body, status: 401 });
}

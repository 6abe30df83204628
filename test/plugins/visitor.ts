import type { AreaDriver, AreaName, Plugin } from "formulary";
import dashboard from "../../plugins/dashboard/index.ts";
import pages from "../../plugins/pages/index.ts";
import visitors from "../../plugins/visitors/index.ts";
import { type Served, serve } from "./served.ts";

type Options = Partial<Parameters<typeof dashboard>[0]> & {
  drivers?: Partial<Record<AreaName, AreaDriver>>;
  trustedProxies?: number;
  more?: Plugin[];
};

/** A served dashboard. */
export interface DashboardSite extends Served {
  /** Every line of the log. */
  log: string[];
  /** A new visitor without cookies. */
  visit: () => Visitor;
  /** The path of the link for the first operator, from the log. */
  link: () => string;
}

/** Serves the small catalogue with a dashboard, with high limits unless the options set others. */
export async function serveDashboard({ drivers = {}, trustedProxies = 0, more = [], ...options }: Options = {}): Promise<DashboardSite> {
  const log: string[] = [];
  const publicUrl = options.publicUrl ?? "http://localhost";
  const plugins = [
    visitors({ trustedProxies }),
    pages({ publicUrl }),
    dashboard({ publicUrl, attempts: { account: 1000, address: 1000, signUp: 1000 }, ...options }),
    ...more,
  ];
  const served = await serve(drivers, { log: (_, message) => log.push(message), more: plugins });
  return {
    ...served,
    log,
    visit: () => createVisitor(served, publicUrl),
    link: () => new URL(/http\S+operator\?token=\S+/.exec(log.join("\n"))![0]).href.slice(publicUrl.length),
  };
}

export interface PageAnswer {
  status: number;
  headers: Headers;
  text: string;
  location: string;
}
export interface Visitor {
  cookies: Map<string, string>;
  get: (path: string, headers?: Record<string, string>) => Promise<PageAnswer>;
  /** Sends a form with the headers of a browser on the same site, unless others are set. */
  post: (path: string, fields?: Record<string, string>, headers?: Record<string, string>) => Promise<PageAnswer>;
  /** Sends a form and follows its redirect. */
  submit: (path: string, fields?: Record<string, string>) => Promise<PageAnswer>;
  /** Creates an account and signs in; returns its recovery codes. */
  signUp: (email: string, more?: Record<string, string>) => Promise<string[]>;
  /** Creates a key; returns its text, and its id on the dashboard. */
  makeKey: (name?: string) => Promise<{ text: string; id: string }>;
}

/** The password of every account that signs up here. */
export const password = "correct horse battery";

function createVisitor({ server }: Served, origin: string): Visitor {
  const cookies = new Map<string, string>();
  async function send(path: string, init: { method?: string; headers?: Record<string, string>; body?: string }): Promise<PageAnswer> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await server.app.request(path, { ...init, headers: { ...(cookie && { cookie }), ...init.headers } });
    for (const each of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
      if (value === "" || /max-age=0/i.test(each)) cookies.delete(name);
      else cookies.set(name, decodeURIComponent(value));
    }
    const location = response.headers.get("location") ?? "";
    return { status: response.status, headers: response.headers, text: await response.text(), location };
  }
  const get: Visitor["get"] = (path, headers = {}) => send(path, { headers });
  const post: Visitor["post"] = (path, fields = {}, headers = { origin, "sec-fetch-site": "same-origin" }) => {
    const type = "application/x-www-form-urlencoded";
    return send(path, { method: "POST", headers: { "content-type": type, ...headers }, body: new URLSearchParams(fields).toString() });
  };
  const submit: Visitor["submit"] = async (path, fields) => {
    const answer = await post(path, fields);
    if (answer.status !== 303) throw new Error(`${path} answered ${answer.status}: ${answer.text.replace(/<[^>]+>/g, " ").slice(0, 600)}`);
    return get(answer.location);
  };
  return {
    cookies,
    get,
    post,
    submit,
    signUp: async (email, more = {}) => {
      const { text } = await submit("/dashboard/sign-up", { email, password, ...more });
      return text.match(/\b[0-9a-z]{4}(-[0-9a-z]{4}){3}\b/g) ?? [];
    },
    makeKey: async (name = "test") => {
      const answer = await post("/dashboard/keys", { name });
      const { text } = await get(answer.location);
      return { text: /ck_live_\w{48}/.exec(text)?.[0] ?? "", id: answer.location.split("/").at(-1)! };
    },
  };
}

/** The error message of a page. */
export const refusalOf = ({ text }: PageAnswer): string => /class="notice alert"[^>]*>(.*?)<\/div>/.exec(text)?.[1] ?? "";

// The dashboard: people sign up, create and revoke their API keys and see how they are used; operators manage the server.
import { definePlugin, type Kernel } from "formulary";
import { accountsOf } from "../accounts/index.ts";
import { pagesOf } from "../pages/index.ts";
import { createHostCheck, visitorsOf } from "../visitors/index.ts";
import { createAccess } from "./access.ts";
import { addAccountPages } from "./account-pages.ts";
import { createAudit } from "./audit.ts";
import { createBrowsers } from "./browsers.ts";
import type { Dashboard, Signup } from "./dashboard.ts";
import { createFlash } from "./flash.ts";
import { createInvites } from "./invites.ts";
import { addKeyPages } from "./key-pages.ts";
import { addOperatorAccountPages } from "./operator-account-pages.ts";
import { addOperatorPages } from "./operator-pages.ts";
import { createOperators } from "./operators.ts";
import { createPasswords } from "./passwords.ts";
import { createProfiles } from "./profiles.ts";
import { addRecoveryPages } from "./recovery-pages.ts";
import { createSessions } from "./sessions.ts";
import { addSignInPages } from "./sign-in-pages.ts";
import { createThrottle } from "./throttle.ts";

export { createPasswords } from "./passwords.ts";

interface Options {
  publicUrl: string;
  /** Further names under which forms are accepted. */
  allowedHosts?: string[];
  /** Who may create an account. */
  signup?: Signup;
  /** Limits: wrong passwords per account and per network address within 15 minutes, new accounts per address within an hour. */
  attempts?: { account?: number; address?: number; signUp?: number };
  now?: () => number;
}

/** Pages for members and operators at /dashboard. */
export default (options: Options) => {
  const publicUrl = options.publicUrl.replace(/\/+$/, "");
  return definePlugin({
    name: "dashboard",
    requires: ["accounts", "quotas", "pages", "visitors"],
    navigation: [["/dashboard", "Dashboard"]],
    http: (_app, kernel) => {
      const access = createAccess(createDashboard(kernel, { ...options, publicUrl }));
      for (const addPages of [addSignInPages, addRecoveryPages, addKeyPages, addAccountPages, addOperatorPages, addOperatorAccountPages])
        addPages(access);
    },
    hooks: {
      ready: async ({ storage, log }) => {
        // A storage that does not answer is logged elsewhere; then the next start prints a link.
        const token = await createOperators(storage.keys)
          .createLink()
          .catch(() => undefined);
        if (token === undefined) return;
        log("info", "No administrator account yet. Open this link to create it:");
        log("info", `  ${publicUrl}/dashboard/operator?token=${token}`);
      },
    },
  });
};

function createDashboard(kernel: Kernel, options: Options): Dashboard {
  const { publicUrl, allowedHosts = [], signup = "open", attempts = {}, now = Date.now } = options;
  const { account = 10, address = 50, signUp = 20 } = attempts;
  const { keys } = kernel.storage;
  const profiles = createProfiles(keys);
  const sessions = createSessions({ profiles, secure: publicUrl.startsWith("https:"), now });
  return {
    kernel,
    pages: pagesOf(kernel),
    accounts: accountsOf(kernel),
    profiles,
    passwords: createPasswords(),
    sessions,
    browsers: createBrowsers(sessions.cookie),
    operators: createOperators(keys),
    invites: createInvites(keys, now),
    audit: createAudit(keys, kernel.log, now),
    flash: createFlash(sessions, now),
    throttles: {
      account: createThrottle({ max: account, minutes: 15, now }),
      address: createThrottle({ max: address, minutes: 15, now }),
      signUp: createThrottle({ max: signUp, minutes: 60, now }),
    },
    publicUrl,
    checkHost: createHostCheck([new URL(publicUrl).hostname, ...allowedHosts]),
    signup,
    addressOf: visitorsOf(kernel).addressOf,
    now,
  };
}

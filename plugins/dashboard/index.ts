// The dashboard: accounts that make, watch and revoke their API keys, and the pages of whoever runs the server.
import { definePlugin } from "formulary";
import { accountsOf } from "../accounts/index.ts";
import { addressOf, pagesOf, readAsset, serveAssets } from "../pages/index.ts";
import { addAccount } from "./account.ts";
import { createAudit } from "./audit.ts";
import type { Dashboard, Signup } from "./dashboard.ts";
import { createDoors } from "./doors.ts";
import { addEntrance } from "./entrance.ts";
import { createInvites } from "./invites.ts";
import { addKeys } from "./keys.ts";
import { createOnce } from "./once.ts";
import { addOperator } from "./operator.ts";
import { addOperatorAccounts } from "./operator-accounts.ts";
import { createOperators } from "./operators.ts";
import { createPasswords } from "./passwords.ts";
import { createPeople } from "./people.ts";
import { createSessions } from "./sessions.ts";
import { createThrottle } from "./throttle.ts";
import { addWayBack } from "./way-back.ts";

export { createPasswords } from "./passwords.ts";

interface Options {
  publicUrl: string;
  /** Who may make an account. */
  signup?: Signup;
  /** Proxies in front of the server whose X-Forwarded-For is believed. */
  trustedProxies?: number;
  /** Wrong passwords of one account and of one address within 15 minutes, and new accounts of one address within an hour. */
  attempts?: { account?: number; address?: number; signUp?: number };
  now?: () => number;
}

/** Pages for members at /dashboard. */
export default ({ publicUrl: given, signup = "open", trustedProxies = 0, attempts = {}, now = Date.now }: Options) => {
  const publicUrl = given.replace(/\/+$/, "");
  const { account = 10, address = 50, signUp = 20 } = attempts;
  return definePlugin({
    name: "dashboard",
    requires: ["accounts", "quotas", "pages"],
    http: (app, kernel) => {
      const script = readAsset(import.meta.url, "assets/dashboard.js");
      serveAssets(app, [script]);
      const { keys } = kernel.storage;
      const people = createPeople(keys);
      const sessions = createSessions({ people, secure: publicUrl.startsWith("https:"), now });
      const dashboard: Dashboard = {
        kernel,
        pages: pagesOf(kernel),
        accounts: accountsOf(kernel),
        people,
        passwords: createPasswords(),
        sessions,
        operators: createOperators(keys),
        invites: createInvites(keys, now),
        audit: createAudit(keys, kernel.log, now),
        once: createOnce(sessions, now),
        throttles: {
          account: createThrottle({ most: account, minutes: 15, now }),
          address: createThrottle({ most: address, minutes: 15, now }),
          signUp: createThrottle({ most: signUp, minutes: 60, now }),
        },
        publicUrl,
        signup,
        addressOf: (event) => addressOf(event, trustedProxies),
        script: script.url,
        now,
      };
      const doors = createDoors(dashboard);
      for (const add of [addEntrance, addWayBack, addKeys, addAccount, addOperator, addOperatorAccounts]) add(doors);
    },
    hooks: {
      ready: async ({ storage, log }) => {
        // a storage that is away at the start says so itself; the next start prints a link
        const token = await createOperators(storage.keys)
          .invite()
          .catch(() => undefined);
        if (token === undefined) return;
        log("info", "Nobody runs this server yet. Who opens this link first becomes its operator:");
        log("info", `  ${publicUrl}/dashboard/operator?token=${token}`);
      },
    },
  });
};

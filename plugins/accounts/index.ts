// Accounts, their API keys and plans.
import type { Server } from "node:net";
import { definePlugin, type Kernel } from "formulary";
import type { H3Event } from "h3";
import { type Accounts, createAccounts } from "./accounts.ts";
import { listenForCommands } from "./command.ts";
import { errors, keyErrors } from "./errors.ts";
import { type Plans, readPlans } from "./plans.ts";

export { type Accounts, createAccounts } from "./accounts.ts";
export { readApiKey } from "./api-key.ts";
export { type Command, type CommandResult, runCommand, sendCommand, socketIn } from "./command.ts";
export { type Account, type ApiKey, countedKeys, isGood } from "./keys.ts";
export { type Plan, type Plans, planOf, readPlans } from "./plans.ts";
export { changeRecord, readRecord } from "./records.ts";

interface Options {
  plans?: Plans;
  /** Path of the socket for `npm run new-key`, where keys are stored in memory. */
  socket?: string;
}
/** The accounts of a running server, for plugins that require this one. */
export const accountsOf = (kernel: Pick<Kernel, "service">): Accounts => kernel.service<Accounts>("accounts");

/** The API key of a request. A header that is sent twice must have the same key twice. */
function keyOf(event: H3Event): string {
  const header = event.req.headers.get("x-api-key");
  if (header === null) throw event.url.search.includes("ck_live_") ? errors.keyInAddress() : errors.missingKey();
  if (!header.includes(",")) return header.slice(0, 1000);
  const [first = "", ...others] = header
    .slice(0, 1000)
    .split(",")
    .map((each) => each.trim());
  if (others.some((each) => each !== first)) throw errors.twoKeys();
  return first;
}

/** Makes an API key necessary for every calculation over HTTP. */
export default ({ plans = readPlans("standard"), socket }: Options = {}) => {
  let commands: Server | undefined;
  return definePlugin({
    name: "accounts",
    errors: keyErrors,
    provides: { accounts: ({ storage, log }) => createAccounts({ area: storage.keys, plans, log }) },
    hooks: {
      authenticate: (event, kernel) => accountsOf(kernel).verify(keyOf(event)),
      close: () => {
        commands?.close();
      },
      ready: async (kernel) => {
        if (socket) commands = await listenForCommands(socket, accountsOf(kernel));
        // a storage that does not answer is logged elsewhere
        const isEmpty = await accountsOf(kernel)
          .isEmpty()
          .catch(() => false);
        if (!isEmpty) return;
        kernel.log("info", "There is no account yet. Create the first API key with:");
        kernel.log("info", `  npm run new-key -- --email you@example.com --plan ${[...plans.keys()].join("|")}`);
      },
    },
  });
};

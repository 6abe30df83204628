// Who asks: accounts, their API keys and plans.
import type { Server } from "node:net";
import { type Area, definePlugin, type Kernel } from "formulary";
import type { H3Event } from "h3";
import { type Accounts, createAccounts } from "./accounts.ts";
import { answers } from "./answers.ts";
import { listenForCommands } from "./command.ts";
import { type Plans, readPlans } from "./plans.ts";

export { type Accounts, createAccounts } from "./accounts.ts";
export { keyRefusals } from "./answers.ts";
export { readApiKey } from "./api-key.ts";
export { type Command, runCommand, type Said, sendCommand, socketIn } from "./command.ts";
export { type Account, type ApiKey, countedKeys, isGood } from "./keys.ts";
export { type Plan, type Plans, readPlans } from "./plans.ts";

interface Options {
  plans?: Plans;
  /** Where to listen for `npm run new-key`, when keys live in memory. */
  socket?: string;
}
const opened = new WeakMap<Area, Accounts>();

/** The accounts of a running server, for plugins that require this one. */
export function accountsOf({ storage }: Pick<Kernel, "storage">): Accounts {
  const accounts = opened.get(storage.keys);
  if (!accounts) throw new Error("The plugin accounts has not started yet.");
  return accounts;
}

/** The one key that a request carries; a repeated header must repeat the same key. */
function keyOf(event: H3Event): string {
  const sent = event.req.headers.get("x-api-key");
  if (sent === null) throw event.url.search.includes("ck_live_") ? answers.keyInAddress() : answers.missingKey();
  if (!sent.includes(",")) return sent.slice(0, 1000);
  const [first = "", ...others] = sent
    .slice(0, 1000)
    .split(",")
    .map((each) => each.trim());
  if (others.some((each) => each !== first)) throw answers.twoKeys();
  return first;
}

/** API keys for every calculation over the interface. */
export default ({ plans = readPlans("standard"), socket }: Options = {}) => {
  let commands: Server | undefined;
  return definePlugin({
    name: "accounts",
    hooks: {
      open: ({ storage, log }) => {
        opened.set(storage.keys, createAccounts({ area: storage.keys, plans, log }));
      },
      authenticate: (event, kernel) => accountsOf(kernel).verify(keyOf(event)),
      close: () => {
        commands?.close();
      },
      ready: async (kernel) => {
        if (socket) commands = await listenForCommands(socket, accountsOf(kernel));
        // a storage that is away at the start says so itself
        if (
          !(await accountsOf(kernel)
            .isEmpty()
            .catch(() => false))
        )
          return;
        kernel.log("info", "There is no account yet. The first API key, for you or anybody:");
        kernel.log("info", `  npm run new-key -- --email you@example.com --plan ${[...plans.keys()].join("|")}`);
      },
    },
  });
};

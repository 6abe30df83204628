// npm run new-key: creates, lists and revokes API keys, whether a server is running or not.
import "./private-files.ts";
import { parseArgs } from "node:util";
import { CalcError, closeStorage, composePlugins, createStorage } from "formulary";
import {
  type Command,
  type CommandResult,
  createAccounts,
  readPlans,
  runCommand,
  sendCommand,
  socketIn,
} from "../plugins/accounts/index.ts";
import { readConfiguration } from "./configuration.ts";
import { storagePlugins } from "./server-plugins.ts";

const usage = `Usage:
  npm run new-key -- --email you@example.com [--plan Developer] [--name "My script"]   create an API key
  npm run new-key -- --list                                                            list all accounts and keys
  npm run new-key -- --revoke <key or id>                                              revoke a key
Set STORAGE, KEYS_STORAGE and DATA_DIR as for the server. With \`npm run -s\` only the key is printed.`;
const printError = (message: string) => process.stderr.write(`${message}\n`);

function readArguments() {
  try {
    const text = { type: "string" } as const;
    const options = { email: text, plan: text, name: text, revoke: text, list: { type: "boolean" }, help: { type: "boolean" } } as const;
    return parseArgs({ options }).values;
  } catch (error) {
    throw new CalcError("configuration", { message: `${(error as Error).message}\n\n${usage}` });
  }
}

async function run(): Promise<number> {
  const { list, help, ...command } = readArguments();
  if (help || (!command.email && !command.revoke && !list)) {
    printError(usage);
    return help ? 0 : 2;
  }
  const { output, notes } = await execute(command);
  for (const note of notes) printError(note);
  for (const line of output) process.stdout.write(`${line}\n`);
  return 0;
}

async function execute(command: Command): Promise<CommandResult> {
  const { storage: addresses, plans, dataFolder } = readConfiguration(process.env);
  if (addresses.keys === "memory:") return sendCommand(socketIn(dataFolder), command);
  // The command only uses the keys: the other areas stay in memory.
  const { storage: drivers } = composePlugins(await storagePlugins({ keys: addresses.keys, quotas: "memory:", cache: "memory:" }));
  const storage = await createStorage(drivers, (level, message) => level !== "info" && printError(message));
  try {
    return await runCommand(
      createAccounts({ area: storage.keys, plans: readPlans(plans), log: (_, message) => printError(message) }),
      command,
    );
  } finally {
    await closeStorage(storage);
  }
}

run().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    if (!(error instanceof CalcError)) throw error;
    const cause = error.cause instanceof Error ? ` (${error.cause.message})` : "";
    printError(error.message + cause);
    process.exitCode = 1;
  },
);

// The commands of `npm run new-key`. They run on the storage itself or, where keys are stored in a server's memory, in that
// server, over a socket that only the server's own user can open.
import { chmodSync, mkdirSync, rmSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { join, resolve } from "node:path";
import { CalcError } from "formulary";
import type { Accounts } from "./accounts.ts";
import { readApiKey } from "./api-key.ts";

export interface Command {
  email?: string | undefined;
  plan?: string | undefined;
  name?: string | undefined;
  /** A key's text, or its id from `--list`. */
  revoke?: string | undefined;
}
/** Lines for standard output, and notes for standard error. */
export interface CommandResult {
  output: string[];
  notes: string[];
}

/** Creates a key for an e-mail address, revokes a key, or lists all. */
export async function runCommand(accounts: Accounts, command: Command): Promise<CommandResult> {
  if (command.revoke !== undefined) return revoke(accounts, command.revoke);
  return command.email === undefined ? list(accounts) : createKey(accounts, { ...command, email: command.email });
}

async function createKey(accounts: Accounts, { email, plan, name = "API key" }: Command & { email: string }): Promise<CommandResult> {
  const notes: string[] = [];
  let account = await accounts.ensure(email, plan);
  if (plan && account.plan !== plan) {
    account = await accounts.change(account.id, (before) => ({ ...before, plan }));
    notes.push(`The account ${account.email} now has the plan ${plan}.`);
  }
  const { text, key } = await accounts.createKey(account.id, name);
  notes.push(`Key ${account.id}${key.id} for ${account.email}, plan ${account.plan}. It is shown only once:`);
  return { output: [text], notes };
}

async function revoke(accounts: Accounts, text: string): Promise<CommandResult> {
  const { account, key } = readApiKey(text) ?? /^(?<account>[a-z0-9]{12})(?<key>[a-z0-9]{6})$/.exec(text)?.groups ?? {};
  if (!account || !key)
    throw new CalcError("configuration", { message: "--revoke needs an API key (ck_live_…) or the id of one from --list." });
  const { hint, revoked } = await accounts.revokeKey(account, key);
  return { output: [], notes: [`The key …${hint} was revoked at ${revoked}. Servers refuse it within one second.`] };
}

async function list(accounts: Accounts): Promise<CommandResult> {
  const output: string[] = [];
  for (const { id, email, plan, keys } of await accounts.list()) {
    const used = await accounts.lastUsed(id);
    output.push(`${email}  ${plan}`);
    for (const key of keys) {
      const end = key.expires ? `  expires ${key.expires}` : "";
      const state = key.revoked ? `revoked ${key.revoked}` : `last used ${used[key.id] ?? "never"}${end}`;
      output.push(`  ${id}${key.id}  …${key.hint}  ${key.name}  created ${key.created.slice(0, 10)}  ${state}`);
    }
  }
  return { output, notes: [] };
}

/** The socket of a server with keys in memory, by the server's data folder. */
export const socketIn = (dataFolder: string): string =>
  process.platform === "win32"
    ? `\\\\.\\pipe\\formulary-${resolve(dataFolder).replace(/\W/g, "-")}`
    : join(resolve(dataFolder), "keys.sock");

interface Reply {
  result?: CommandResult;
  error?: string;
}

/** Listens for commands of the same user on the same machine. */
export async function listenForCommands(path: string, accounts: Accounts): Promise<Server> {
  if (process.platform !== "win32") {
    mkdirSync(join(path, ".."), { recursive: true });
    rmSync(path, { force: true });
  }
  const server = createServer((socket) => {
    let text = "";
    socket.setTimeout(5000, () => socket.destroy());
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      text += chunk;
      if (text.length > 10_000) socket.destroy();
      else if (text.endsWith("\n")) reply(accounts, text).then((answer) => socket.end(JSON.stringify(answer)));
    });
  });
  await new Promise<void>((done, fail) => server.once("error", fail).listen(path, done));
  if (process.platform !== "win32") chmodSync(path, 0o600);
  return server.unref();
}

async function reply(accounts: Accounts, text: string): Promise<Reply> {
  try {
    return { result: await runCommand(accounts, JSON.parse(text) as Command) };
  } catch (error) {
    return { error: error instanceof CalcError ? error.message : "The server could not run this command." };
  }
}

/** Runs a command in a running server; throws when none listens. */
export function sendCommand(path: string, command: Command): Promise<CommandResult> {
  return new Promise((done, fail) => {
    let text = "";
    const socket = connect(path, () => socket.write(`${JSON.stringify(command)}\n`));
    const failNoServer = () =>
      fail(
        new CalcError("configuration", {
          message:
            "KEYS_STORAGE is memory: keys exist only inside a running server, and no server with this DATA_DIR answers. Start one first.",
        }),
      );
    socket.setTimeout(5000, () => socket.destroy());
    socket.on("error", failNoServer);
    socket.on("data", (chunk) => (text += chunk));
    socket.on("close", () => {
      if (text === "") return failNoServer();
      const reply = JSON.parse(text) as Reply;
      if (reply.result) done(reply.result);
      else fail(new CalcError("configuration", { message: reply.error! }));
    });
  });
}

// What `npm run new-key` asks for: done on the storage itself, or, where keys live in a server's memory, by that server over a
// socket that only its own user can open.
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
  /** A key's text, or its id as a list shows it. */
  revoke?: string | undefined;
}
/** What goes to standard output, and what is said beside it. */
export interface Said {
  output: string[];
  notes: string[];
}

/** Makes a key for an e-mail address, revokes one, or lists all. */
export async function runCommand(accounts: Accounts, command: Command): Promise<Said> {
  if (command.revoke !== undefined) return revoke(accounts, command.revoke);
  return command.email === undefined ? list(accounts) : make(accounts, { ...command, email: command.email });
}

async function make(accounts: Accounts, { email, plan, name = "API key" }: Command & { email: string }): Promise<Said> {
  const notes: string[] = [];
  let account = await accounts.ensure(email, plan);
  if (plan && account.plan !== plan) {
    account = await accounts.change(account.id, (before) => ({ ...before, plan }));
    notes.push(`The account ${account.email} has the plan ${plan} now.`);
  }
  const { text, key } = await accounts.createKey(account.id, name);
  notes.push(`Key ${account.id}${key.id} of ${account.email}, plan ${account.plan}. It is shown this once:`);
  return { output: [text], notes };
}

async function revoke(accounts: Accounts, text: string): Promise<Said> {
  const read = readApiKey(text);
  const [, account, key] = read ? ["", read.account, read.key] : (/^([a-z0-9]{12})([a-z0-9]{6})$/.exec(text) ?? []);
  if (!account || !key)
    throw new CalcError("configuration", { message: "--revoke takes a key (ck_live_…) or its id from --list, not what was given." });
  const { hint, revoked } = await accounts.revokeKey(account, key);
  return { output: [], notes: [`The key …${hint} is revoked since ${revoked}. Servers refuse it within a second.`] };
}

async function list(accounts: Accounts): Promise<Said> {
  const output: string[] = [];
  for (const { id, email, plan, keys } of await accounts.list()) {
    const used = await accounts.lastUsed(id);
    output.push(`${email}  ${plan}`);
    for (const key of keys) {
      const end = key.expires ? `  ends ${key.expires}` : "";
      const state = key.revoked ? `revoked ${key.revoked}` : `last used ${used[key.id] ?? "never"}${end}`;
      output.push(`  ${id}${key.id}  …${key.hint}  ${key.name}  made ${key.created.slice(0, 10)}  ${state}`);
    }
  }
  return { output, notes: [] };
}

/** Where a server with keys in memory listens for commands, by its data folder. */
export const socketIn = (dataFolder: string): string =>
  process.platform === "win32"
    ? `\\\\.\\pipe\\formulary-${resolve(dataFolder).replace(/\W/g, "-")}`
    : join(resolve(dataFolder), "keys.sock");

type Reply = { said: Said } | { refused: string };

/** Listens for commands of the same user on this machine. */
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
    return { said: await runCommand(accounts, JSON.parse(text) as Command) };
  } catch (error) {
    return { refused: error instanceof CalcError ? error.message : "The server could not do that." };
  }
}

/** Has a running server do a command; throws when none listens. */
export function sendCommand(path: string, command: Command): Promise<Said> {
  return new Promise((done, fail) => {
    let text = "";
    const socket = connect(path, () => socket.write(`${JSON.stringify(command)}\n`));
    const away = () =>
      fail(
        new CalcError("configuration", {
          message: "KEYS_STORAGE is memory: its keys live inside a running server, and none with this DATA_DIR answers. Start it first.",
        }),
      );
    socket.setTimeout(5000, () => socket.destroy());
    socket.on("error", away);
    socket.on("data", (chunk) => (text += chunk));
    socket.on("close", () => {
      if (text === "") return away();
      const answer = JSON.parse(text) as Reply;
      // as: the two forms of a reply are told apart by their one member
      if (Object.hasOwn(answer, "said")) done((answer as { said: Said }).said);
      else fail(new CalcError("configuration", { message: (answer as { refused: string }).refused }));
    });
  });
}

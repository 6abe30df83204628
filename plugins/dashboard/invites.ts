// Invitations: codes that create one account each. Only digests of the codes are stored.
import { type Area, CalcError } from "formulary";
import { changeRecord, readRecord } from "../accounts/index.ts";
import { digestOfCode, newCode, newSecret } from "./secrets.ts";

export interface Invite {
  id: string;
  digest: string;
  /** The last four characters of the code, by which operators recognize it. */
  hint: string;
  /** For whom it is, in the operator's words. */
  note: string;
  created: string;
  until: string;
  used?: string;
}
export interface Invites {
  list: () => Promise<Invite[]>;
  /** Creates an invitation; its code cannot be read again. */
  create: (note: string) => Promise<{ code: string; invite: Invite }>;
  withdraw: (id: string) => Promise<void>;
  /** Marks a code as used; throws 403 where it is not valid. Call the function that it returns to undo that. */
  redeem: (code: string) => Promise<() => Promise<void>>;
}
const key = "invites:all";
const days = 14;
const max = 500;

/** Opens the invitations of a storage. */
export function createInvites(area: Area, now: () => number = Date.now): Invites {
  const change = (work: (before: Invite[]) => Invite[]) => changeRecord<Invite[]>(area, { key }, (before = []) => work(before));
  const isOpen = ({ used, until }: Invite) => !used && Date.parse(until) > now();
  return {
    list: async () => (await readRecord<Invite[]>(area, key)) ?? [],
    create: async (note) => {
      const code = newCode();
      const invite = inviteOf(code, note, now());
      await change((before) => {
        if (before.filter(isOpen).length >= max) throw tooMany();
        const closed = before.filter((each) => !isOpen(each)).slice(-max);
        return [...before.filter((each) => isOpen(each) || closed.includes(each)), invite];
      });
      return { code, invite };
    },
    withdraw: async (id) => {
      await change((before) => {
        const invite = before.find((each) => each.id === id && isOpen(each));
        return invite ? before.filter((each) => each !== invite) : before;
      });
    },
    redeem: async (code) => {
      const digest = digestOfCode(code);
      await change((before) => {
        const invite = before.find((each) => each.digest === digest && isOpen(each));
        if (!invite) throw notValid();
        return before.map((each) => (each === invite ? { ...each, used: new Date(now()).toISOString() } : each));
      });
      const reopen = ({ used: _, ...invite }: Invite): Invite => invite;
      return async () => void (await change((before) => before.map((each) => (each.digest === digest ? reopen(each) : each))));
    },
  };
}

function inviteOf(code: string, note: string, time: number): Invite {
  return {
    id: newSecret().replace(/\W|_/g, "").slice(0, 10),
    digest: digestOfCode(code),
    hint: code.slice(-4),
    note: note.trim().slice(0, 60),
    created: new Date(time).toISOString(),
    until: new Date(time + days * 86_400_000).toISOString(),
  };
}

const tooMany = () =>
  new CalcError(
    "dashboard/too_many_invites",
    { message: `There are ${max} open invitations. Withdraw one first.` },
    { status: 409, title: "Too many invitations" },
  );
const notValid = () =>
  new CalcError(
    "dashboard/no_invite",
    { message: "This invitation is not valid: it is mistyped, already used, withdrawn, or older than two weeks." },
    { status: 403, title: "An invitation is needed" },
  );

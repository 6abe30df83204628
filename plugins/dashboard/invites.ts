// Invitations: a code that makes one account. What is stored of it is a digest.
import { type Area, CalcError } from "formulary";
import { changeRecord, readRecord } from "./records.ts";
import { digestOfCode, newCode, newSecret } from "./secrets.ts";

export interface Invite {
  id: string;
  digest: string;
  /** The last four letters, for people. */
  hint: string;
  /** For whom, in the operator's words. */
  note: string;
  created: string;
  until: string;
  used?: string;
}
export interface Invites {
  list: () => Promise<Invite[]>;
  /** A new code, shown this once. */
  make: (note: string) => Promise<{ code: string; invite: Invite }>;
  withdraw: (id: string) => Promise<Invite | undefined>;
  /** Uses a code up; throws 403 where it is not good. What it gives takes that back. */
  use: (code: string) => Promise<() => Promise<void>>;
}
const place = "invites:all";
const days = 14;
const most = 500;

/** Opens the invitations. */
export function createInvites(area: Area, now: () => number = Date.now): Invites {
  const change = (make: (before: Invite[]) => Invite[]) => changeRecord<Invite[]>(area, place, (before = []) => make(before));
  const isOpen = ({ used, until }: Invite) => !used && Date.parse(until) > now();
  return {
    list: async () => (await readRecord<Invite[]>(area, place)) ?? [],
    make: async (note) => {
      const code = newCode();
      const [created, until] = [0, days * 86_400_000].map((later) => new Date(now() + later).toISOString()) as [string, string];
      const invite: Invite = {
        id: newSecret().replace(/\W|_/g, "").slice(0, 10),
        digest: digestOfCode(code),
        hint: code.slice(-4),
        note: note.trim().slice(0, 60),
        created,
        until,
      };
      await change((before) => {
        if (before.filter(isOpen).length >= most)
          throw new CalcError(
            "dashboard/too_many_invites",
            { message: `There are ${most} open invitations: withdraw one first.` },
            { status: 409, title: "Too many invitations" },
          );
        const closed = before.filter((each) => !isOpen(each)).slice(-most);
        return [...before.filter((each) => isOpen(each) || closed.includes(each)), invite];
      });
      return { code, invite };
    },
    withdraw: async (id) => {
      let gone: Invite | undefined;
      await change((before) => {
        gone = before.find((each) => each.id === id && isOpen(each));
        return gone ? before.filter((each) => each !== gone) : before;
      });
      return gone;
    },
    use: async (code) => {
      const digest = digestOfCode(code);
      let taken: Invite | undefined;
      await change((before) => {
        taken = before.find((each) => each.digest === digest && isOpen(each));
        if (!taken) throw refused();
        return before.map((each) => (each === taken ? { ...each, used: new Date(now()).toISOString() } : each));
      });
      const free = ({ used: _, ...invite }: Invite): Invite => invite;
      return async () => void (await change((before) => before.map((each) => (each.digest === digest ? free(each) : each))));
    },
  };
}

const refused = () =>
  new CalcError(
    "dashboard/no_invite",
    { message: "This invitation is not good: it was mistyped, used, or is older than two weeks." },
    { status: 403, title: "An invitation is needed" },
  );

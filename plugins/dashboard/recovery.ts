// Ways back without a mail server: eight codes that a person keeps, each good once, and a link that an operator hands out.
import { CalcError } from "formulary";
import type { Person, Session } from "./people.ts";
import { digestOf, digestOfCode, newCode, newSecret } from "./secrets.ts";

const codes = 8;
const linkHours = 24;

/** New recovery codes: for the person, and as they are stored. */
export function newRecoveryCodes(): { shown: string[]; digests: string[] } {
  const shown = Array.from({ length: codes }, newCode);
  return { shown, digests: shown.map(digestOfCode) };
}

/** A person with a new password, signed in nowhere else; an open reset link is closed. */
export function withPassword(person: Person, password: string, session: Session): Person {
  const { reset: _, ...rest } = person;
  return { ...rest, password, sessions: [session] };
}

/** A person whose recovery code is used up; throws when it is none of theirs. */
export function useCode(person: Person | undefined, code: string): Person {
  const digest = digestOfCode(code);
  if (!person?.recovery.includes(digest)) throw wrongCode();
  return { ...person, recovery: person.recovery.filter((each) => each !== digest) };
}

/** The same answer for an unknown e-mail address and for a wrong code. */
export const wrongCode = (): CalcError =>
  new CalcError(
    "dashboard/wrong_code",
    { message: "This e-mail address and recovery code do not belong together, or the code was used before." },
    { status: 401, title: "The recovery code is wrong" },
  );

/** A reset link's token, with what is stored of it. */
export function newReset(account: string, now: number): { token: string; reset: NonNullable<Person["reset"]> } {
  const secret = newSecret();
  return {
    token: `${account}.${secret}`,
    reset: { digest: digestOf(secret), until: new Date(now + linkHours * 3_600_000).toISOString() },
  };
}

/** The account that a reset link's token claims to be for. */
export const accountOfReset = (token: string): string => token.slice(0, Math.max(0, token.indexOf(".")));

/** Whether a reset link is still good. */
export function isReset({ reset }: Person, token: string, now: number): boolean {
  return reset !== undefined && Date.parse(reset.until) > now && reset.digest === digestOf(token.slice(token.indexOf(".") + 1));
}

/** The answer to a reset link that is not good, or not any more. */
export const endedLink = (): CalcError =>
  new CalcError(
    "dashboard/ended_link",
    { message: "This link was used before, or its day is over: ask the operator for a new one." },
    { status: 410, title: "The link has ended" },
  );

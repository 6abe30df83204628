// Ways back into an account without a mail server: eight recovery codes that a person keeps, each of which works once, and a
// reset link that an operator hands out.
import { CalcError } from "formulary";
import type { Profile, Session } from "./profiles.ts";
import { digestOf, digestOfCode, newCode, newSecret } from "./secrets.ts";

const codeCount = 8;
const linkHours = 24;

/** New recovery codes, and their digests for the profile. */
export function newRecoveryCodes(): { codes: string[]; digests: string[] } {
  const codes = Array.from({ length: codeCount }, newCode);
  return { codes, digests: codes.map(digestOfCode) };
}

/** A profile with a new password and only one session; an open reset link stops working. */
export function withPassword(profile: Profile, password: string, session: Session): Profile {
  const { reset: _, ...rest } = profile;
  return { ...rest, password, sessions: [session] };
}

/** A profile without the recovery code that was used; throws when it has no such code. */
export function useCode(profile: Profile | undefined, code: string): Profile {
  const digest = digestOfCode(code);
  if (!profile?.recovery.includes(digest)) throw wrongCode();
  return { ...profile, recovery: profile.recovery.filter((each) => each !== digest) };
}

/** The error for a wrong code. An unknown e-mail address gets the same one, so that it tells nobody who has an account. */
export const wrongCode = (): CalcError =>
  new CalcError(
    "dashboard/wrong_code",
    { message: "The e-mail address or the recovery code is wrong, or the code was already used." },
    { status: 401, title: "The recovery code is wrong" },
  );

/** The token of a new reset link, and what the profile stores of it. */
export function createResetLink(account: string, now: number): { token: string; reset: NonNullable<Profile["reset"]> } {
  const secret = newSecret();
  return {
    token: `${account}.${secret}`,
    reset: { digest: digestOf(secret), until: new Date(now + linkHours * 3_600_000).toISOString() },
  };
}

/** The account id in the token of a reset link, without any check. */
export const accountOfToken = (token: string): string => token.slice(0, Math.max(0, token.indexOf(".")));

/** Whether the token of a reset link is valid. */
export function isResetToken({ reset }: Profile, token: string, now: number): boolean {
  return reset !== undefined && Date.parse(reset.until) > now && reset.digest === digestOf(token.slice(token.indexOf(".") + 1));
}

/** The error for a link that is not valid, or not any more. */
export const expiredLink = (): CalcError =>
  new CalcError(
    "dashboard/ended_link",
    { message: "This link was already used or has expired. Ask the administrator of this server for a new one." },
    { status: 410, title: "The link has expired" },
  );

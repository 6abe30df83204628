// An API key as text: ck_live_ + account + key + secret + checksum. The prefix lets scanners find a leaked one; the checksum
// refuses a mistyped one without asking the storage. Account and key are in small letters: they name files.
import { hash, randomBytes, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";

export interface ApiKeyText {
  account: string;
  key: string;
}

/** The letters of ids. */
export const small = "abcdefghijklmnopqrstuvwxyz0123456789";
const base62 = `ABCDEFGHIJKLMNOPQRSTUVWXYZ${small}`;
const form = /^ck_live_([a-z0-9]{12})([a-z0-9]{6})([A-Za-z0-9]{24})([A-Za-z0-9]{6})$/;

/** Random letters of an alphabet, each as likely as any other. */
function randomText(length: number, alphabet: string): string {
  let text = "";
  const fair = 256 - (256 % alphabet.length);
  while (text.length < length)
    for (const byte of randomBytes(length)) if (byte < fair && text.length < length) text += alphabet[byte % alphabet.length];
  return text;
}
function checksum(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let at = 0; at < 6; at++) {
    digits = base62[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/** A new account's id: 62 bits. */
export const newAccountId = (): string => randomText(12, small);
/** A new key's id within its account. */
export const newKeyId = (): string => randomText(6, small);

/** Makes the text of a new key: 142 bits of secret. */
export function newApiKey({ account, key }: ApiKeyText): string {
  const text = `ck_live_${account}${key}${randomText(24, base62)}`;
  return text + checksum(text);
}

/** Where the account stands in the text of a key, whatever else is wrong with it. */
export const accountIn = (text: string): string => text.slice(8, 20);

/** Whose key a text is, or nothing where it cannot be a key. */
export function readApiKey(text: string): ApiKeyText | undefined {
  const [, account, key, , sum] = form.exec(text) ?? [];
  return account && sum === checksum(text.slice(0, -6)) ? { account, key: key! } : undefined;
}

/** What is stored of a key. */
export const hashOf = (text: string): string => hash("sha256", text);
/** Whether two hashes are the same, in a time that tells nothing. */
export const sameHash = (one: string, other: string): boolean => timingSafeEqual(Buffer.from(one), Buffer.from(other));

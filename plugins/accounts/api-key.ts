// An API key as text: ck_live_ + account + key + secret + checksum. The prefix lets secret scanners find a leaked key. The
// checksum refuses a mistyped key without a look into the storage. Account and key ids have lower-case letters and digits only,
// because they are file names, too.
import { hash, randomBytes, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";

export interface ApiKeyText {
  account: string;
  key: string;
}

/** The characters of ids. */
export const small = "abcdefghijklmnopqrstuvwxyz0123456789";
const base62 = `ABCDEFGHIJKLMNOPQRSTUVWXYZ${small}`;
const pattern = /^ck_live_([a-z0-9]{12})([a-z0-9]{6})([A-Za-z0-9]{24})([A-Za-z0-9]{6})$/;

/** Random characters of an alphabet, each equally likely. */
function randomText(length: number, alphabet: string): string {
  let text = "";
  // bytes from here on would make the first characters of the alphabet more likely
  const limit = 256 - (256 % alphabet.length);
  while (text.length < length)
    for (const byte of randomBytes(length)) if (byte < limit && text.length < length) text += alphabet[byte % alphabet.length];
  return text;
}
function checksum(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let index = 0; index < 6; index++) {
    digits = base62[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/** A new account's id: 62 random bits. */
export const newAccountId = (): string => randomText(12, small);
/** A new key's id within its account. */
export const newKeyId = (): string => randomText(6, small);

/** The text of a new key, with a secret of 142 random bits. */
export function newApiKey({ account, key }: ApiKeyText): string {
  const text = `ck_live_${account}${key}${randomText(24, base62)}`;
  return text + checksum(text);
}

/** The account id in the text of a key, without any check. */
export const accountIn = (text: string): string => text.slice(8, 20);

/** The account and key ids in the text of a key; undefined where the text cannot be a key. */
export function readApiKey(text: string): ApiKeyText | undefined {
  const [, account, key, , sum] = pattern.exec(text) ?? [];
  return account && sum === checksum(text.slice(0, -6)) ? { account, key: key! } : undefined;
}

/** The hash that is stored of a key. */
export const hashOf = (text: string): string => hash("sha256", text);
/** Compares two hashes in constant time. */
export const sameHash = (one: string, other: string): boolean => timingSafeEqual(Buffer.from(one), Buffer.from(other));

// Secrets: random texts that are shown or sent once, and stored as digests.
import { createHash, randomBytes } from "node:crypto";

// Crockford's base 32 has no I, L, O or U: a code can be copied from paper without mistakes
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** A random text for machines: 256 bits. */
export const newSecret = (): string => randomBytes(32).toString("base64url");

/** A random code for people: 80 bits in four groups. */
export function newCode(): string {
  const text = [...randomBytes(16)].map((byte) => alphabet[byte % 32]).join("");
  return text.replace(/(.{4})(?=.)/g, "$1-");
}

/** The digest that is stored of a secret. */
export const digestOf = (secret: string): string => createHash("sha256").update(secret).digest("hex");

/** The digest that is stored of a code. Case, spaces and hyphens do not matter; O counts as 0, I and L count as 1. */
export function digestOfCode(code: string): string {
  const plain = code.slice(0, 100).toLowerCase().replace(/[\s-]/g, "").replaceAll("o", "0").replace(/[il]/g, "1");
  return digestOf(plain);
}

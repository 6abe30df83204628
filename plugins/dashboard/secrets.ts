// What only one person may know: random texts that are shown or sent once, and stored as digests.
import { createHash, randomBytes } from "node:crypto";

// Crockford's letters: no I, L, O or U, so that a code can be read from paper
const letters = "0123456789abcdefghjkmnpqrstvwxyz";

/** A random text for machines: 256 bits. */
export const newSecret = (): string => randomBytes(32).toString("base64url");

/** A random code for people: 80 bits in four groups. */
export function newCode(): string {
  const text = [...randomBytes(16)].map((byte) => letters[byte % 32]).join("");
  return text.replace(/(.{4})(?=.)/g, "$1-");
}

/** What is stored of a secret. */
export const digestOf = (secret: string): string => createHash("sha256").update(secret).digest("hex");

/** What is stored of a code, however it was typed: case, spaces and hyphens do not matter, nor O for 0 and I or L for 1. */
export function digestOfCode(code: string): string {
  const plain = code.slice(0, 100).toLowerCase().replace(/[\s-]/g, "").replaceAll("o", "0").replace(/[il]/g, "1");
  return digestOf(plain);
}

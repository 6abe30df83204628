// Every way accounts say no: one sentence each, with the cure.
import { CalcError } from "formulary";

const authenticate = { "www-authenticate": 'ApiKey header="X-API-Key"' };
const notAuthenticated = (code: string, message: string) =>
  new CalcError(`accounts/${code}`, { message, headers: authenticate }, { status: 401, title: "A valid API key is needed" });
const forbidden = (code: string, message: string) =>
  new CalcError(`accounts/${code}`, { message }, { status: 403, title: "This API key may not be used" });
const refused = (code: string, status: number, message: string) =>
  new CalcError(`accounts/${code}`, { message }, { status, title: "The account cannot be changed so" });

/** Every way a key is refused, for documents. */
export const keyRefusals = (): CalcError[] => [
  answers.missingKey(),
  answers.malformedKey(),
  answers.unknownKey(),
  answers.twoKeys(),
  answers.keyInAddress(),
  answers.revokedKey("a day"),
  answers.suspended(),
];

export const answers = {
  missingKey: () => notAuthenticated("missing_key", "Send your API key in the header X-API-Key."),
  keyInAddress: () =>
    notAuthenticated("key_in_address", "A key in the address ends up in logs: send it in the header X-API-Key, and revoke this one."),
  twoKeys: () => notAuthenticated("two_keys", "The request carries two different API keys: send one."),
  malformedKey: () =>
    notAuthenticated("malformed_key", "The header X-API-Key holds no API key: check that it was copied whole (ck_live_ and 48 letters)."),
  unknownKey: () => notAuthenticated("unknown_key", "Nobody has this API key."),
  revokedKey: (when: string) => forbidden("revoked_key", `This API key was revoked on ${when.slice(0, 10)}: use another one.`),
  expiredKey: (when: string) =>
    forbidden("expired_key", `This API key was replaced and ended on ${when.slice(0, 16).replace("T", " ")} UTC: use its successor.`),
  suspended: () => forbidden("suspended", "This account is suspended: ask the operator of this server."),
  noAccount: (id: string) => refused("no_account", 404, `There is no account ${id}.`),
  noKey: (id: string) => refused("no_key", 404, `The account has no key ${id}.`),
  noPlan: (plan: string, known: string[]) => refused("no_plan", 422, `There is no plan "${plan}": choose ${known.join(", ")}.`),
  badEmail: (email: string) => refused("bad_email", 422, `"${email}" is not an e-mail address.`),
  emailTaken: () => refused("email_taken", 409, "This e-mail address has an account already: sign into it instead."),
  notRollable: (hint: string) => refused("not_rollable", 409, `The key …${hint} has ended or has a successor already: roll that one.`),
  tooManyKeys: (plan: string, most: number) =>
    refused("too_many_keys", 409, `The plan ${plan} allows ${most} API key${most === 1 ? "" : "s"} at a time: revoke one first.`),
  tooManyKeysEver: (most: number) => refused("too_many_keys", 409, `An account may have made ${most} keys in all.`),
};

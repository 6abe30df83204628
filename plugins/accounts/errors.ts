// Every error of accounts, each with one sentence that says what to do.
import { CalcError } from "formulary";

const authenticate = { "www-authenticate": 'ApiKey header="X-API-Key"' };
const notAuthenticated = (code: string, message: string) =>
  new CalcError(`accounts/${code}`, { message, headers: authenticate }, { status: 401, title: "A valid API key is needed" });
const forbidden = (code: string, message: string) =>
  new CalcError(`accounts/${code}`, { message }, { status: 403, title: "This API key may not be used" });
const notChanged = (code: string, status: number, message: string) =>
  new CalcError(`accounts/${code}`, { message }, { status, title: "The account cannot be changed this way" });

/** Every error that a request with a bad API key can get: for the API documentation. */
export const keyRefusals = (): CalcError[] => [
  errors.missingKey(),
  errors.malformedKey(),
  errors.unknownKey(),
  errors.twoKeys(),
  errors.keyInAddress(),
  errors.revokedKey("a day"),
  errors.suspended(),
];

export const errors = {
  missingKey: () => notAuthenticated("missing_key", "Send your API key in the header X-API-Key."),
  keyInAddress: () =>
    notAuthenticated(
      "key_in_address",
      "Do not send an API key in the address, because addresses are logged. Send it in the header X-API-Key, and revoke this key.",
    ),
  twoKeys: () => notAuthenticated("two_keys", "The request has two different API keys. Send only one."),
  malformedKey: () =>
    notAuthenticated(
      "malformed_key",
      "The header X-API-Key does not contain a valid API key. Check that you copied the whole key (ck_live_ and 48 characters).",
    ),
  unknownKey: () => notAuthenticated("unknown_key", "This API key does not exist. Check it, or create a new one."),
  revokedKey: (when: string) => forbidden("revoked_key", `This API key was revoked on ${when.slice(0, 10)}. Use another one.`),
  expiredKey: (when: string) =>
    forbidden(
      "expired_key",
      `This API key was replaced and expired on ${when.slice(0, 16).replace("T", " ")} UTC. Use the key that replaced it.`,
    ),
  suspended: () => forbidden("suspended", "This account is suspended. Ask the administrator of this server."),
  noAccount: (id: string) => notChanged("no_account", 404, `There is no account ${id}.`),
  noKey: (id: string) => notChanged("no_key", 404, `The account has no key ${id}.`),
  noPlan: (plan: string, names: string[]) => notChanged("no_plan", 422, `There is no plan "${plan}". Choose one of ${names.join(", ")}.`),
  badEmail: (email: string) => notChanged("bad_email", 422, `"${email}" is not an e-mail address.`),
  emailTaken: () => notChanged("email_taken", 409, "This e-mail address already has an account. Sign in instead."),
  notRollable: (hint: string) =>
    notChanged("not_rollable", 409, `The key …${hint} has expired or was replaced already. Roll the newest key instead.`),
  tooManyKeys: (plan: string, most: number) =>
    notChanged("too_many_keys", 409, `The plan ${plan} allows ${most} API key${most === 1 ? "" : "s"} at a time. Revoke one first.`),
  tooManyKeysEver: (most: number) =>
    notChanged("too_many_keys", 409, `An account can create at most ${most} keys in total, revoked ones included.`),
};

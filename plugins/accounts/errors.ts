// Every error of accounts, each with one sentence that says what to do.
import { CalcError } from "formulary";

const notValid = (title: string) => ({ status: 401, title });
const notAllowed = (title: string) => ({ status: 403, title });
/** The errors that a request with a bad API key can get, by code. */
export const keyErrors = {
  missing_key: notValid("No API key was sent"),
  malformed_key: notValid("The API key is malformed"),
  unknown_key: notValid("The API key does not exist"),
  two_keys: notValid("Two different API keys were sent"),
  key_in_address: notValid("The API key is in the address"),
  revoked_key: notAllowed("The API key was revoked"),
  expired_key: notAllowed("The API key has expired"),
  suspended: notAllowed("The account is suspended"),
};

const authenticate = { "www-authenticate": 'ApiKey header="X-API-Key"' };
const keyError = (code: keyof typeof keyErrors, message: string) => {
  const own = keyErrors[code];
  return new CalcError(`accounts/${code}`, { message, ...(own.status === 401 && { headers: authenticate }) }, own);
};
const notChanged = (code: string, status: number, message: string) =>
  new CalcError(`accounts/${code}`, { message }, { status, title: "The account cannot be changed this way" });

/** Every error of accounts, made with one sentence that says what to do. */
export const errors = {
  missingKey: () => keyError("missing_key", "Send your API key in the header X-API-Key."),
  keyInAddress: () =>
    keyError(
      "key_in_address",
      "Do not send an API key in the address, because addresses are logged. Send it in the header X-API-Key, and revoke this key.",
    ),
  twoKeys: () => keyError("two_keys", "The request has two different API keys. Send only one."),
  malformedKey: () =>
    keyError(
      "malformed_key",
      "The header X-API-Key does not contain a valid API key. Check that you copied the whole key (ck_live_ and 48 characters).",
    ),
  unknownKey: () => keyError("unknown_key", "This API key does not exist. Check it, or create a new one."),
  revokedKey: (when: string) => keyError("revoked_key", `This API key was revoked on ${when.slice(0, 10)}. Use another one.`),
  expiredKey: (when: string) =>
    keyError(
      "expired_key",
      `This API key was replaced and expired on ${when.slice(0, 16).replace("T", " ")} UTC. Use the key that replaced it.`,
    ),
  suspended: () => keyError("suspended", "This account is suspended. Ask the administrator of this server."),
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

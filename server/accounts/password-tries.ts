import type { Limits } from './limits/limits.ts';
import { hashToken } from './tokens.ts';

/**
 * Sign-ins per address, right or wrong: each costs a hash, and a right one a session. A whole dormitory may share one
 * address.
 */
const signInsPerAddress = { count: 1000, windowSeconds: 600 };
const signInsPerAccount = { count: 100, windowSeconds: 600 };
/**
 * Wrong passwords per account: a viewer who mistypes ten times in a minute is still allowed, a guesser gets nowhere.
 */
const failuresPerAccount = { count: 20, windowSeconds: 600 };
/** Wrong passwords per address, which a whole house or dormitory may share. */
const failuresPerAddress = { count: 200, windowSeconds: 600 };
/** Password changes per signed-in account, right or wrong. Strangers cannot exhaust this limit. */
const changesPerAccount = { count: 20, windowSeconds: 600 };

const failureKey = (email: string) => `sign-in:account:${hashToken(email)}`;
const signInKey = (email: string) => `sign-in:all-of:${hashToken(email)}`;

/**
 * Counts a try before the password is checked, so that concurrent tries cannot bypass the limit. Counts unknown e-mails
 * too: the limit must not reveal whether an account exists.
 *
 * @returns a function to call when the password was not wrong: it refunds the failure, so the try counts only as a
 * sign-in.
 * @throws TOO_MANY_REQUESTS
 */
export async function takePasswordTry(limits: Limits, email: string, address: string): Promise<() => Promise<void>> {
  const addressFailureKey = `sign-in:address:${address}`;
  const tries = await limits.take([
    { key: `sign-in:all-from:${address}`, ...signInsPerAddress },
    { key: addressFailureKey, ...failuresPerAddress },
    // Failures first: a try refused because of failures must not consume the owner's sign-ins.
    { key: failureKey(email), ...failuresPerAccount },
    { key: signInKey(email), ...signInsPerAccount },
  ]);
  return () => tries.giveBack([addressFailureKey, failureKey(email)]);
}

/** Counts a password change of a signed-in account, separately from sign-ins. @throws TOO_MANY_REQUESTS */
export async function takePasswordChange(limits: Limits, accountId: string): Promise<void> {
  await limits.take([{ key: `password-change:${accountId}`, ...changesPerAccount }]);
}

/**
 * Clears the counters of an account whose owner has proved access to the mailbox: strangers' tries must not outlast a
 * reset.
 */
export async function forgetPasswordTries(limits: Limits, email: string): Promise<void> {
  await limits.clear(failureKey(email));
  await limits.clear(signInKey(email));
}

import type { Limits } from '../limits/limits.ts';
import { hashToken } from './tokens.ts';

/** Sign-ins, right or wrong: each costs a hash, and a right one a session. An address may stand for a dormitory. */
const signInsPerAddress = { count: 1000, withinSeconds: 600 };
const signInsPerAccount = { count: 100, withinSeconds: 600 };
/** Wrong passwords for one account: a viewer who mistypes ten times in a minute is still let in, a guesser gets nowhere. */
const failuresPerAccount = { count: 20, withinSeconds: 600 };
/** Wrong passwords from one address, which a whole house or dormitory may share. */
const failuresPerAddress = { count: 200, withinSeconds: 600 };
/** Changes of the password by somebody who is signed in, right or wrong; strangers cannot use these up. */
const changesPerAccount = { count: 20, withinSeconds: 600 };

const failureKey = (email: string) => `sign-in:account:${hashToken(email)}`;
const signInKey = (email: string) => `sign-in:all-of:${hashToken(email)}`;

/**
 * Counts a try before the password is looked at, so that many tries at once do not all slip through. The e-mail is
 * counted whether it has an account or not: a limit must not tell.
 *
 * @returns what to call when the password was not wrong: the try then counts as a sign-in, and not as a failure.
 * @throws TOO_MANY_REQUESTS
 */
export async function takePasswordTry(limits: Limits, email: string, address: string): Promise<() => Promise<void>> {
  const addressFailureKey = `sign-in:address:${address}`;
  const tries = await limits.take([
    { key: `sign-in:all-from:${address}`, ...signInsPerAddress },
    { key: addressFailureKey, ...failuresPerAddress },
    // Failures first: a try that is refused for them must not use up the owner's sign-ins.
    { key: failureKey(email), ...failuresPerAccount },
    { key: signInKey(email), ...signInsPerAccount },
  ]);
  return () => tries.giveBack([addressFailureKey, failureKey(email)]);
}

/** Counts a signed-in change of the password, apart from sign-ins. @throws TOO_MANY_REQUESTS */
export async function takePasswordChange(limits: Limits, accountId: string): Promise<void> {
  await limits.take([{ key: `password-change:${accountId}`, ...changesPerAccount }]);
}

/** Clears the counts of an account whose owner has proved the mailbox: tries of strangers must not outlast a reset. */
export async function forgetPasswordTries(limits: Limits, email: string): Promise<void> {
  await limits.clear(failureKey(email));
  await limits.clear(signInKey(email));
}

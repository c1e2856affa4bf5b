import type { Limits } from '../limits/limits.ts';
import { hashToken } from './tokens.ts';

/** Wrong passwords for one account: a viewer who mistypes ten times in a minute is still let in, a guesser gets nowhere. */
const failuresPerAccount = { count: 20, withinSeconds: 600 };
/** Wrong passwords from one address, which a whole house or dormitory may share. */
const failuresPerAddress = { count: 200, withinSeconds: 600 };

const accountKey = (email: string) => `sign-in:account:${hashToken(email)}`;

/**
 * Counts a try before the password is looked at, so that many tries at once do not all slip through. The e-mail is
 * counted whether it has an account or not: a limit must not tell.
 *
 * @returns what to call when the password was right.
 * @throws TOO_MANY_REQUESTS
 */
export async function takePasswordTry(limits: Limits, email: string, address: string): Promise<() => Promise<void>> {
  const tries = await limits.take([
    { key: accountKey(email), ...failuresPerAccount },
    { key: `sign-in:address:${address}`, ...failuresPerAddress },
  ]);
  return async () => {
    await tries.giveBack();
    await limits.clear(accountKey(email));
  };
}

/** Forgets wrong passwords of an account that has a new one. */
export const forgetPasswordTries = (limits: Limits, email: string): Promise<void> => limits.clear(accountKey(email));

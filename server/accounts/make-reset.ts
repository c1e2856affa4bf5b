import type { Connection } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import type { Random } from '../lib/random.ts';
import type { Limits } from './limits/limits.ts';
import type { MailContent } from '../mail/content.ts';
import { endPasswordResets, insertPasswordReset } from './codes-store.ts';
import { findAccountByEmail, lockAccount } from './store.ts';
import { hashToken } from './tokens.ts';

/** Lifetime of a reset's link and code, in seconds (contract.md, section 3). */
export const RESET_LIVES_SECONDS = 15 * 60;

/** Crockford's base 32: without I, L, O and U, which are easily misread. */
const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 10;

const requestsPerEmail = { count: 5, windowSeconds: 900 };

/** Content of a reset mail, made when it is sent; undefined without an account or beyond the limit. */
export type MakeReset = (tx: Connection, email: string) => Promise<MailContent | undefined>;

export function createMakeReset(options: { clock: Clock; random: Random; limits: Limits }): MakeReset {
  const { clock, random, limits } = options;
  return async (tx, email) => {
    if (await limits.tryTake([{ key: `reset:account:${hashToken(email)}`, ...requestsPerEmail }], tx)) return undefined;
    const account = await findAccountByEmail(tx, email);
    if (!account) return undefined;
    // Serializes concurrent requests, so that only the last reset stays valid.
    await lockAccount(tx, account.id);
    const now = clock.now();
    await endPasswordResets(tx, account.id, now);
    const token = random.secret();
    const code = random.code(CODE_ALPHABET, CODE_LENGTH);
    await insertPasswordReset(tx, {
      account_id: account.id,
      id: random.uuid(),
      token_hash: hashToken(token),
      code_hash: hashToken(code),
      created_at: now,
      expires_at: new Date(now.getTime() + RESET_LIVES_SECONDS * 1000),
      used_at: null,
    });
    return { kind: 'password-reset', token, code };
  };
}

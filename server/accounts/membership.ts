import type { Account } from '#contract/accounts.ts';
import type { AccountRow } from '../db/tables.ts';

export interface Membership {
  plan: Account['membership']['plan'];
  /** Devices that may play at once. */
  maxStreams: number;
  expiresAt: Date | null;
}

/** Devices that may play at once, by plan (contract.md, section 3). */
const maxStreams = { free: 1, basic: 1, premium: 4 } as const;

/** What the account has now: a membership that is over is none. */
export function membershipOf(account: Pick<AccountRow, 'plan' | 'membership_expires_at'>, now: Date): Membership {
  const { plan, membership_expires_at: expiresAt } = account;
  if (plan === 'free' || (expiresAt !== null && expiresAt <= now))
    return { plan: 'free', maxStreams: maxStreams.free, expiresAt: null };
  return { plan, maxStreams: maxStreams[plan], expiresAt };
}

import type { Account } from '#contract/accounts.ts';
import type { AccountRow } from '../db/tables.ts';

export interface Membership {
  plan: Account['membership']['plan'];
  /** Maximum concurrent playbacks. */
  maxStreams: number;
  expiresAt: Date | null;
}

/** Maximum concurrent playbacks by plan (contract.md, section 3). */
export const maxStreams = { free: 1, basic: 1, premium: 4 } as const;

/** The current membership; an expired one counts as none. */
export function membershipOf(account: Pick<AccountRow, 'plan' | 'membership_expires_at'>, now: Date): Membership {
  const { plan, membership_expires_at: expiresAt } = account;
  if (plan === 'free' || (expiresAt !== null && expiresAt <= now))
    return { plan: 'free', maxStreams: maxStreams.free, expiresAt: null };
  return { plan, maxStreams: maxStreams[plan], expiresAt };
}

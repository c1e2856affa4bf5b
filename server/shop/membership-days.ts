import type { Membership } from '../accounts/membership.ts';

const DAY_MS = 24 * 3600_000;

/** The days that an order added to a membership. */
interface Days {
  startsAt: Date;
  endsAt: Date;
}

/** A membership that never ends: nothing can be added to it. */
export const isEndless = ({ plan, expiresAt }: Membership): boolean => plan !== 'free' && expiresAt === null;

/** Days that begin at the later of now and the end of the current membership (contract.md, section 7). */
export function addDays({ expiresAt }: Membership, days: number, now: Date): Days {
  const startsAt = expiresAt ?? now;
  return { startsAt, endsAt: new Date(startsAt.getTime() + days * DAY_MS) };
}

/** How much of an order's days is still to come, in ms. */
export const leftOf = ({ startsAt, endsAt }: Days, now: Date): number =>
  Math.max(0, endsAt.getTime() - Math.max(now.getTime(), startsAt.getTime()));

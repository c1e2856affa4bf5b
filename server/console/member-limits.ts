import type { Limits, Taken } from '#server/accounts/limits/limits.ts';
import type { Connection } from '#server/db/open.ts';
import type { StaffCaller } from '../staff/sessions.ts';

const DAY = 24 * 3600;
/** Searches for accounts of a member: more than anybody types, and too few to read all accounts. */
const SEARCHES = { count: 60, windowSeconds: 600 };
/** Pages of lists of accounts; owners see whole addresses there, and none of them reads on all day. */
const LISTS = { count: 120, windowSeconds: 600 };
/** Tables that a member takes as a file. */
const EXPORTS = { count: 60, windowSeconds: 600 };
/** Addresses that a member writes to. A table of many is for owners. */
const INVITATIONS = { count: 60, windowSeconds: DAY };
/** Accounts that a member erases; each is gone for good. */
const ERASURES = { support: { count: 3, windowSeconds: DAY }, owner: { count: 20, windowSeconds: DAY } } as const;
/** Accounts whose e-mail address a member changes: with it, a member who means harm could take them over. */
const EMAILS = { support: { count: 20, windowSeconds: DAY }, owner: { count: 50, windowSeconds: DAY } } as const;
/** Days of membership that support gives away. */
const DAYS_GIVEN = { count: 400, windowSeconds: DAY };
/** Won of a refund that need no new code, so that support is not asked for each rental. */
const REFUNDED_WITHOUT_CODE = 30_000;
/** Won of all refunds of a member that need no new code. */
const REFUNDS_WITHOUT_CODE = { count: 300_000, windowSeconds: DAY };
/** A page reads its account again and again; the audit log has it once in so many seconds. */
const NOTED_EVERY_SECONDS = 600;

type Member = Pick<StaffCaller, 'id' | 'role'>;

/**
 * What one member of staff may do in a time, so that a stolen session, or a member who means harm, reaches few people. All
 * methods throw TOO_MANY_REQUESTS.
 */
export interface MemberLimits {
  takeSearch(member: Member): Promise<void>;
  takeList(member: Member): Promise<void>;
  takeExport(member: Member): Promise<void>;
  takeInvitation(member: Member): Promise<void>;
  /** Runs the work, and counts it if it succeeds. */
  erasing<T>(member: Member, work: () => Promise<T>): Promise<T>;
  /** Runs the work, and counts it if it succeeds. */
  changingEmail<T>(member: Member, work: () => Promise<T>): Promise<T>;
  /** Runs the work, and counts the days if it succeeds. */
  givingDays<T>(member: Member, days: number, work: () => Promise<T>): Promise<T>;
  /** Whether a member may refund a price, in won, without a new code. Counts it in the transaction of the refund. */
  mayRefund(member: Member, price: number, tx: Connection): Promise<boolean>;
  /** Whether a look at an account is to be noted. */
  isNewLook(member: Member, accountId: string): Promise<boolean>;
}

async function counting<T>(taken: Taken | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await taken?.giveBack();
    throw error;
  }
}

export function createMemberLimits(limits: Limits): MemberLimits {
  return {
    async takeSearch({ id }) {
      await limits.take([{ key: `staff-search:${id}`, ...SEARCHES }]);
    },
    async takeExport({ id }) {
      await limits.take([{ key: `staff-export:${id}`, ...EXPORTS }]);
    },
    async takeInvitation({ id }) {
      await limits.take([{ key: `staff-invite:${id}`, ...INVITATIONS }]);
    },
    async takeList({ id }) {
      await limits.take([{ key: `staff-list:${id}`, ...LISTS }]);
    },
    async erasing({ id, role }, work) {
      const most = ERASURES[role === 'owner' ? 'owner' : 'support'];
      return counting(await limits.take([{ key: `staff-erase:${id}`, ...most }]), work);
    },
    async changingEmail({ id, role }, work) {
      const most = EMAILS[role === 'owner' ? 'owner' : 'support'];
      return counting(await limits.take([{ key: `staff-email:${id}`, ...most }]), work);
    },
    async givingDays({ id, role }, days, work) {
      if (role === 'owner') return work();
      return counting(await limits.take([{ key: `staff-days:${id}`, ...DAYS_GIVEN, units: days }]), work);
    },
    mayRefund: async ({ id }, price, tx) =>
      price <= REFUNDED_WITHOUT_CODE &&
      (await limits.tryTake([{ key: `staff-refund:${id}`, ...REFUNDS_WITHOUT_CODE, units: price }], tx)) === undefined,
    isNewLook: async ({ id }, accountId) =>
      (await limits.tryTake([
        { key: `staff-look:${id}:${accountId}`, count: 1, windowSeconds: NOTED_EVERY_SECONDS },
      ])) === undefined,
  };
}

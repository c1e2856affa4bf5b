import { findAccountByEmail, findAccountById, lockAccount, membershipOf, setMembership } from '../accounts/index.ts';
import type { Membership } from '../accounts/membership.ts';
import type { RecordChange } from '#server/staff/audit/record.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { PlanRow } from '../db/tables.ts';
import type { Clock } from '../lib/clock.ts';
import type { Random } from '../lib/random.ts';
import { ChangedMeanwhileError, MissingError, RefusedError } from '../lib/refused-error.ts';
import { addDays, isEndless } from './membership-days.ts';
import { entitlementOf, type EndUncovered } from './refunding.ts';
import { endDays, insertMembershipChange } from './store.ts';

export interface ShownMembership {
  email: string;
  plan: Membership['plan'];
  /** Null without a membership, and for one without an end. */
  ends_at: string | null;
}

/** An account, by its e-mail address or its id. */
export type WhichAccount = string | { id: string };

/** The membership that an operator saw. A change of another one throws ChangedMeanwhileError. */
export interface Seen {
  version?: string | undefined;
}

/** Support's operations on a viewer's membership. Each method throws RefusedError with the reason for the operator. */
export interface MembershipOperations {
  showMembership(account: WhichAccount): Promise<ShownMembership>;
  /** Gives days as if the account had bought a plan. */
  giveMembership(
    account: WhichAccount,
    gift: { plan: PlanRow['plan']; days: number; reason: string } & Seen,
  ): Promise<ShownMembership>;
  /** Adds days to the membership that the account has. */
  extendMembership(account: WhichAccount, more: { days: number; reason: string } & Seen): Promise<ShownMembership>;
  /** Ends the membership now, also for playbacks. */
  endMembership(account: WhichAccount, end: { reason: string } & Seen): Promise<ShownMembership>;
}

/** A membership in the audit log. */
const membershipState = ({ plan, expiresAt }: Pick<Membership, 'plan' | 'expiresAt'>) => ({
  plan,
  ends_at: expiresAt?.toISOString() ?? null,
});

const missing = () => new MissingError('The account was removed.', '없는 이용자예요. 그사이 탈퇴했을 수 있어요.');
const endless = () =>
  new RefusedError('The membership has no end: there is nothing to add.', '끝이 없는 멤버십이라 더할 기간이 없어요.');

/** Version of a membership, from which a change starts. */
export const versionOf = ({ plan, expiresAt }: Pick<Membership, 'plan' | 'expiresAt'>): string =>
  `${plan} ${expiresAt?.toISOString() ?? 'endless'}`;

export function checkSeen(membership: Membership, version: string | undefined): void {
  if (version !== undefined && version !== versionOf(membership)) throw new ChangedMeanwhileError();
}

/** The account that support names. @throws MissingError */
export const createAccountOf = (db: Connection) => async (which: WhichAccount) => {
  const account = typeof which === 'string' ? await findAccountByEmail(db, which) : await findAccountById(db, which.id);
  if (account) return account;
  throw typeof which === 'string'
    ? new MissingError(`No account has the e-mail address ${which}.`, '이 이메일로 가입한 이용자가 없어요.')
    : missing();
};

/** The membership of an account, whose row is locked. @throws MissingError */
export async function lockMembership(tx: Connection, accountId: string, now: Date): Promise<Membership> {
  const account = await lockAccount(tx, accountId);
  if (!account) throw missing();
  return membershipOf(account, now);
}

export function createMembershipOperations(options: {
  db: Connection;
  transact: Transact;
  clock: Clock;
  random: Random;
  endUncovered: EndUncovered;
  record: RecordChange;
}): MembershipOperations {
  const { db, transact, clock, random, endUncovered, record } = options;
  const accountOf = createAccountOf(db);
  const show = (email: string, { plan, expiresAt }: Pick<Membership, 'plan' | 'expiresAt'>): ShownMembership => ({
    email,
    ...membershipState({ plan, expiresAt }),
  });

  /** Changes a membership under the lock of its account, and notes the change. */
  const change = async (
    which: WhichAccount,
    {
      version,
      ...noted
    }: Seen & {
      kind: 'give' | 'extend' | 'end';
      plan: PlanRow['plan'] | null;
      days: number | null;
      reason: string;
    },
    next: (membership: Membership, now: Date) => Pick<Membership, 'plan' | 'expiresAt'>,
  ): Promise<ShownMembership> => {
    const account = await accountOf(which);
    return transact(async (tx) => {
      const now = clock.now();
      const membership = await lockMembership(tx, account.id, now);
      checkSeen(membership, version);
      const changed = next(membership, now);
      await setMembership(tx, account.id, changed);
      if (noted.kind === 'end') {
        await endDays(tx, account.id, now);
        const before = await entitlementOf(tx, account.id, now, membership);
        const after = { ...before, membership: membershipOf({ plan: 'free', membership_expires_at: null }, now) };
        await endUncovered(tx, { accountId: account.id, now, before, after });
      }
      await insertMembershipChange(tx, {
        account_id: account.id,
        id: random.uuid(),
        ...noted,
        changed_at: now,
        ends_at: changed.expiresAt,
      });
      const subject = { kind: 'account', id: account.id };
      await record(tx, {
        action: `membership.${noted.kind}`,
        subject,
        before: membershipState(membership),
        after: { ...membershipState(changed), reason: noted.reason },
      });
      return show(account.email, changed);
    });
  };

  return {
    async showMembership(which) {
      const account = await accountOf(which);
      return show(account.email, membershipOf(account, clock.now()));
    },

    giveMembership: (which, { plan, days, reason, version }) =>
      change(which, { kind: 'give', plan, days, reason, version }, (membership, now) => {
        if (isEndless(membership)) throw endless();
        return { plan, expiresAt: addDays(membership, days, now).endsAt };
      }),

    extendMembership: (which, { days, reason, version }) =>
      change(which, { kind: 'extend', plan: null, days, reason, version }, (membership, now) => {
        if (membership.plan === 'free')
          throw new RefusedError(
            'The account has no membership: give it one instead.',
            '멤버십이 없는 이용자예요. 연장 대신 지급해 주세요.',
          );
        if (isEndless(membership)) throw endless();
        return { plan: membership.plan, expiresAt: addDays(membership, days, now).endsAt };
      }),

    endMembership: (which, { reason, version }) =>
      change(which, { kind: 'end', plan: null, days: null, reason, version }, (membership) => {
        if (membership.plan === 'free')
          throw new RefusedError('The account has no membership.', '끝낼 멤버십이 없어요.');
        return { plan: 'free', expiresAt: null };
      }),
  };
}

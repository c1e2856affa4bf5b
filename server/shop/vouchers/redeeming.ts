import { lockAccount, membershipOf, setMembership } from '../../accounts/index.ts';
import type { Limits } from '../../accounts/limits/limits.ts';
import type { ProfileCaller } from '../../accounts/sessions.ts';
import type { Transact } from '../../db/open.ts';
import type { VoucherRow } from '../../db/tables.ts';
import type { Clock } from '../../lib/clock.ts';
import { fail } from '../../lib/fail.ts';
import type { Random } from '../../lib/random.ts';
import { addDays, isEndless } from '../membership-days.ts';
import { insertMembershipChange } from '../store.ts';
import { discountEndOf, normalizeCode } from './voucher-rules.ts';
import { insertUse, takeVoucher } from './vouchers-store.ts';

/** One sentence for every code that gives nothing, so that a guess learns nothing. */
const USELESS = '쓸 수 없는 쿠폰이에요. 번호를 다시 확인해 주세요. 이미 썼거나 기간이 끝났을 수도 있어요.';
const ENDLESS = '끝나는 날이 없는 멤버십이라 쿠폰이 필요 없어요.';
/** The days of two memberships cannot stand one behind the other: either would turn into the other one. */
const OF_ANOTHER_PLAN = '지금 멤버십이 끝난 다음에 쓸 수 있는 쿠폰이에요. 쿠폰은 아직 쓰지 않았어요.';

const wrongPerAddress = { count: 60, windowSeconds: 3600 };
const wrongPerAccount = { count: 10, windowSeconds: 3600 };

/** What a code gave. */
export type Redeemed = Pick<VoucherRow, 'plan' | 'days' | 'percent'>;

/**
 * Redeems a code once for an account.
 *
 * @throws NOT_FOUND for every code that gives nothing; TOO_MANY_REQUESTS
 */
export type RedeemVoucher = (caller: ProfileCaller, typed: string, address: string) => Promise<Redeemed>;

export const createRedeemVoucher =
  (options: { transact: Transact; clock: Clock; random: Random; limits: Limits }): RedeemVoucher =>
  async ({ account }, typed, address) => {
    const { transact, clock, random, limits } = options;
    if (isEndless(membershipOf(account, clock.now()))) fail('NOT_FOUND', { message: ENDLESS });
    const tries = await limits.take([
      { key: `voucher:${address}`, ...wrongPerAddress },
      { key: `voucher-account:${account.id}`, ...wrongPerAccount },
    ]);
    const code = normalizeCode(typed) ?? fail('NOT_FOUND', { message: USELESS });
    const redeemed = await transact(async (tx) => {
      const locked = (await lockAccount(tx, account.id)) ?? fail('TOKEN_INVALID');
      const now = clock.now();
      const membership = membershipOf(locked, now);
      if (isEndless(membership)) fail('NOT_FOUND', { message: ENDLESS });
      // An error undoes the count.
      const voucher = (await takeVoucher(tx, code, now)) ?? fail('NOT_FOUND', { message: USELESS });
      const { id, name, plan, days, percent } = voucher;
      const isFirst = await insertUse(tx, {
        account_id: account.id,
        voucher_id: id,
        used_at: now,
        percent,
        expires_at: percent === null ? null : discountEndOf(now),
        order_id: null,
      });
      if (!isFirst) fail('NOT_FOUND', { message: USELESS });
      if (plan !== null && days !== null) {
        if (membership.plan !== 'free' && membership.plan !== plan) fail('NOT_FOUND', { message: OF_ANOTHER_PLAN });
        const { endsAt } = addDays(membership, days, now);
        await setMembership(tx, account.id, { plan, expiresAt: endsAt });
        await insertMembershipChange(tx, {
          account_id: account.id,
          id: random.uuid(),
          kind: 'give',
          plan,
          days,
          reason: `쿠폰: ${name}`,
          changed_at: now,
          ends_at: endsAt,
        });
      }
      return { plan, days, percent };
    });
    await tries.giveBack();
    return redeemed;
  };

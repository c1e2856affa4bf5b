import { lockAccount } from '../accounts/index.ts';
import type { ProfileCaller } from '../accounts/sessions.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import { fail } from '../lib/fail.ts';
import { koreanDate } from '../lib/korean-time.ts';
import type { Limits } from '#server/accounts/limits/limits.ts';
import type { CheckOwnerPassword } from './owner-password.ts';
import type { CheckPin } from './pin-check.ts';
import { holdProfileAlone, listProfileRows, updateProfileRow } from './store.ts';
import { findWatched, setExtraSeconds } from './watch-time-store.ts';
import { isLimitedInTime, secondsLeft, withMore } from './watch-time.ts';

/** How often a profile gets more time on one day. */
const MORE_A_DAY = 4;

/** The PIN of the owner's profile, or the account's password. */
export type OwnerProof = { pin: string } | { password: string };

/**
 * Gives the caller's profile 30 minutes more.
 *
 * @returns the seconds left; null without a limit.
 * @throws PIN_INVALID also when the owner's profile has no PIN, LOGIN_FAILED, TOO_MANY_REQUESTS
 */
export type AddWatchTime = (caller: ProfileCaller, proof: OwnerProof, address: string) => Promise<number | null>;

export function createAddWatchTime(options: {
  db: Connection;
  transact: Transact;
  clock: Clock;
  limits: Limits;
  checkPin: CheckPin;
  checkOwnerPassword: CheckOwnerPassword;
}): AddWatchTime {
  const { db, transact, clock, limits, checkPin, checkOwnerPassword } = options;

  const checkOwnerPin = async (accountId: string, pin: string) => {
    const owner = (await listProfileRows(db, accountId)).find(({ is_owner: isOwner }) => isOwner);
    if (!owner || owner.pin_hash === null)
      fail('PIN_INVALID', { message: '보호자 프로필에 PIN이 없어요. 계정 비밀번호를 입력해 주세요.' });
    await checkPin(owner, pin);
  };

  return async (caller, proof, address) => {
    const { account, profile } = caller;
    const confirm = 'pin' in proof ? undefined : await checkOwnerPassword(caller, proof.password, address);
    if ('pin' in proof) await checkOwnerPin(account.id, proof.pin);
    const now = clock.now();
    return transact(async (tx) => {
      await lockAccount(tx, account.id);
      await confirm?.(tx);
      const held = await holdProfileAlone(tx, profile);
      if (!isLimitedInTime(held)) return null;
      const key = `more-time:${profile.id}:${koreanDate(now)}`;
      const refusedUntil = await limits.tryTake([{ key, count: MORE_A_DAY, windowSeconds: 24 * 3600 }], tx);
      if (refusedUntil) fail('TOO_MANY_REQUESTS', { message: '오늘은 더 늘릴 수 없어요. 내일 다시 만나요.' });
      const watched = await findWatched(tx, profile, now);
      const { extra_seconds: extraSeconds, bedtime_lifted_until } = withMore(held, watched, now);
      await setExtraSeconds(tx, profile, { now, extraSeconds });
      if (bedtime_lifted_until !== null) await updateProfileRow(tx, profile, { bedtime_lifted_until });
      return secondsLeft({ ...held, bedtime_lifted_until }, { ...watched, extra_seconds: extraSeconds }, now);
    });
  };
}

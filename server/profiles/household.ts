import type { ProfileChanges } from '#contract/profiles.ts';
import { isLimited } from '#contract/rules/household.ts';
import { isRatingAllowed } from '../lib/age-limit.ts';
import type { ProfileRow } from '../db/tables.ts';
import { fail } from '../lib/fail.ts';

type Limits = Pick<ProfileRow, 'id' | 'max_rating'>;

const refuse = (message: string) => fail('RATING_RESTRICTED', { message });

/** @param own the caller's profile, or null for the account token. @throws RATING_RESTRICTED for a limited profile */
export function checkAdult(own: Limits | null): void {
  if (own && isLimited(own)) refuse('연령 제한이 있는 프로필에서는 할 수 없어요.');
}

/**
 * Refuses changes that a limited profile may not make. Unchanged values are allowed, because a form may send all of its
 * fields.
 *
 * @param mayRemovePin the caller is the owner's profile and sends the account's password to remove a PIN.
 * @throws RATING_RESTRICTED
 */
export function checkProfileChange(
  own: Limits | null,
  target: Limits & Pick<ProfileRow, 'name' | 'default_image_id'>,
  { name = target.name, default_image_id = target.default_image_id, ...changes }: ProfileChanges,
  mayRemovePin: boolean,
): void {
  if (!own || !isLimited(own)) return;
  const { max_rating, pin, daily_minutes, bedtime, counts_for_proposals } = changes;
  if (max_rating !== undefined && max_rating !== target.max_rating)
    refuse('연령 제한이 있는 프로필에서는 연령 제한을 바꿀 수 없어요.');
  if (daily_minutes !== undefined || bedtime !== undefined)
    refuse('연령 제한이 있는 프로필에서는 시청 시간을 바꿀 수 없어요.');
  const changesLook = name !== target.name || default_image_id !== target.default_image_id;
  if (changesLook && own.id !== target.id)
    refuse('연령 제한이 있는 프로필에서는 다른 프로필의 이름과 그림을 바꿀 수 없어요.');
  if (counts_for_proposals !== undefined && own.id !== target.id)
    refuse('연령 제한이 있는 프로필에서는 다른 프로필의 추천을 바꿀 수 없어요.');
  if (pin !== undefined && own.id !== target.id && !mayRemovePin)
    refuse('연령 제한이 있는 프로필에서는 다른 프로필의 PIN을 바꿀 수 없어요.');
}

/**
 * Refuses to switch a limited profile to one with a higher limit, unless a PIN guards that profile and the call
 * contains a PIN. Runs before the PIN is checked, so the refusal cannot reveal whether the PIN was right.
 *
 * @throws RATING_RESTRICTED
 */
export function checkProfileSwitch(
  own: Limits | null,
  target: Limits & Pick<ProfileRow, 'pin_hash'>,
  pin: string | undefined,
): void {
  if (!own || isRatingAllowed(target.max_rating, own.max_rating)) return;
  if (target.pin_hash === null || pin === undefined || pin === '')
    refuse('이 프로필에서는 열 수 없어요. “누가 볼까요?” 화면에서 골라 주세요.');
}

import type { AdvertisementState, OperatedAdvertisement } from '#contract/console/advertisements.ts';
import { timeText } from '#console/lib/format.ts';
import type { Tone } from '#console/ui/page.tsx';

export const STATE_NAMES: Record<AdvertisementState, string> = {
  running: '나가는 중',
  scheduled: '예약',
  ended: '끝남',
};
export const STATE_TONES: Record<AdvertisementState, Tone> = { running: 'good', scheduled: 'info', ended: 'quiet' };

/** `2026-11-28 (토) 23:00 – 2026-12-05 (토) 23:00`; without both `언제나`. */
export function spanText({
  starts_at: startsAt,
  ends_at: endsAt,
}: Pick<OperatedAdvertisement, 'starts_at' | 'ends_at'>) {
  if (startsAt === null && endsAt === null) return '언제나';
  if (endsAt === null) return `${timeText(startsAt!)}부터`;
  return startsAt === null ? `${timeText(endsAt)}까지` : `${timeText(startsAt)} – ${timeText(endsAt)}`;
}

export const skipText = (skipAfter: number | null): string =>
  skipAfter === null ? '건너뛸 수 없음' : skipAfter === 0 ? '바로 건너뛰기' : `${skipAfter}초 뒤 건너뛰기`;

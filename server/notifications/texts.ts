import type { PlansTable, RequestStatusesTable } from '../db/tables.ts';
import { koreanDate } from '../lib/korean-time.ts';

const KST_AHEAD_MS = 9 * 3600_000;
const WEEKDAYS = '일월화수목금토';

/** `11월 24일 (화) 23:00`, in Korea. */
export function koreanMoment(instant: Date): string {
  const [, month, day] = koreanDate(instant).split('-').map(Number);
  const there = new Date(instant.getTime() + KST_AHEAD_MS);
  return `${month}월 ${day}일 (${WEEKDAYS[there.getUTCDay()]}) ${there.toISOString().slice(11, 16)}`;
}

interface ReleasedEpisode {
  episode_num: string;
  subject: string;
}

/** @param episodes released at the same instant, in order; at least one. */
export function releaseText([first, ...others]: readonly [ReleasedEpisode, ...ReleasedEpisode[]]): string {
  if (others.length > 0) return `${first.episode_num} 외 ${others.length}개 회차가 공개됐어요.`;
  return first.subject === '' ? `${first.episode_num} 공개` : `${first.episode_num} 공개: ${first.subject}`;
}

/** @param delayed `episodeNum` is null for the whole title. */
export function delayText(delayed: { episodeNum: string | null; at: Date; notice: string }): string {
  const what = delayed.episodeNum === null ? '공개' : `${delayed.episodeNum} 공개`;
  return `${what}가 연기됐어요: ${koreanMoment(delayed.at)}. ${delayed.notice}`;
}

/** @param leaving `episodeNum` is the first of the episodes that leave; null for the whole title. */
export function leavingText(leaving: { episodeNum: string | null; cnt: number; lastDay: string }): string {
  const [, month, day] = leaving.lastDay.split('-').map(Number);
  const until = `${month}월 ${day}일까지 볼 수 있어요.`;
  if (leaving.episodeNum === null) return until;
  return `${leaving.episodeNum}${leaving.cnt > 1 ? ` 외 ${leaving.cnt - 1}개 회차` : ''}: ${until}`;
}

/** Null for a status without a notification. */
export function requestText(status: RequestStatusesTable['status']): string | null {
  switch (status) {
    case 'requested':
      return null;
    case 'reviewing':
      return '요청하신 작품을 들여올 수 있는지 살펴보고 있어요.';
    case 'accepted':
      return '요청하신 작품을 곧 보라에서 볼 수 있어요.';
    case 'declined':
      return '아쉽지만 요청하신 작품을 이번에는 들여오지 못했어요.';
  }
}

/** @param rental `episodeNum` is null for the whole title. */
export function rentalText(rental: { episodeNum: string | null; endsAt: Date }): string {
  const what = rental.episodeNum === null ? '대여' : `${rental.episodeNum} 대여`;
  return `${what}가 ${koreanMoment(rental.endsAt)}에 끝나요.`;
}

const PLANS = { free: '', basic: '베이직 ', premium: '프리미엄 ' } as const;

export const membershipText = ({ plan, endsAt }: { plan: PlansTable['plan'] | 'free'; endsAt: Date }): string =>
  `${PLANS[plan]}이용권이 ${koreanMoment(endsAt)}에 끝나요.`;

/** Title of a notification that is about no title of the catalogue. */
export const MEMBERSHIP_TITLE = '이용권이 곧 끝나요';

import type { Episode } from '#contract/catalogue.ts';
import type { ContentRating } from '#contract/profiles.ts';

/** `"전체"`, `"15세"`. */
export const contentRatingLabel = (rating: ContentRating): string => (rating === 'all' ? '전체' : `${rating}세`);

/** `"모든 연령 시청가"`, `"15세 이상 시청가"`. */
export const ageRule = (rating: ContentRating): string =>
  rating === 'all' ? '모든 연령 시청가' : `${rating}세 이상 시청가`;

/** `"3화 · 약속"`, or `"3화"` if the episode has no name of its own. */
export const episodeName = ({ episode_num: number, subject }: Pick<Episode, 'episode_num' | 'subject'>): string =>
  subject === '' || subject === number ? number : `${number} · ${subject}`;

/** A duration in minutes, at least one: `"12분"`, `"1시간 5분"`. */
export function minutesLabel(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `${minutes}분`;
  return rest === 0 ? `${hours}시간` : `${hours}시간 ${rest}분`;
}

/** A position as the player's clock shows it: `"1:05"`, `"1:02:05"`. */
export function clockLabel(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const tail = `${String(minutes).padStart(hours > 0 ? 2 : 1, '0')}:${String(whole % 60).padStart(2, '0')}`;
  return hours > 0 ? `${hours}:${tail}` : tail;
}

/** A position as a voice guide says it: `"1분 5초"`, `"1시간 5초"`. */
export function spokenTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const parts = [
    [Math.floor(whole / 3600), '시간'],
    [Math.floor(whole / 60) % 60, '분'],
    [whole % 60, '초'],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count}${unit}`);
  return said.join(' ') || '0초';
}

const thousands = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, ',');

/** `"1,200원"`. */
export const wonLabel = (won: number): string => `${thousands(won)}원`;

/** A count that may be large: `"1,024"`. */
export const countLabel = (count: number): string => thousands(count);

/** Length of a rental: `"48시간"`, `"7일"`. */
export const rentalLabel = (hours: number): string =>
  hours >= 72 && hours % 24 === 0 ? `${hours / 24}일` : `${hours}시간`;

const KOREA_MS = 9 * 3600_000;

/** The day of an instant in Korea: `"2026. 10. 3."`. */
export function dateLabel(instant: string): string {
  const date = new Date(Date.parse(instant) + KOREA_MS);
  return `${date.getUTCFullYear()}. ${date.getUTCMonth() + 1}. ${date.getUTCDate()}.`;
}

import type { ContentRating } from '#contract/profiles.ts';

/** `"전체"`, `"15세"`. */
export const contentRatingLabel = (rating: ContentRating): string => (rating === 'all' ? '전체' : `${rating}세`);

/** Minutes of a length of time, at least one: `"12분"`, `"1시간 5분"`. */
export function minutesLabel(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `${minutes}분`;
  return rest === 0 ? `${hours}시간` : `${hours}시간 ${rest}분`;
}

/** Time of a video as its clock shows it: `"1:05"`, `"1:02:05"`. */
export function clockLabel(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const tail = `${String(minutes).padStart(hours > 0 ? 2 : 1, '0')}:${String(whole % 60).padStart(2, '0')}`;
  return hours > 0 ? `${hours}:${tail}` : tail;
}

import type { Episode, ItemSummary } from '#contract/catalogue.ts';
import type { ContentRating } from '#contract/profiles.ts';

/** `"전체"`, `"15세"`. */
export const contentRatingLabel = (rating: ContentRating): string => (rating === 'all' ? '전체' : `${rating}세`);

/** Spoken of a title for adults while nobody of the account has proved their age; else empty. */
export const lockLabel = ({ needs_identity: isLocked }: { readonly needs_identity?: boolean | undefined }): string =>
  isLocked ? '본인 확인이 필요한 작품' : '';

/** `"3화 · 약속"`, or `"3화"` if the episode has no name of its own. */
export const episodeName = ({ episode_num: number, subject }: Pick<Episode, 'episode_num' | 'subject'>): string =>
  subject === '' || subject === number ? number : `${number} · ${subject}`;

/** What is new of a title, in a word. A title that leaves soon says only that. */
export const newsOf = ({ last_day: lastDay, is_new: isNew }: Pick<ItemSummary, 'last_day' | 'is_new'>): string =>
  lastDay ? '곧 내려가요' : isNew ? '새 작품' : '';

/**
 * The line below a poster: its news and first genre, or its genres. A line that breaks ends with a word, because a caption may
 * have no room for the next one.
 */
export function posterDetail(item: Pick<ItemSummary, 'last_day' | 'is_new' | 'genres'>): string {
  const news = newsOf(item);
  return (news === '' ? item.genres : [news, ...item.genres.slice(0, 1)]).join(' ·\u00a0');
}

/** A duration in minutes, at least one: `"12분"`, `"1시간 5분"`. */
export function minutesLabel(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `${minutes}분`;
  return rest === 0 ? `${hours}시간` : `${hours}시간 ${rest}분`;
}

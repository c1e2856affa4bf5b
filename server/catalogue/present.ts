import type {
  Episode,
  EpisodeAccess,
  EpisodeDetail,
  Item,
  ItemSummary,
  NextRelease,
  PlaybackOffset,
  Theme,
} from '#contract/catalogue.ts';
import { langsOfKeys } from '#contract/rules/track-key.ts';
import type { EpisodeRow } from '../db/tables.ts';
import type { ArtUrl } from '../profiles/present.ts';
import type { KnownOffset } from './activity-store.ts';
import { lastDayShown } from './last-day.ts';
import type { BriefRow, NextRelease as CatalogueNextRelease, CountedThemeRow, ItemRow, Neighbours } from './store.ts';
import type { TrailerUrl } from './trailers.ts';

/** A title is new for this long after its latest episode. */
const NEW_FOR_MS = 7 * 24 * 3600_000;

/** Averages have one decimal. */
const toOneDecimal = (value: number) => Math.round(value * 10) / 10;

/** The average score of a title; null without ratings. */
export const averageOf = ({ cnt_rating: count, sum_rating: sum }: Pick<ItemRow, 'cnt_rating' | 'sum_rating'>) =>
  count === 0 ? null : toOneDecimal(sum / count);

/** When a title stops being new, in ms since 1970. */
export const newUntil = ({ latest_published_at: latest }: Pick<ItemRow, 'latest_published_at'>): number =>
  latest === null ? -Infinity : latest.getTime() + NEW_FOR_MS;

const isNewAt = (row: BriefRow, now: Date) => now.getTime() < newUntil(row);

/** Makes the addresses in a title's answer; `now` decides whether the title is new. */
interface ItemContext {
  readonly artUrl: ArtUrl;
  readonly trailerUrl: TrailerUrl;
  readonly now: Date;
}

export const presentNextRelease = ({ episode_num, at, notice }: CatalogueNextRelease): NextRelease => ({
  episode_num,
  at: at.toISOString(),
  is_delayed: notice !== null,
  notice,
});

const presentLastDay = (end: Date | null, now: Date) => {
  const lastDay = lastDayShown(end, now);
  return lastDay === undefined ? undefined : { last_day: lastDay };
};

export const presentItemSummary = (row: BriefRow, artUrl: ArtUrl, now: Date): ItemSummary => ({
  id: row.id,
  name: row.name,
  images: { poster: artUrl(row.poster), wide: artUrl(row.wide) },
  color: row.color,
  content_rating: row.content_rating,
  genres: row.genres,
  medium: row.medium,
  is_avod: row.has_avod,
  is_new: isNewAt(row, now),
  avg_rating: averageOf(row),
  cnt_rating: row.cnt_rating,
  ...(row.next_release && { next_release: presentNextRelease(row.next_release) }),
  ...presentLastDay(row.leaves_at, now),
});

export const presentItem = (row: ItemRow, my: Item['my'], { artUrl, trailerUrl, now }: ItemContext): Item => ({
  next_release: null,
  ...presentItemSummary(row, artUrl, now),
  names: row.names,
  synopsis: row.synopsis,
  tags: row.tags,
  air_quarter: `${row.air_year}년 ${row.air_quarter}분기`,
  weekday: row.weekday,
  is_ended: row.is_ended,
  director: row.director,
  production: row.production,
  cast: row.cast,
  cnt_episode: row.cnt_episode,
  series_id: row.series_id,
  backdrop: artUrl(row.backdrop),
  audio_langs: langsOfKeys(row.audio_tracks),
  subtitle_langs: langsOfKeys(row.subtitle_tracks),
  audio_tracks: [...row.audio_tracks],
  subtitle_tracks: [...row.subtitle_tracks],
  rating_reasons: row.rating_reasons,
  trailer: trailerUrl(row),
  my,
});

/** Says that nobody of the account has proved the age that the title asks for. */
export const presentLockedSummary = (summary: ItemSummary): ItemSummary => ({ ...summary, needs_identity: true });

/** Says that the profile has hidden the title. */
export const presentHiddenSummary = (summary: ItemSummary): ItemSummary => ({ ...summary, is_hidden: true });

const presentOffset = (row: KnownOffset): PlaybackOffset => ({
  offset: row.offset,
  is_finished: row.is_finished,
  updated_at: row.updated_at.toISOString(),
});

/**
 * @param offset null when the profile never watched the episode.
 * @param isOffsetAsked whether the caller requested the offset.
 */
export const presentEpisode = (
  row: EpisodeRow,
  access: EpisodeAccess,
  offset: KnownOffset | null,
  isOffsetAsked: boolean,
  { artUrl, now }: Pick<ItemContext, 'artUrl' | 'now'>,
): Episode => ({
  id: row.id,
  item_id: row.item_id,
  order: row.order,
  episode_num: row.episode_num,
  subject: row.subject,
  synopsis: row.synopsis,
  running_time: row.running_time,
  thumbnail: artUrl(row.thumbnail),
  published_at: row.published_at.toISOString(),
  access,
  ...presentLastDay(row.ends_at, now),
  is_watched: offset?.is_finished ?? false,
  ...(isOffsetAsked && { playback_offset: offset && presentOffset(offset) }),
});

export const presentEpisodeDetail = (
  episode: Episode,
  item: ItemSummary,
  { series_id, rating_reasons }: Pick<ItemRow, 'series_id' | 'rating_reasons'>,
  { previousId, nextId }: Neighbours,
): EpisodeDetail => ({ ...episode, item, series_id, rating_reasons, previous_id: previousId, next_id: nextId });

export const presentTheme = (row: CountedThemeRow, artUrl: ArtUrl): Theme => ({
  id: row.id,
  title: row.title,
  description: row.description,
  image: artUrl(row.image),
  cnt_item: row.cnt_item,
});

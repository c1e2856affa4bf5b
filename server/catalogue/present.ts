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
import { isShared, onTopOf, rememberBy } from '../lib/layers.ts';
import type { ArtUrl } from '../profiles/present.ts';
import type { KnownOffset } from './own-store.ts';
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

/** A title without the profile's own data. */
type ItemPage = Omit<Item, 'my'>;

export const presentNextRelease = ({ episode_num, at, notice }: CatalogueNextRelease): NextRelease => ({
  episode_num,
  at: at.toISOString(),
  is_delayed: notice !== null,
  notice,
});

const toItemSummary = (row: BriefRow, artUrl: ArtUrl, now: Date): ItemSummary => ({
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
});

const toItemPage = (row: ItemRow, { artUrl, trailerUrl, now }: ItemContext): ItemPage => ({
  next_release: null,
  ...toItemSummary(row, artUrl, now),
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
});

const rememberSummary = rememberBy<BriefRow, ItemSummary>();
const rememberPage = rememberBy<ItemRow, ItemPage>();
/** Answers for profiles without own data on the title, which share one object. */
const rememberUntouchedItem = rememberBy<ItemRow, Item>();

/** Answers for profiles with own data on a title, while that data is cached; about 3 kB each. */
const MOST_OWN = 2_000;
const rememberOwnItem = rememberBy<Item['my'], { page: ItemPage; item: Item }>(MOST_OWN);

/** A cached answer is stale when the title stops being new, or when the server's address (known once it listens) changes. */
const holds = (row: BriefRow, artUrl: ArtUrl, now: Date) => {
  const isNew = isNewAt(row, now);
  const wide = artUrl(row.wide);
  return ({ is_new, images }: ItemSummary | ItemPage) => is_new === isNew && images.wide === wide;
};

const pageHolds = (row: ItemRow, { artUrl, trailerUrl, now }: ItemContext) => {
  const isSummaryStill = holds(row, artUrl, now);
  return (page: ItemPage) => isSummaryStill(page) && page.trailer === trailerUrl(row);
};

export const presentItemSummary = (row: BriefRow, artUrl: ArtUrl, now: Date): ItemSummary =>
  rememberSummary(row, holds(row, artUrl, now), () => toItemSummary(row, artUrl, now));

const rememberLocked = rememberBy<ItemSummary, ItemSummary>();

/** Says that nobody of the account has proved the age that the title asks for. Shared by all such accounts. */
export const presentLockedSummary = (summary: ItemSummary): ItemSummary =>
  rememberLocked(
    summary,
    () => true,
    () => ({ ...summary, needs_identity: true }),
  );

/** Says that the profile has hidden the title. */
export const presentHiddenSummary = (summary: Omit<ItemSummary, 'is_hidden'>): ItemSummary =>
  onTopOf(summary, { is_hidden: true });

export function presentItem(row: ItemRow, my: Item['my'], context: ItemContext): Item {
  if (!isShared(row)) return { ...toItemPage(row, context), my };
  const isStill = pageHolds(row, context);
  if (my.rating === null && !my.is_wished && my.resume === null && !my.is_hidden)
    return rememberUntouchedItem(row, isStill, () => ({ ...toItemPage(row, context), my: Object.freeze(my) }));
  const page = rememberPage(row, isStill, () => toItemPage(row, context));
  if (!isShared(my)) return onTopOf(page, { my });
  const { item } = rememberOwnItem(
    my,
    (made) => made.page === page,
    () => ({ page, item: Object.freeze(onTopOf(page, { my })) }),
  );
  return item;
}

const presentOffset = (row: KnownOffset): PlaybackOffset => ({
  offset: row.offset,
  is_finished: row.is_finished,
  updated_at: row.updated_at.toISOString(),
});

/** An episode without the data of account and profile. */
type EpisodePage = Omit<Episode, 'access' | 'playback_offset' | 'is_watched'>;

const rememberEpisode = rememberBy<EpisodeRow, EpisodePage>();

const presentEpisodePage = (row: EpisodeRow, artUrl: ArtUrl): EpisodePage => {
  const thumbnail = artUrl(row.thumbnail);
  return rememberEpisode(
    row,
    (page) => page.thumbnail === thumbnail,
    () => ({
      id: row.id,
      item_id: row.item_id,
      order: row.order,
      episode_num: row.episode_num,
      subject: row.subject,
      synopsis: row.synopsis,
      running_time: row.running_time,
      thumbnail,
      published_at: row.published_at.toISOString(),
    }),
  );
};

/** Cached episodes per unlimited right, for profiles that have not begun them. */
const byAccess = () => rememberBy<EpisodeAccess, ReturnType<typeof rememberBy<EpisodeRow, Episode>>>();
const untouched = { asked: byAccess(), bare: byAccess() };
const rememberUntouched = (access: EpisodeAccess, isOffsetAsked: boolean) =>
  untouched[isOffsetAsked ? 'asked' : 'bare'](access, () => true, rememberBy<EpisodeRow, Episode>);

const ownOf = (access: EpisodeAccess, offset: KnownOffset | null, isOffsetAsked: boolean) => ({
  access,
  is_watched: offset?.is_finished ?? false,
  ...(isOffsetAsked && { playback_offset: offset && presentOffset(offset) }),
});

/**
 * @param offset null when the profile never watched the episode.
 * @param isOffsetAsked whether the caller requested the offset.
 */
export function presentEpisode(
  row: EpisodeRow,
  access: EpisodeAccess,
  offset: KnownOffset | null,
  isOffsetAsked: boolean,
  artUrl: ArtUrl,
): Episode {
  if (offset || access.expires_at !== null)
    return onTopOf(presentEpisodePage(row, artUrl), ownOf(access, offset, isOffsetAsked));
  return rememberUntouched(access, isOffsetAsked)(
    row,
    ({ thumbnail }) => thumbnail === artUrl(row.thumbnail),
    () => ({ ...presentEpisodePage(row, artUrl), ...ownOf(access, offset, isOffsetAsked) }),
  );
}

const rememberDetail = rememberBy<Episode, EpisodeDetail>();

export function presentEpisodeDetail(
  episode: Episode,
  item: ItemSummary,
  { series_id, rating_reasons }: Pick<ItemRow, 'series_id' | 'rating_reasons'>,
  { previousId, nextId }: Neighbours,
): EpisodeDetail {
  const around = { item, series_id, rating_reasons, previous_id: previousId, next_id: nextId };
  if (!isShared(episode)) return Object.assign(episode, around);
  const names = Object.keys(around) as (keyof typeof around)[];
  return rememberDetail(
    episode,
    (detail) => names.every((name) => detail[name] === around[name]),
    () => ({ ...episode, ...around }),
  );
}

export const presentTheme = (row: CountedThemeRow, artUrl: ArtUrl): Theme => ({
  id: row.id,
  title: row.title,
  description: row.description,
  image: artUrl(row.image),
  cnt_item: row.cnt_item,
});

import { sql, type Selectable } from 'kysely';
import type { ContentRating } from '#contract/profiles.ts';
import type { Connection } from '../db/open.ts';
import { isOut, releasedEpisodes } from '../db/released-episodes.ts';
import type { ClipRow, EpisodeRow, ItemRatingsTable, ItemsTable, ThemeRow } from '../db/tables.ts';
import { groupBy } from '../lib/group-by.ts';
import { findSetting } from '../settings/index.ts';
import { clipFolderOf } from './format/clip-folder.ts';
import { titleColumns } from './columns.ts';

/** The sums of a title's ratings. */
export type ItemRatings = Omit<Selectable<ItemRatingsTable>, 'item_id'>;

/** A title as the catalogue has it, with what its published episodes say about it. */
export interface CatalogueItem extends Omit<Selectable<ItemsTable>, 'ends_at'> {
  /** Published episodes, the oldest first. */
  episode_ids: number[];
  cnt_episode: number;
  has_avod: boolean;
  /** Id of the latest release; null before the first one. */
  latest_episode_id: number | null;
  latest_published_at: Date | null;
  /** When its last episode leaves the service; null when one of them stays. */
  leaves_at: Date | null;
  /** Sounds and subtitles of its published episodes, by language and role. */
  audio_tracks: readonly string[];
  subtitle_tracks: readonly string[];
  trailer_stream: TrailerStream | null;
  next_release: NextRelease | null;
  theme_ids: readonly number[];
  /** Those of its published episodes that are not everywhere. */
  limited_episodes: readonly { readonly id: number; readonly countries: readonly string[] }[];
}

/** The fields that a tile of a title needs, and those by which home chooses titles and the episode to go on with. */
export const BRIEF_FIELDS = [
  ...(['id', 'name', 'poster', 'wide', 'color', 'content_rating', 'genres', 'medium', 'has_avod'] as const),
  ...(['cnt_episode', 'episode_ids', 'theme_ids', 'latest_episode_id', 'latest_published_at', 'next_release'] as const),
  ...(['leaves_at', 'countries', 'country_ratings', 'limited_episodes', 'series_id', 'production'] as const),
] as const satisfies readonly (keyof CatalogueItem)[];

/** A small part of a title, so that a process can cache many. */
export type ItemBrief = Pick<CatalogueItem, (typeof BRIEF_FIELDS)[number]>;

/** The next episode of a title that has a date in the future. */
export interface NextRelease {
  episode_num: string;
  at: Date;
  /** The operator's sentence about the delay; null without a delay. */
  notice: string | null;
}

/** A stream of a title's trailer. */
export interface TrailerStream {
  /** Its folder, which a signed address opens. */
  folder: string;
  path: string;
}

/** The same with the ratings of this moment. */
export interface ItemRow extends CatalogueItem, ItemRatings {}
export interface BriefRow extends ItemBrief, ItemRatings {}

/** Grows with every change of the catalogue. */
export const VERSION_SETTING = 'catalogue-version';

export const findVersion = async (db: Connection): Promise<string> => (await findSetting(db, VERSION_SETTING)) ?? '0';

/**
 * Tells every process that the catalogue has changed, with the change's own transaction. Without `publishChange`
 * (prepare.ts) every title is prepared again.
 *
 * @returns the new version.
 */
export async function bumpVersion(tx: Connection): Promise<string> {
  const { rows } = await sql<{ value: string }>`
    insert into settings as known (name, value) values (${VERSION_SETTING}, '1')
    on conflict (name) do update set value = (known.value::bigint + 1)::text returning value`.execute(tx);
  return rows[0]!.value;
}

export const listThemeRows = (db: Connection): Promise<ThemeRow[]> =>
  db.selectFrom('themes').selectAll().orderBy('position').orderBy('id').execute();

/** `leaves_at` says what viewers need of the end. */
type ShownColumn = Exclude<keyof typeof titleColumns, 'ends_at'>;

const itemColumns = (Object.keys(titleColumns) as (keyof typeof titleColumns)[])
  .filter((column): column is ShownColumn => column !== 'ends_at')
  .map((column) => `items.${column}` as const);

const oneOf = (ids: readonly number[]) => sql<number>`any(${[...ids]}::int[])`;

/** The next release of each title that has one, by its id. */
async function listNextReleases(db: Connection, ids: readonly number[], now: Date): Promise<Map<number, NextRelease>> {
  const rows = await db
    .selectFrom(releasedEpisodes.as('episodes'))
    .leftJoin('publications as own', (join) => join.onRef('own.id', '=', 'episodes.id').on('own.kind', '=', 'episode'))
    .leftJoin('publications as title', (join) =>
      join.onRef('title.id', '=', 'episodes.item_id').on('title.kind', '=', 'title'),
    )
    .where('episodes.item_id', '=', oneOf(ids))
    .where('episodes.published_at', '>', now)
    .where((eb) =>
      eb.or([eb('episodes.ends_at', 'is', null), eb('episodes.ends_at', '>', eb.ref('episodes.published_at'))]),
    )
    .distinctOn('episodes.item_id')
    .orderBy('episodes.item_id')
    .orderBy('episodes.published_at')
    .orderBy('episodes.order')
    .select([
      'episodes.item_id',
      'episodes.episode_num',
      'episodes.published_at as at',
      // The decision that sets the instant says why. Without one of them, the record does.
      sql<
        string | null
      >`case episodes.published_at when own.starts_at then own.notice when title.starts_at then title.notice end`.as(
        'notice',
      ),
    ])
    .execute();
  return new Map(rows.map(({ item_id: id, ...release }) => [id, release]));
}

type Tracks = Pick<CatalogueItem, 'audio_tracks' | 'subtitle_tracks'>;
const NO_TRACKS: Tracks = { audio_tracks: [], subtitle_tracks: [] };

/** Each once: whole languages before roles, then by name. */
const sortedTracks = (keys: readonly string[]): string[] => {
  const rank = (key: string) => (key.includes('/') ? 1 : 0);
  return [...new Set(keys)].sort((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1));
};

/** The tracks of the published episodes of each title. */
async function listTracks(db: Connection, ids: readonly number[], now: Date): Promise<Map<number, Tracks>> {
  const rows = await db
    .selectFrom(releasedEpisodes.as('episodes'))
    .where('item_id', '=', oneOf(ids))
    .where(isOut('episodes', now))
    .select(['item_id', 'audio_tracks', 'subtitle_tracks'])
    .distinct()
    .execute();
  const tracksOf = (part: readonly Tracks[]): Tracks => ({
    audio_tracks: sortedTracks(part.flatMap(({ audio_tracks: keys }) => keys)),
    subtitle_tracks: sortedTracks(part.flatMap(({ subtitle_tracks: keys }) => keys)),
  });
  return new Map([...groupBy(rows, ({ item_id: id }) => id)].map(([id, part]) => [id, tracksOf(part)]));
}

/** Players know both protocols; DASH starts faster. */
function trailerStreamOf(clip: Pick<ClipRow, 'streams' | 'subtitles' | 'thumbnails'>): TrailerStream | null {
  const open = clip.streams.filter(({ drm }) => !drm);
  const stream = open.find(({ protocol }) => protocol === 'dash') ?? open[0];
  return stream ? { folder: clipFolderOf(clip), path: stream.path } : null;
}

async function listTrailers(db: Connection, ids: readonly number[]): Promise<Map<number, TrailerStream | null>> {
  const rows = await db
    .selectFrom('items')
    .innerJoin('clips', 'clips.id', 'items.trailer')
    .where('items.id', '=', oneOf(ids))
    .select(['items.id', 'clips.streams', 'clips.subtitles', 'clips.thumbnails'])
    .execute();
  return new Map(rows.map(({ id, ...clip }) => [id, trailerStreamOf(clip)]));
}

/** The themes of titles, in the order of the themes. */
async function listThemeIds(db: Connection, ids: readonly number[]): Promise<Map<number, number[]>> {
  const rows = await db
    .selectFrom('item_themes')
    .select(['item_id', 'theme_id'])
    .where('item_id', '=', oneOf(ids))
    .orderBy('theme_id')
    .execute();
  return new Map(
    [...groupBy(rows, ({ item_id: id }) => id)].map(([id, part]) => [id, part.map(({ theme_id: theme }) => theme)]),
  );
}

/** Titles as of one moment, in the catalogue's order; without those that an operator hides. */
export async function listCatalogueItems(db: Connection, ids: readonly number[], now: Date): Promise<CatalogueItem[]> {
  const [items, tracks, trailers, releases, themes] = await Promise.all([
    listItems(db, ids, now),
    listTracks(db, ids, now),
    listTrailers(db, ids),
    listNextReleases(db, ids, now),
    listThemeIds(db, ids),
  ]);
  return items.map((item) => ({
    ...item,
    ...(tracks.get(item.id) ?? NO_TRACKS),
    trailer_stream: trailers.get(item.id) ?? null,
    next_release: releases.get(item.id) ?? null,
    theme_ids: themes.get(item.id) ?? [],
  }));
}

/** A title ends with its own instant, or with the last of its episodes. */
const hasNotEnded = (now: Date) => sql<boolean>`(items.ends_at is null or items.ends_at > ${now}) and not exists (
  select 1 from ${releasedEpisodes} as episodes where episodes.item_id = items.id
  having count(*) > 0 and bool_and(coalesce(episodes.ends_at <= ${now}, false)))`;

const listItems = (
  db: Connection,
  ids: readonly number[],
  now: Date,
): Promise<Omit<CatalogueItem, keyof Tracks | 'trailer_stream' | 'next_release' | 'theme_ids'>[]> =>
  db
    .selectFrom('items')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom(releasedEpisodes.as('episodes'))
          .where('episodes.item_id', '=', oneOf(ids))
          .where(isOut('episodes', now))
          .groupBy('episodes.item_id')
          .select((counted) => [
            'episodes.item_id',
            sql<number>`count(*)::int`.as('cnt_episode'),
            sql<boolean>`bool_or(episodes.access = 'avod')`.as('has_avod'),
            sql<number[]>`array_agg(episodes.id order by episodes."order")`.as('episode_ids'),
            sql<number>`(array_agg(episodes.id order by episodes.published_at desc, episodes."order" desc))[1]`.as(
              'latest_episode_id',
            ),
            counted.fn.max('episodes.published_at').as('latest_published_at'),
            sql<CatalogueItem['limited_episodes'] | null>`json_agg(
              json_build_object('id', episodes.id, 'countries', episodes.countries) order by episodes."order"
            ) filter (where episodes.countries <> '{}')`.as('limited_episodes'),
            sql<Date | null>`case when bool_and(episodes.ends_at is not null) then max(episodes.ends_at) end`.as(
              'leaves_at',
            ),
          ])
          .as('published'),
      (join) => join.onRef('published.item_id', '=', 'items.id'),
    )
    .leftJoin('publications as title', (join) => join.onRef('title.id', '=', 'items.id').on('title.kind', '=', 'title'))
    .where('items.id', '=', oneOf(ids))
    .where(sql<boolean>`title.is_hidden is not true`)
    .where(hasNotEnded(now))
    .select([
      ...itemColumns,
      'items.position',
      sql<number[]>`coalesce(published.episode_ids, '{}')`.as('episode_ids'),
      sql<number>`coalesce(published.cnt_episode, 0)`.as('cnt_episode'),
      sql<boolean>`coalesce(published.has_avod, false)`.as('has_avod'),
      sql<CatalogueItem['limited_episodes']>`coalesce(published.limited_episodes, '[]')`.as('limited_episodes'),
      'published.latest_episode_id',
      'published.latest_published_at',
      sql<Date | null>`coalesce(published.leaves_at, items.ends_at)`.as('leaves_at'),
    ])
    .orderBy('items.position')
    .orderBy('items.id')
    .execute();

/** The sums of titles' ratings, by id; titles that nobody has rated are left out. */
export async function listItemRatings(db: Connection, ids: readonly number[]): Promise<Map<number, ItemRatings>> {
  const { rows } = await sql<ItemRatings & { item_id: number }>`
    select item_id, cnt_rating, sum_rating from item_figures where item_id = any(${[...ids]}::int[])`.execute(db);
  return new Map(rows.map(({ item_id: id, cnt_rating, sum_rating }) => [id, { cnt_rating, sum_rating }]));
}

/** The published episodes of titles, the oldest first. */
export async function listEpisodesOfItems(
  db: Connection,
  itemIds: readonly number[],
  now: Date,
): Promise<Map<number, EpisodeRow[]>> {
  const { rows } = await sql<EpisodeRow>`
    select * from ${releasedEpisodes} as episodes
    where item_id = ${oneOf(itemIds)} and ${isOut('episodes', now)} order by "order"`.execute(db);
  return groupBy(rows, ({ item_id: id }) => id);
}

/** The published ones of some episodes. */
export async function listEpisodesByIds(
  db: Connection,
  ids: readonly number[],
  now: Date,
): Promise<Map<number, EpisodeRow>> {
  const { rows } = await sql<EpisodeRow>`
    select * from ${releasedEpisodes} as episodes where id = ${oneOf(ids)} and ${isOut('episodes', now)}`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

export interface Neighbours {
  previousId: number | null;
  nextId: number | null;
}

export interface CountedThemeRow extends ThemeRow {
  cnt_item: number;
}

export const findClip = (db: Connection, id: string): Promise<ClipRow | undefined> =>
  db.selectFrom('clips').selectAll().where('id', '=', id).executeTakeFirst();

export const findClipOfEpisode = (db: Connection, episodeId: number): Promise<ClipRow | undefined> =>
  db
    .selectFrom('clips')
    .innerJoin('episodes', 'episodes.clip_id', 'clips.id')
    .selectAll('clips')
    .where('episodes.id', '=', episodeId)
    .executeTakeFirst();

/** The age limit of a title; undefined when the catalogue does not have it. */
export const findContentRating = async (db: Connection, itemId: number): Promise<ContentRating | undefined> =>
  (await db.selectFrom('items').select('content_rating').where('id', '=', itemId).executeTakeFirst())?.content_rating;

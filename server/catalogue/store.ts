import { sql, type Selectable } from 'kysely';
import type { ContentRating } from '#contract/profiles.ts';
import type { Connection } from '../db/open.ts';
import type { ClipRow, EpisodeRow, ItemsTable, ThemeRow } from '../db/tables.ts';

/** A title with what its published episodes say about it. */
export interface ItemRow extends Selectable<ItemsTable> {
  cnt_episode: number;
  has_avod: boolean;
  latest_published_at: Date | null;
}

/** Titles with their episodes counted as of `now`; what comes out later is not there yet. */
const selectItems = (db: Connection, now: Date) =>
  db
    .selectFrom('items')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('episodes')
          .whereRef('episodes.item_id', '=', 'items.id')
          .where('episodes.published_at', '<=', now)
          .select((counted) => [
            sql<number>`count(*)::int`.as('cnt_episode'),
            sql<boolean>`coalesce(bool_or(episodes.access = 'avod'), false)`.as('has_avod'),
            counted.fn.max('episodes.published_at').as('latest_published_at'),
          ])
          .as('published'),
      (join) => join.onTrue(),
    )
    .selectAll('items')
    .select(['published.cnt_episode', 'published.has_avod', 'published.latest_published_at']);

export const findItem = (db: Connection, id: number, now: Date): Promise<ItemRow | undefined> =>
  selectItems(db, now).where('items.id', '=', id).executeTakeFirst();

export interface ItemFilter {
  /** Only these, in this order. */
  ids?: readonly number[];
  weekday?: number;
  themeId?: number;
  /** The ratings that the profile may watch. */
  allowed: readonly ContentRating[];
  sorting?: 'catalogue' | 'recent' | 'rating';
  limit: number;
}

/** Titles with at least one published episode. */
export async function listItems(db: Connection, filter: ItemFilter, now: Date): Promise<ItemRow[]> {
  let query = selectItems(db, now)
    .where('published.cnt_episode', '>', 0)
    .where((eb) => eb('items.content_rating', '=', sql<ContentRating>`any(${[...filter.allowed]}::text[])`))
    .limit(filter.limit);
  if (filter.ids) query = query.where((eb) => eb('items.id', '=', sql<number>`any(${[...filter.ids!]}::int[])`));
  if (filter.weekday !== undefined)
    query = query.where('items.weekday', '=', filter.weekday).where('items.is_ended', '=', false);
  if (filter.themeId !== undefined)
    query = query
      .innerJoin('item_themes', 'item_themes.item_id', 'items.id')
      .where('item_themes.theme_id', '=', filter.themeId)
      .orderBy('item_themes.position');
  if (filter.sorting === 'recent') query = query.orderBy('published.latest_published_at', 'desc');
  if (filter.sorting === 'rating')
    query = query.orderBy(
      sql`case when items.cnt_rating = 0 then 0 else items.sum_rating / items.cnt_rating end`,
      'desc',
    );
  const rows = await query.orderBy('items.position').orderBy('items.id').execute();
  if (!filter.ids) return rows;
  const byId = new Map(rows.map((row) => [row.id, row]));
  return filter.ids.flatMap((id) => byId.get(id) ?? []);
}

export async function listEpisodesOfItem(
  db: Connection,
  query: { itemId: number; sort: 'oldest' | 'latest'; limit: number; offset: number },
  now: Date,
): Promise<EpisodeRow[]> {
  return db
    .selectFrom('episodes')
    .selectAll()
    .where('item_id', '=', query.itemId)
    .where('published_at', '<=', now)
    .orderBy('order', query.sort === 'oldest' ? 'asc' : 'desc')
    .limit(query.limit)
    .offset(query.offset)
    .execute();
}

/** An episode that is out. */
export const findEpisode = (db: Connection, id: number, now: Date): Promise<EpisodeRow | undefined> =>
  db.selectFrom('episodes').selectAll().where('id', '=', id).where('published_at', '<=', now).executeTakeFirst();

export const listEpisodesById = (db: Connection, ids: readonly number[], now: Date): Promise<EpisodeRow[]> =>
  db
    .selectFrom('episodes')
    .selectAll()
    .where((eb) => eb('id', '=', sql<number>`any(${[...ids]}::int[])`))
    .where('published_at', '<=', now)
    .execute();

/** The newest episodes, one of a title. */
export const listNewestEpisodes = (
  db: Connection,
  { allowed, limit }: { allowed: readonly ContentRating[]; limit: number },
  now: Date,
): Promise<EpisodeRow[]> =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('episodes')
        .innerJoin('items', 'items.id', 'episodes.item_id')
        .where('episodes.published_at', '<=', now)
        .where((inner) => inner('items.content_rating', '=', sql<ContentRating>`any(${[...allowed]}::text[])`))
        .distinctOn('episodes.item_id')
        .selectAll('episodes')
        .orderBy('episodes.item_id')
        .orderBy('episodes.published_at', 'desc')
        .orderBy('episodes.order', 'desc')
        .as('newest'),
    )
    .selectAll()
    .orderBy('published_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();

export interface Neighbours {
  previousId: number | null;
  nextId: number | null;
}

/** The published episodes before and after each of these in its title, by their ids. */
export async function listNeighbours(
  db: Connection,
  episodes: readonly Pick<EpisodeRow, 'id' | 'item_id'>[],
  now: Date,
): Promise<Map<number, Neighbours>> {
  if (episodes.length === 0) return new Map();
  const { rows } = await sql<{ id: number; previous_id: number | null; next_id: number | null }>`
    select id, previous_id, next_id from (
      select id, lag(id) over title as previous_id, lead(id) over title as next_id
      from episodes
      where item_id = any(${episodes.map(({ item_id: id }) => id)}::int[]) and published_at <= ${now}
      window title as (partition by item_id order by "order")
    ) as placed
    where id = any(${episodes.map(({ id }) => id)}::int[])`.execute(db);
  return new Map(rows.map((row) => [row.id, { previousId: row.previous_id, nextId: row.next_id }]));
}

export const findClip = (db: Connection, id: string): Promise<ClipRow | undefined> =>
  db.selectFrom('clips').selectAll().where('id', '=', id).executeTakeFirst();

export interface CountedThemeRow extends ThemeRow {
  cnt_item: number;
}

/** Themes that have something for a profile with these ratings. */
export const listThemes = (
  db: Connection,
  { allowed }: { allowed: readonly ContentRating[] },
): Promise<CountedThemeRow[]> =>
  db
    .selectFrom('themes')
    .innerJoin('item_themes', 'item_themes.theme_id', 'themes.id')
    .innerJoin('items', 'items.id', 'item_themes.item_id')
    .where((eb) => eb('items.content_rating', '=', sql<ContentRating>`any(${[...allowed]}::text[])`))
    .groupBy('themes.id')
    .selectAll('themes')
    .select(sql<number>`count(*)::int`.as('cnt_item'))
    .orderBy('themes.position')
    .execute();

/** Whether a picture of this path belongs to the catalogue. */
export async function hasArt(db: Connection, path: string): Promise<boolean> {
  const { rows } = await sql<{ found: number }>`
    select 1 as found from items where ${path} in (poster, wide, backdrop)
    union all select 1 from episodes where thumbnail = ${path}
    union all select 1 from themes where image = ${path}
    union all select 1 from profile_images where path = ${path}
    limit 1`.execute(db);
  return rows.length > 0;
}

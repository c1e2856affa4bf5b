import { sql, type RawBuilder } from 'kysely';
import type { Connection } from '#server/db/open.ts';
import type { PublicationRow } from '#server/db/tables.ts';
import type { Decision } from './publication-rules.ts';

/** A title, and what operators see of it. */
export interface OperatedTitle extends Decision {
  id: number;
  /** When an operator last decided about its release; null for never. */
  changed_at: Date | null;
  name: string;
  rating_reasons: string[];
  /** Clip of the trailer. */
  trailer: string | null;
  /** When the first of its visible episodes comes out, whatever was decided for the title. */
  first_at: Date | null;
  ends_at: Date | null;
  cnt_episode: number;
  /** Episodes that viewers see. */
  cnt_out: number;
  /** Viewers have seen it before the last decision. */
  was_out: boolean;
}

/** An episode, and what operators see of it. */
export interface OperatedEpisode extends Decision {
  id: number;
  /** When an operator last decided about its release; null for never. */
  changed_at: Date | null;
  item_id: number;
  order: number;
  episode_num: string;
  subject: string;
  /** The date in the catalogue's record; a publication may override it. */
  published_at: Date;
  /** Its own end or that of its title, the earlier one. */
  ends_at: Date | null;
  /** Viewers have seen it before the last decision. */
  was_out: boolean;
}

async function listTitleRows(db: Connection, which: RawBuilder<unknown>, now: Date): Promise<OperatedTitle[]> {
  const { rows } = await sql<OperatedTitle>`
    select found.id, found.name, found.rating_reasons, found.trailer, found.ends_at, coalesce(title.is_hidden, false) as is_hidden, title.starts_at, title.notice, title.changed_at,
      coalesce(title.was_out, false) as was_out,
      counted.first_at, counted.cnt_episode, counted.cnt_out
    from (select id, name, rating_reasons, trailer, ends_at from items ${which}) as found
    left join publications as title on title.kind = 'title' and title.id = found.id
    cross join lateral (
      select count(*)::int as cnt_episode,
        min(coalesce(own.starts_at, episodes.published_at)) filter (where own.is_hidden is not true) as first_at,
        (count(*) filter (where own.is_hidden is not true and title.is_hidden is not true
          and greatest(coalesce(own.starts_at, episodes.published_at), title.starts_at) <= ${now}
          and coalesce(least(episodes.ends_at, found.ends_at) > ${now}, true)))::int as cnt_out
      from episodes left join publications as own on own.kind = 'episode' and own.id = episodes.id
      where episodes.item_id = found.id
    ) as counted
    order by found.id`.execute(db);
  return rows;
}

/** A part of all titles, by id. */
export const listTitlesAfter = (
  db: Connection,
  { after, limit }: { after: number; limit: number },
  now: Date,
): Promise<OperatedTitle[]> => listTitleRows(db, sql`where id > ${after} order by id limit ${limit}`, now);

/** These titles, by id. */
export const listTitlesOf = (db: Connection, ids: readonly number[], now: Date): Promise<OperatedTitle[]> =>
  listTitleRows(db, sql`where id = any(${[...ids]}::int[])`, now);

/** Ids of a page of all titles in the order of their ids, and how many titles there are. */
export async function listTitleIds(
  db: Connection,
  { direction, limit, offset }: { direction: 'up' | 'down'; limit: number; offset: number },
): Promise<{ count: number; ids: number[] }> {
  const { count } = await db
    .selectFrom('items')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('items')
    .select('id')
    .orderBy('id', direction === 'down' ? 'desc' : 'asc')
    .limit(limit)
    .offset(offset)
    .execute();
  return { count, ids: rows.map(({ id }) => id) };
}

/** Ids and names of all titles, which are read in a tenth of the time of their releases. */
export const listTitleNames = (db: Connection): Promise<Pick<OperatedTitle, 'id' | 'name'>[]> =>
  db.selectFrom('items').select(['id', 'name']).execute();

/** A title and what its release follows from. */
export type ReleasedTitle = Pick<
  OperatedTitle,
  'id' | 'name' | 'is_hidden' | 'starts_at' | 'notice' | 'first_at' | 'ends_at'
>;

/**
 * All titles, without an order that matters: a catalogue has some thousands. Episodes are grouped in one pass; a count for each
 * title, as `listTitleRows` does it, takes five times as long.
 */
export async function listReleasedTitles(db: Connection): Promise<ReleasedTitle[]> {
  const { rows } = await sql<ReleasedTitle>`
    select items.id, items.name, items.ends_at, coalesce(title.is_hidden, false) as is_hidden, title.starts_at, title.notice, released.first_at
    from items
    left join publications as title on title.kind = 'title' and title.id = items.id
    left join (
      select item_id, min(coalesce(own.starts_at, episodes.published_at)) as first_at
      from episodes left join publications as own on own.kind = 'episode' and own.id = episodes.id
      where own.is_hidden is not true
      group by item_id
    ) as released on released.item_id = items.id`.execute(db);
  return rows;
}

export const findTitle = async (db: Connection, id: number, now: Date): Promise<OperatedTitle | undefined> =>
  (await listTitleRows(db, sql`where id = ${id}`, now))[0];

const selectEpisodes = (db: Connection) =>
  db
    .selectFrom('episodes')
    .innerJoin('items', 'items.id', 'episodes.item_id')
    .leftJoin('publications as own', (join) => join.onRef('own.id', '=', 'episodes.id').on('own.kind', '=', 'episode'))
    .select([
      'episodes.id',
      'episodes.item_id',
      'episodes.order',
      'episodes.episode_num',
      'episodes.subject',
      'episodes.published_at',
      sql<Date | null>`least(episodes.ends_at, items.ends_at)`.as('ends_at'),
      sql<boolean>`coalesce(own.is_hidden, false)`.as('is_hidden'),
      'own.starts_at',
      'own.notice',
      'own.changed_at',
      sql<boolean>`coalesce(own.was_out, false)`.as('was_out'),
    ]);

export const listEpisodesOfTitle = (db: Connection, itemId: number): Promise<OperatedEpisode[]> =>
  selectEpisodes(db).where('episodes.item_id', '=', itemId).orderBy('episodes.order').execute();

export const listEpisodes = (db: Connection, ids: readonly number[]): Promise<OperatedEpisode[]> =>
  selectEpisodes(db)
    .where(sql<boolean>`episodes.id = any(${[...ids]}::int[])`)
    .execute();

/** Those of these episodes that a product sells alone. */
export async function listSoldEpisodes(db: Connection, ids: readonly number[]): Promise<Set<number | null>> {
  const rows = await db
    .selectFrom('products')
    .select('episode_id')
    .where(sql<boolean>`episode_id = any(${[...ids]}::int[])`)
    .execute();
  return new Set(rows.map(({ episode_id: id }) => id));
}

export const findEpisode = (db: Connection, id: number): Promise<OperatedEpisode | undefined> =>
  selectEpisodes(db).where('episodes.id', '=', id).executeTakeFirst();

export async function saveDecision(tx: Connection, row: PublicationRow): Promise<void> {
  const { is_hidden, starts_at, notice, was_out, changed_at } = row;
  await tx
    .insertInto('publications')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['kind', 'id']).doUpdateSet({ is_hidden, starts_at, notice, was_out, changed_at }),
    )
    .execute();
}

/** Ids of clips that episodes play. */
export async function listClipIdsOf(db: Connection, episodeIds: readonly number[]): Promise<string[]> {
  const rows = await db
    .selectFrom('episodes')
    .select('clip_id')
    .distinct()
    .where((eb) => eb('id', '=', sql<number>`any(${[...episodeIds]}::int[])`))
    .orderBy('clip_id')
    .execute();
  return rows.map(({ clip_id: id }) => id);
}

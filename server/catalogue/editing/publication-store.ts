import { sql, type RawBuilder } from 'kysely';
import type { Connection } from '#server/db/open.ts';
import type { PublicationRow } from '#server/db/tables.ts';
import type { Decision, ReleaseState } from './publication-rules.ts';

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

/** Ids and names of all titles. */
export const listTitleNames = (db: Connection): Promise<Pick<OperatedTitle, 'id' | 'name'>[]> =>
  db.selectFrom('items').select(['id', 'name']).execute();

/** `releaseOf` for all titles, as the rows `released` with `id`, `at` and `state`. */
const releasedTitles = (now: Date) => sql`released as (
  select id, names, name_key, at, case
      when is_hidden then 'unpublished'
      when ends_at <= ${now} then 'ended'
      when at is null or (first_at is null and at <= ${now}) then 'announced'
      when at <= ${now} then 'published'
      when notice is not null and starts_at > ${now} then 'delayed'
      else 'scheduled' end as state
  from (
    select own.item_id as id, own.names, own.name_key, own.first_at, own.ends_at, title.starts_at, title.notice,
      coalesce(title.is_hidden, false) as is_hidden, greatest(own.first_at, title.starts_at) as at
    from prepared_operated as own
    left join publications as title on title.kind = 'title' and title.id = own.item_id
  ) as decided
)`;

/**
 * Ids of a page of the titles in a state or with a word in one of their names, or of all, and how many they are. Those without
 * a date come last.
 *
 * @param asked.named what is looked for in names, in letters and digits alone; a title with the id is found, too
 */
export async function listReleasedIds(
  db: Connection,
  asked: {
    named: { wanted: string; id: number | null };
    state: ReleaseState | undefined;
    sorting: 'id' | 'at' | 'name';
    direction: 'up' | 'down';
    limit: number;
    offset: number;
  },
  now: Date,
): Promise<{ count: number; ids: number[] }> {
  const { named, state, sorting, direction, limit, offset } = asked;
  const order = direction === 'down' ? sql`desc` : sql`asc`;
  const sorted = {
    id: sql`null`,
    at: sql`case when state not in ('unpublished', 'announced') then at end`,
    name: sql`name_key`,
  }[sorting];
  const isNamed =
    named.wanted === '' ? sql`true` : sql`(position(${named.wanted} in names) > 0 or id = ${named.id}::int)`;
  const { rows } = await sql<{ count: number; ids: number[] }>`
    with ${releasedTitles(now)}, wanted as materialized (
      select id, ${sorted} as sorted from released
      where ${isNamed} ${state === undefined ? sql`` : sql`and state = ${state}`}
    )
    select (select count(*)::int from wanted) as count, array(
      select id from wanted order by sorted ${order}, id ${order} limit ${limit} offset ${offset}
    ) as ids`.execute(db);
  return rows[0]!;
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

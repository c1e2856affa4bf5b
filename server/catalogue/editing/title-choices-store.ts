import { sql } from 'kysely';
import type { Connection } from '#server/db/open.ts';

/** A title with all its names. */
export interface NamedItem {
  id: number;
  name: string;
  names: { lang: string; name: string }[];
  aliases: string[];
}

/** These titles with all their names. */
export const listNamedItems = (db: Connection, ids: readonly number[]): Promise<NamedItem[]> =>
  db
    .selectFrom('items')
    .select(['id', 'name', 'names', 'aliases'])
    .where((eb) => eb('id', '=', sql<number>`any(${[...ids]}::int[])`))
    .execute();

/**
 * A page of the titles one of whose names has the text, and how many there are: first those with that name, then those with
 * one that begins so, then the others; the newest first.
 *
 * @param wanted letters and digits alone
 * @param id also found, as a name
 */
export async function findItemIds(
  db: Connection,
  { wanted, id, limit, offset }: { wanted: string; id: number | null; limit: number; offset: number },
): Promise<{ count: number; ids: number[] }> {
  const has = (text: string) => sql`position(${text} in names) > 0`;
  const { rows } = await sql<{ count: number; ids: number[] }>`
    with found as materialized (
      select item_id, case when item_id = ${id}::int or ${has(`\n${wanted}\n`)} then 0
        when ${has(`\n${wanted}`)} then 1 else 2 end as rank
      from prepared_operated where ${has(wanted)} or item_id = ${id}::int
    )
    select (select count(*)::int from found) as count, array(
      select item_id from found order by rank, item_id desc limit ${limit} offset ${offset}
    ) as ids`.execute(db);
  return rows[0]!;
}

/** A page of all titles, the newest first, and how many there are. */
export async function listNewestItems(
  db: Connection,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ count: number; items: NamedItem[] }> {
  const all = db.selectFrom('items');
  const { cnt } = await all.select(sql<number>`count(*)::int`.as('cnt')).executeTakeFirstOrThrow();
  const items = await all
    .select(['id', 'name', 'names', 'aliases'])
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return { count: cnt, items };
}

/** What shows a title to its chooser, by id. */
export async function listTitleCards(
  db: Connection,
  ids: readonly number[],
): Promise<Map<number, { poster: string; cnt_episode: number }>> {
  const rows = await db
    .selectFrom('items')
    .select(['id', 'poster'])
    .select(sql<number>`(select count(*)::int from episodes where item_id = items.id)`.as('cnt_episode'))
    .where((eb) => eb('id', '=', sql<number>`any(${[...ids]}::int[])`))
    .execute();
  return new Map(rows.map(({ id, ...card }) => [id, card]));
}

/** Paths of posters, by the id of the title. */
export async function listPosters(db: Connection, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('items')
    .select(['id', 'poster'])
    .where((eb) => eb('id', '=', sql<number>`any(${[...ids]}::int[])`))
    .execute();
  return new Map(rows.map(({ id, poster }) => [id, poster]));
}

import { sql } from 'kysely';
import type { Connection } from '#server/db/open.ts';

/** A title with all its names. */
export interface NamedItem {
  id: number;
  name: string;
  names: { lang: string; name: string }[];
  aliases: string[];
}

/** All names of all titles. A catalogue has some thousands. */
export const listNamedItems = (db: Connection): Promise<NamedItem[]> =>
  db.selectFrom('items').select(['id', 'name', 'names', 'aliases']).execute();

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

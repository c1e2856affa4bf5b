import { sql } from 'kysely';
import type { Connection } from '#server/db/open.ts';

/** A title with all its names. */
export interface NamedItem {
  id: number;
  name: string;
  names: { lang: string; name: string }[];
  aliases: string[];
}

/**
 * At least the titles with a name that `pattern` fits. Names in other languages are compared as the text of their column, so that
 * more may be found.
 */
export async function listNamedItems(db: Connection, pattern: string, id: number | null): Promise<NamedItem[]> {
  const { rows } = await sql<NamedItem>`
    select id, name, names, aliases from items
    where normalize(name) ilike ${pattern} or normalize(names::text) ilike ${pattern}
      or normalize(array_to_string(aliases, ' ')) ilike ${pattern} or id = ${id}::int`.execute(db);
  return rows;
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

import { sql } from 'kysely';
import type { AlikeTitles } from '#server/catalogue/lists/likeness.ts';
import { alikeOf, type AlikeRow } from '#server/catalogue/lists/similar-store.ts';
import type { Connection } from '#server/db/open.ts';

/** The learnt likeness of some titles; those of which nothing was learnt are left out. */
export async function listLearnt(db: Connection, ids: readonly number[]): Promise<Map<number, AlikeTitles>> {
  const { rows } = await sql<AlikeRow>`
    select item_id as id, ids, scores from learnt_titles where item_id = any(${[...ids]}::int[])`.execute(db);
  return new Map(rows.map((row) => [row.id, alikeOf(row)]));
}

/** Titles in one statement. */
const AT_ONCE = 500;

/** Replaces all that was learnt before. */
export async function replaceLearnt(
  tx: Connection,
  learnt: ReadonlyMap<number, AlikeTitles>,
  learntAt: Date,
): Promise<void> {
  await sql`delete from learnt_titles`.execute(tx);
  const rows = [...learnt].map(([id, { ids, scores }]) => ({ item_id: id, ids: ids.join(), scores: scores.join() }));
  for (let from = 0; from < rows.length; from += AT_ONCE)
    await sql`insert into learnt_titles (item_id, ids, scores, learnt_at)
      select item_id, ids, scores, ${learntAt}
      from jsonb_to_recordset(${JSON.stringify(rows.slice(from, from + AT_ONCE))}::jsonb)
        as given (item_id int, ids text, scores text)`.execute(tx);
}

export async function hasLearnt(db: Connection): Promise<boolean> {
  const { rows } = await sql`select 1 from learnt_titles limit 1`.execute(db);
  return rows.length > 0;
}

export async function listListedTitles(db: Connection): Promise<number[]> {
  const { rows } = await sql<{ item_id: number }>`
    select item_id from prepared_titles where is_listed order by item_id`.execute(db);
  return rows.map(({ item_id: id }) => id);
}

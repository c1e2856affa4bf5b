import type { Connection } from '../db/open.ts';

/** Titles by the number of profiles that played them since an instant, the most watched first. */
export async function listMostWatched(db: Connection, since: Date, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('play_logs')
    .where('opened_at', '>=', since)
    .groupBy('item_id')
    .select(['item_id', (eb) => eb.fn.count('profile_id').distinct().as('viewers')])
    .orderBy('viewers', 'desc')
    .orderBy('item_id')
    .limit(limit)
    .execute();
  return rows.map(({ item_id: id }) => id);
}

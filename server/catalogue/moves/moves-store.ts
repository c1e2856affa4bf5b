import { sql } from 'kysely';
import type { Connection } from '#server/db/open.ts';

/** An episode at its place in a title. */
export interface PlacedEpisode {
  id: number;
  item_id: number;
  order: number;
}

/** Gives an episode and its products to another title, and both titles their order. */
export async function moveRows(
  tx: Connection,
  moved: { episodeId: number; from: number; to: number; number: string },
  placed: readonly PlacedEpisode[],
): Promise<void> {
  const { episodeId, from, to, number } = moved;
  await sql`update episodes set item_id = given.item_id, "order" = given.place
    from unnest(${placed.map(({ id }) => id)}::int[], ${placed.map(({ item_id: id }) => id)}::int[],
      ${placed.map(({ order }) => order)}::int[]) as given (id, item_id, place)
    where episodes.id = given.id`.execute(tx);
  await sql`update episodes set episode_num = ${number} where id = ${episodeId}`.execute(tx);
  await sql`update products set item_id = ${to},
      position = position + (select coalesce(max(position), 0) + 1 from products where item_id = ${to})
    where episode_id = ${episodeId}`.execute(tx);
  await sql`update notification_fan_outs set item_id = ${to} where episode_id = ${episodeId}`.execute(tx);
  // A job that replaces its video finds it in the other title.
  await sql`update media_jobs
    set target = target || jsonb_build_object('titleId', ${to}::int, 'episodeNum', ${number}::text)
    where (target->>'episodeId')::int = ${episodeId}`.execute(tx);
  // Left over from days that were counted again after an earlier move.
  await sql`delete from episode_days where item_id = ${to} and episode_id = ${episodeId}`.execute(tx);
  await sql`update episode_days set item_id = ${to} where item_id = ${from} and episode_id = ${episodeId}`.execute(tx);
}

/** Tables of accounts whose rows name an episode and its title. */
const TABLES = [
  'playback_offsets',
  'play_logs',
  'watch_days',
  'history_removals',
  'download_grants',
  'orders',
  'notifications',
] as const;

/** Gives the rows of accounts about an episode to its title. */
export async function carryRows(
  tx: Connection,
  accountIds: readonly string[],
  { episodeId, titleId }: { episodeId: number; titleId: number },
): Promise<void> {
  for (const table of TABLES)
    await sql`update ${sql.table(table)} set item_id = ${titleId}
      where account_id = any(${[...accountIds]}::uuid[]) and episode_id = ${episodeId} and item_id <> ${titleId}`.execute(
      tx,
    );
}

/** Accounts with a right to a whole title. Reads every order: for rare calls of operators only. */
export async function countBuyers(db: Connection, titleId: number, now: Date): Promise<number> {
  const { rows } = await sql<{ cnt: number }>`
    select count(distinct account_id)::int as cnt from orders
    where item_id = ${titleId} and episode_id is null and status = 'paid'
      and (right_expires_at is null or right_expires_at > ${now})`.execute(db);
  return rows[0]!.cnt;
}

export const findTitleOfMoved = async (db: Connection, episodeId: number): Promise<number | undefined> =>
  (await db.selectFrom('episodes').select('item_id').where('id', '=', episodeId).executeTakeFirst())?.item_id;

import type { Insertable } from 'kysely';
import type { Connection } from '../db/open.ts';
import type { AdBreakRow, AdEventsTable, AdvertisementRow, ClipRow, PlayLogRow } from '../db/tables.ts';

export const listBreaks = (db: Connection, episodeId: number): Promise<AdBreakRow[]> =>
  db.selectFrom('ad_breaks').selectAll().where('episode_id', '=', episodeId).orderBy('offset').execute();

export const listAdvertisements = (db: Connection): Promise<AdvertisementRow[]> =>
  db.selectFrom('advertisements').selectAll().orderBy('id').execute();

export const findClipOf = (db: Connection, { clip_id: id }: AdvertisementRow): Promise<ClipRow | undefined> =>
  db.selectFrom('clips').selectAll().where('id', '=', id).executeTakeFirst();

export type AdPlayLog = Pick<PlayLogRow, 'id' | 'profile_id' | 'episode_id' | 'state' | 'expires_at'>;

export const findPlayLog = (db: Connection, accountId: string, id: string): Promise<AdPlayLog | undefined> =>
  db
    .selectFrom('play_logs')
    .select(['id', 'profile_id', 'episode_id', 'state', 'expires_at'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Keeps an event; one that was told before is kept once. */
export async function insertEvent(db: Connection, event: Insertable<AdEventsTable>): Promise<void> {
  await db
    .insertInto('ad_events')
    .values(event)
    .onConflict((conflict) => conflict.columns(['account_id', 'play_log_id', 'ad_id', 'event', 'position']).doNothing())
    .execute();
}

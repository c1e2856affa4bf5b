import type { Insertable } from 'kysely';
import type { Connection } from '../db/open.ts';
import type { EpisodeRow, PlaybackOffsetsTable, PlayLogsTable, RatingsTable } from '../db/tables.ts';

export const listProfileImageIds = async (db: Connection): Promise<number[]> =>
  (await db.selectFrom('profile_images').select('id').orderBy('position').execute()).map(({ id }) => id);

export type DemoEpisode = Pick<EpisodeRow, 'id' | 'item_id' | 'running_time'>;

/** The published episodes of each title, in the order of the catalogue. */
export async function listEpisodesByTitle(db: Connection, now: Date): Promise<Map<number, DemoEpisode[]>> {
  const episodes = await db
    .selectFrom('episodes')
    .innerJoin('items', 'items.id', 'episodes.item_id')
    .where('episodes.published_at', '<=', now)
    .select(['episodes.id', 'episodes.item_id', 'episodes.running_time'])
    .orderBy('items.position')
    .orderBy('episodes.order')
    .execute();
  const byTitle = new Map<number, DemoEpisode[]>();
  for (const episode of episodes) byTitle.set(episode.item_id, [...(byTitle.get(episode.item_id) ?? []), episode]);
  return byTitle;
}

export const listTitleRatings = (db: Connection) => db.selectFrom('items').select(['id', 'content_rating']).execute();

export async function insertHistory(
  tx: Connection,
  history: {
    playLogs: Insertable<PlayLogsTable>[];
    offsets: Insertable<PlaybackOffsetsTable>[];
    ratings: Insertable<RatingsTable>[];
  },
): Promise<void> {
  const { playLogs, offsets, ratings } = history;
  if (playLogs.length > 0) await tx.insertInto('play_logs').values(playLogs).execute();
  if (offsets.length > 0) await tx.insertInto('playback_offsets').values(offsets).execute();
  if (ratings.length > 0) await tx.insertInto('ratings').values(ratings).execute();
}

export const hasAccount = async (db: Connection, email: string): Promise<boolean> =>
  (await db.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirst()) !== undefined;

import { sql } from 'kysely';
import type { ContentRating } from '#contract/profiles.ts';
import type { Connection } from '#server/db/open.ts';
import { isOut, releasedEpisodes } from '#server/db/released-episodes.ts';
import type { HistoryRemovalsTable, PlaybackOffsetRow, ProfileRow } from '#server/db/tables.ts';
import { watchedBy } from '#server/db/watched.ts';

type ProfileKey = Pick<ProfileRow, 'account_id' | 'id'>;
type EpisodeKey = Pick<PlaybackOffsetRow, 'account_id' | 'profile_id' | 'episode_id'>;

/** An episode that a profile watched on one day. */
export interface WatchedEpisode {
  /** `YYYY-MM-DD`, in Korea. */
  day: string;
  episode_id: number;
  item_id: number;
  play_time: number;
  watched_at: Date;
}

export interface HistoryPage {
  /** All entries that the profile may see. */
  count: number;
  entries: WatchedEpisode[];
}

/** A page of a profile's history, the newest first; omits what is not out now or above the given age ratings. */
export async function findHistory(
  db: Connection,
  key: ProfileKey,
  page: { ratings: readonly ContentRating[]; now: Date; limit: number; offset: number },
): Promise<HistoryPage> {
  const { rows } = await sql<{ [K in keyof WatchedEpisode]: WatchedEpisode[K] | null } & { count: number }>`
    with entries as materialized (
      select watched.day, watched.episode_id, max(episodes.item_id) as item_id,
        sum(watched.play_time)::float8 as play_time, max(watched.watched_at) as watched_at
      from ${watchedBy(key)}
      join ${releasedEpisodes} as episodes on episodes.id = watched.episode_id
      join items on items.id = episodes.item_id
      where items.content_rating = any(${[...page.ratings]}::text[]) and ${isOut('episodes', page.now)}
      group by watched.day, watched.episode_id
    )
    select counted.count, shown.*
    from (select count(*)::int as count from entries) as counted
    left join (
      select * from entries order by day desc, watched_at desc, episode_id desc
      limit ${page.limit} offset ${page.offset}
    ) as shown on true
    order by shown.day desc, shown.watched_at desc, shown.episode_id desc`.execute(db);
  const entries = rows.flatMap(({ count: _count, ...entry }) =>
    entry.episode_id === null ? [] : [entry as WatchedEpisode],
  );
  return { count: rows[0]!.count, entries };
}

/** Deletes an offset. @returns the deleted one */
export const deleteOffset = (
  tx: Connection,
  { account_id, profile_id, episode_id }: EpisodeKey,
): Promise<Pick<PlaybackOffsetRow, 'offset' | 'is_finished' | 'updated_at'> | undefined> =>
  tx
    .deleteFrom('playback_offsets')
    .where('account_id', '=', account_id)
    .where('profile_id', '=', profile_id)
    .where('episode_id', '=', episode_id)
    .returning(['offset', 'is_finished', 'updated_at'])
    .executeTakeFirst();

/** Stores a removal. A repeated one without an offset keeps the offset of the one before. */
export async function saveRemoval(tx: Connection, removal: HistoryRemovalsTable): Promise<void> {
  await tx
    .insertInto('history_removals')
    .values(removal)
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'profile_id', 'episode_id']).doUpdateSet({
        removed_at: removal.removed_at,
        ...(removal.updated_at !== null && {
          offset: removal.offset,
          is_finished: removal.is_finished,
          updated_at: removal.updated_at,
        }),
      }),
    )
    .execute();
}

/** @returns the deleted removal */
export const deleteRemoval = (
  tx: Connection,
  { account_id, profile_id, episode_id }: EpisodeKey,
): Promise<HistoryRemovalsTable | undefined> =>
  tx
    .deleteFrom('history_removals')
    .where('account_id', '=', account_id)
    .where('profile_id', '=', profile_id)
    .where('episode_id', '=', episode_id)
    .returningAll()
    .executeTakeFirst();

/** Inserts an offset; a newer one stays. */
export async function restoreOffset(tx: Connection, offset: PlaybackOffsetRow): Promise<void> {
  await tx
    .insertInto('playback_offsets')
    .values(offset)
    .onConflict((conflict) => conflict.columns(['account_id', 'profile_id', 'episode_id']).doNothing())
    .execute();
}

/** A profile's offsets in a title. Locks them in the order in which reports lock them, to prevent deadlocks. */
export const lockOffsetsOfItem = (
  tx: Connection,
  { account_id, id }: ProfileKey,
  itemId: number,
): Promise<Pick<PlaybackOffsetRow, 'episode_id' | 'is_finished' | 'updated_at'>[]> =>
  tx
    .selectFrom('playback_offsets')
    .select(['episode_id', 'is_finished', 'updated_at'])
    .where('account_id', '=', account_id)
    .where('profile_id', '=', id)
    .where('item_id', '=', itemId)
    .orderBy('episode_id')
    .forUpdate()
    .execute();

/** An episode to mark as watched. */
export interface WatchedMark {
  episodeId: number;
  offset: number;
  updatedAt: Date;
}

/** Rows of one statement. They are values, which name the shard; each number of them is another text. */
const MARKS_AT_ONCE = 50;

/** Marks episodes of one title as finished. */
export async function saveMarks(
  tx: Connection,
  { account_id, id }: ProfileKey,
  itemId: number,
  marks: readonly WatchedMark[],
): Promise<void> {
  const rows = [...marks]
    .sort((one, other) => one.episodeId - other.episodeId)
    .map(({ episodeId, offset, updatedAt }) => ({
      ...{ account_id, profile_id: id, episode_id: episodeId, item_id: itemId },
      ...{ offset, is_finished: true, updated_at: updatedAt },
    }));
  for (let from = 0; from < rows.length; from += MARKS_AT_ONCE)
    await tx
      .insertInto('playback_offsets')
      .values(rows.slice(from, from + MARKS_AT_ONCE))
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'profile_id', 'episode_id']).doUpdateSet((eb) => ({
          offset: eb.ref('excluded.offset'),
          is_finished: true,
          updated_at: eb.ref('excluded.updated_at'),
        })),
      )
      .execute();
}

/** Deletes a profile's offsets in some episodes of one title. Lock them before. */
export async function deleteOffsets(
  tx: Connection,
  { account_id, id }: ProfileKey,
  episodeIds: readonly number[],
): Promise<void> {
  await tx
    .deleteFrom('playback_offsets')
    .where('account_id', '=', account_id)
    .where('profile_id', '=', id)
    .where((eb) => eb('episode_id', '=', sql<number>`any(${[...episodeIds]}::int[])`))
    .execute();
}

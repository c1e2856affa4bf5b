import type { Insertable } from 'kysely';
import type { Connection } from '../db/open.ts';
import type {
  AdBreakRow,
  AdEventsTable,
  AdServingsTable,
  AdvertisementRow,
  ClipRow,
  EpisodeRow,
  PlayLogRow,
} from '../db/tables.ts';

export const listBreaks = (db: Connection, episodeId: number): Promise<AdBreakRow[]> =>
  db.selectFrom('ad_breaks').selectAll().where('episode_id', '=', episodeId).orderBy('offset').execute();

export const listAdvertisements = (db: Connection): Promise<AdvertisementRow[]> =>
  db.selectFrom('advertisements').selectAll().orderBy('id').execute();

export const findClipOf = (db: Connection, { clip_id: id }: AdvertisementRow): Promise<ClipRow | undefined> =>
  db.selectFrom('clips').selectAll().where('id', '=', id).executeTakeFirst();

export type AdPlayLog = Pick<
  PlayLogRow,
  'id' | 'profile_id' | 'device_session_id' | 'episode_id' | 'state' | 'expires_at'
>;

export const findPlayLog = (db: Connection, accountId: string, id: string): Promise<AdPlayLog | undefined> =>
  db
    .selectFrom('play_logs')
    .select(['id', 'profile_id', 'device_session_id', 'episode_id', 'state', 'expires_at'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();

/** The episode of a playback, also one that is no longer published, because the playback continues. */
export const findEpisode = (
  db: Connection,
  id: number,
): Promise<Pick<EpisodeRow, 'id' | 'item_id' | 'access'> | undefined> =>
  db.selectFrom('episodes').select(['id', 'item_id', 'access']).where('id', '=', id).executeTakeFirst();

/** Stores the advertisement assigned to a break, and when it was last handed out. */
export async function handOut(db: Connection, serving: AdServingsTable): Promise<void> {
  const { ad_id, handed_out_at } = serving;
  await db
    .insertInto('ad_servings')
    .values(serving)
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'play_log_id', 'ad_break_id']).doUpdateSet({ ad_id, handed_out_at }),
    )
    .execute();
}

/** The advertisement that a break of a play log already has. */
export const findServing = (
  db: Connection,
  key: Pick<AdServingsTable, 'account_id' | 'play_log_id' | 'ad_break_id'>,
): Promise<Pick<AdServingsTable, 'ad_id'> | undefined> =>
  db
    .selectFrom('ad_servings')
    .select('ad_id')
    .where('account_id', '=', key.account_id)
    .where('play_log_id', '=', key.play_log_id)
    .where('ad_break_id', '=', key.ad_break_id)
    .executeTakeFirst();

/** The latest break of a play log that got the advertisement. */
export const findBreakOf = (
  db: Connection,
  key: Pick<AdServingsTable, 'account_id' | 'play_log_id' | 'ad_id'>,
): Promise<Pick<AdServingsTable, 'ad_break_id' | 'handed_out_at'> | undefined> =>
  db
    .selectFrom('ad_servings')
    .select(['ad_break_id', 'handed_out_at'])
    .where('account_id', '=', key.account_id)
    .where('play_log_id', '=', key.play_log_id)
    .where('ad_id', '=', key.ad_id)
    .orderBy('handed_out_at', 'desc')
    .orderBy('ad_break_id')
    .limit(1)
    .executeTakeFirst();

/** Stores an event. Each kind counts once per break, so a repeat changes nothing. */
export async function insertEvent(db: Connection, event: Insertable<AdEventsTable>): Promise<void> {
  await db
    .insertInto('ad_events')
    .values(event)
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'play_log_id', 'ad_break_id', 'ad_id', 'event']).doNothing(),
    )
    .execute();
}

/** The columns of an advertisement that `countsFrom` needs; undefined when it was removed. */
export const findCountedAd = (
  db: Connection,
  id: number,
): Promise<(Pick<ClipRow, 'duration'> & Pick<AdvertisementRow, 'skip_after'>) | undefined> =>
  db
    .selectFrom('advertisements')
    .innerJoin('clips', 'clips.id', 'advertisements.clip_id')
    .select(['clips.duration', 'advertisements.skip_after'])
    .where('advertisements.id', '=', id)
    .executeTakeFirst();

/** Events of a kind that count for an account and an advertisement since an instant. */
export async function countCounted(
  db: Connection,
  of: Pick<Insertable<AdEventsTable>, 'account_id' | 'ad_id' | 'event'>,
  since: Date,
): Promise<number> {
  const { cnt } = await db
    .selectFrom('ad_events')
    .select(({ fn }) => fn.countAll<string>().as('cnt'))
    .where('account_id', '=', of.account_id)
    .where('ad_id', '=', of.ad_id)
    .where('event', '=', of.event)
    .where('received_at', '>=', since)
    .where('counts_from', 'is not', null)
    // A playback that ended too early must not use up the day's count.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('play_logs')
            .select('play_logs.id')
            .where('play_logs.account_id', '=', of.account_id)
            .whereRef('play_logs.id', '=', 'ad_events.play_log_id')
            .whereRef('play_logs.ended_at', '<', 'ad_events.counts_from'),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(cnt);
}

/** Whether an event of this kind is stored for the break. */
export const hasEvent = async (
  db: Connection,
  event: Pick<Insertable<AdEventsTable>, 'account_id' | 'play_log_id' | 'ad_break_id' | 'ad_id' | 'event'>,
): Promise<boolean> =>
  (await db
    .selectFrom('ad_events')
    .select('event')
    .where('account_id', '=', event.account_id)
    .where('play_log_id', '=', event.play_log_id)
    .where('ad_break_id', '=', event.ad_break_id)
    .where('ad_id', '=', event.ad_id)
    .where('event', '=', event.event)
    .executeTakeFirst()) !== undefined;

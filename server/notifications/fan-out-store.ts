import { sql } from 'kysely';
import type { ContentRating } from '#contract/profiles.ts';
import type { Connection } from '../db/open.ts';
import { isOut, releasedEpisodes } from '../db/released-episodes.ts';
import type { EpisodeRow, NotificationFanOutRow, PublicationRow, RequestStatusesTable } from '../db/tables.ts';

export type FoundEvent = Pick<
  NotificationFanOutRow,
  'kind' | 'thing' | 'item_id' | 'episode_id' | 'text' | 'at' | 'found_at'
>;
export type FanOutKey = Pick<NotificationFanOutRow, 'kind' | 'thing'>;

export type FoundRelease = Pick<EpisodeRow, 'id' | 'item_id' | 'episode_num' | 'subject' | 'published_at'>;

/** Episodes released in a span that have no fan-out yet, by title, instant and order. */
export const listReleases = (db: Connection, { since, now }: { since: Date; now: Date }): Promise<FoundRelease[]> =>
  db
    .selectFrom(releasedEpisodes.as('released'))
    .select(['id', 'item_id', 'episode_num', 'subject', 'published_at'])
    .where('published_at', '>', since)
    .where(isOut('released', now))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('notification_fan_outs as known')
            .select('known.thing')
            .where('known.kind', '=', 'new_episode')
            .whereRef('known.item_id', '=', 'released.item_id')
            .whereRef('known.at', '=', 'released.published_at'),
        ),
      ),
    )
    .orderBy('item_id')
    .orderBy('published_at')
    .orderBy('order')
    .execute();

export interface FoundDelay extends Pick<PublicationRow, 'kind' | 'id'> {
  item_id: number;
  /** Null for a whole title. */
  episode_num: string | null;
  starts_at: Date;
  notice: string;
}

/** Delays that operators told since an instant and that are still to come. */
export async function listDelays(db: Connection, { since, now }: { since: Date; now: Date }): Promise<FoundDelay[]> {
  const { rows } = await sql<FoundDelay>`
    select delayed.kind, delayed.id, items.id as item_id, episodes.episode_num, delayed.starts_at, delayed.notice
    from publications as delayed
    left join episodes on delayed.kind = 'episode' and episodes.id = delayed.id
    join items on items.id = case when delayed.kind = 'title' then delayed.id else episodes.item_id end
    left join publications as title on title.kind = 'title' and title.id = items.id
    where delayed.notice is not null and not delayed.is_hidden and title.is_hidden is not true
      and delayed.starts_at > ${now} and delayed.changed_at > ${since}
    order by delayed.kind, delayed.id`.execute(db);
  return rows;
}

/** Requested titles about which an operator decided in a span. */
export const listRequestDecisions = (
  db: Connection,
  { since, now }: { since: Date; now: Date },
): Promise<Pick<RequestStatusesTable, 'item_id' | 'status' | 'changed_at'>[]> =>
  db
    .selectFrom('request_statuses')
    .innerJoin('items', 'items.id', 'request_statuses.item_id')
    .select(['request_statuses.item_id', 'status', 'changed_at'])
    .where('changed_at', '>', since)
    .where('changed_at', '<=', now)
    .orderBy('changed_at')
    .execute();

/** Does not change a known event. */
export async function insertFanOuts(db: Connection, found: readonly FoundEvent[]): Promise<void> {
  if (found.length === 0) return;
  await db
    .insertInto('notification_fan_outs')
    .values([...found])
    .onConflict((conflict) => conflict.columns(['kind', 'thing']).doNothing())
    .execute();
}

/** Unfinished fan-outs, the oldest first. */
export const listWaiting = (db: Connection): Promise<FanOutKey[]> =>
  db
    .selectFrom('notification_fan_outs')
    .select(['kind', 'thing'])
    .where('done_at', 'is', null)
    .orderBy('found_at')
    .orderBy('kind')
    .orderBy('thing')
    .execute();

/** Locks an unfinished fan-out; undefined when it is done or gone. */
export const lockFanOut = (tx: Connection, { kind, thing }: FanOutKey): Promise<NotificationFanOutRow | undefined> =>
  tx
    .selectFrom('notification_fan_outs')
    .selectAll()
    .where('kind', '=', kind)
    .where('thing', '=', thing)
    .where('done_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();

/** Forgets an event that was taken back; it is found again if it happens after all. */
export async function removeFanOut(tx: Connection, { kind, thing }: FanOutKey): Promise<void> {
  await tx.deleteFrom('notification_fan_outs').where('kind', '=', kind).where('thing', '=', thing).execute();
}

export async function advanceFanOut(
  tx: Connection,
  { kind, thing }: FanOutKey,
  to: Pick<NotificationFanOutRow, 'last_account_id' | 'cnt_account' | 'done_at'>,
): Promise<void> {
  await tx.updateTable('notification_fan_outs').set(to).where('kind', '=', kind).where('thing', '=', thing).execute();
}

export const findContentRating = async (tx: Connection, itemId: number): Promise<ContentRating | undefined> =>
  (await tx.selectFrom('items').select('content_rating').where('id', '=', itemId).executeTakeFirst())?.content_rating;

/** Whether viewers may see an episode at `now`. */
export const isReleased = async (tx: Connection, episodeId: number, now: Date): Promise<boolean> =>
  (await tx
    .selectFrom(releasedEpisodes.as('released'))
    .select('id')
    .where('id', '=', episodeId)
    .where(isOut('released', now))
    .executeTakeFirst()) !== undefined;

/** Whether an operator's decision about a request is still the last one. */
export const isDecided = async (tx: Connection, { item_id, at }: NotificationFanOutRow): Promise<boolean> =>
  (await tx
    .selectFrom('request_statuses')
    .select('item_id')
    .where('item_id', '=', item_id)
    .where('changed_at', '=', at)
    .executeTakeFirst()) !== undefined;

interface Part {
  itemId: number;
  /** Accounts after this one, in the order of ids; null for the first part. */
  after: string | null;
  limit: number;
}

const NO_ACCOUNT = '00000000-0000-0000-0000-000000000000';

/** A part of the accounts that wished or began a title. */
export async function listFollowingAccounts(tx: Connection, { itemId, after, limit }: Part): Promise<string[]> {
  const from = (table: 'wishes' | 'playback_offsets') => sql`(
    select distinct account_id from ${sql.table(table)} where item_id = ${itemId} and account_id > ${after ?? NO_ACCOUNT}
    order by account_id limit ${limit})`;
  const { rows } = await sql<{ account_id: string }>`
    select account_id from (${from('wishes')} union ${from('playback_offsets')}) as following
    order by account_id limit ${limit}`.execute(tx);
  return rows.map(({ account_id: id }) => id);
}

/** A part of the accounts that requested a title until an instant. */
export async function listRequestingAccounts(
  tx: Connection,
  { itemId, after, limit }: Part,
  until: Date,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('item_requests')
    .select('account_id')
    .where('item_id', '=', itemId)
    .where('created_at', '<=', until)
    .where('account_id', '>', after ?? NO_ACCOUNT)
    .orderBy('account_id')
    .limit(limit)
    .execute();
  return rows.map(({ account_id: id }) => id);
}

/** How many accounts were told about decisions, by title and the instant of the decision. */
export const listToldRequests = (
  db: Connection,
  itemIds: readonly number[],
): Promise<Pick<NotificationFanOutRow, 'item_id' | 'at' | 'cnt_account' | 'done_at'>[]> =>
  db
    .selectFrom('notification_fan_outs')
    .select(['item_id', 'at', 'cnt_account', 'done_at'])
    .where('kind', '=', 'request')
    .where((eb) => eb('item_id', '=', sql<number>`any(${[...itemIds]}::int[])`))
    .execute();

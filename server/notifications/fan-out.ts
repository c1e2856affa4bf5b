import { isRatingAllowed } from '../lib/age-limit.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { NotificationFanOutRow } from '../db/tables.ts';
import type { Clock } from '../lib/clock.ts';
import { groupBy } from '../lib/group-by.ts';
import type { Random } from '../lib/random.ts';
import { findOrMakeSetting, findSetting } from '../settings/index.ts';
import {
  advanceFanOut,
  findContentRating,
  insertFanOuts,
  isDecided,
  isReleased,
  listDelays,
  listFollowingAccounts,
  listReleases,
  listRequestDecisions,
  listRequestingAccounts,
  listWaiting,
  lockFanOut,
  removeFanOut,
  type FoundDelay,
  type FoundEvent,
  type FanOutKey,
  type FoundRelease,
} from './fan-out-store.ts';
import { leavingSpan, leavingThing, listLeaving, toLeavingEvent } from './leaving.ts';
import { insertNotifications, listFollowers, listRecipients, trimNotifications } from './recipients-store.ts';
import { MOST_NOTIFICATIONS, tellSince } from './rules.ts';
import { delayText, releaseText, requestText } from './texts.ts';

/** When this database was first searched for events. */
const SINCE_SETTING = 'notifications-since';

/** Accounts per batch: few enough that a batch takes some ten milliseconds. */
const ACCOUNTS = 200;

export interface NotifyOptions {
  /** With long timeouts. */
  db: Connection;
  transact: Transact;
  clock: Clock;
  random: Pick<Random, 'uuid'>;
}

/** One event for the episodes that a title releases at the same instant. */
function toEvent([first, ...others]: readonly [FoundRelease, ...FoundRelease[]], now: Date): FoundEvent {
  return {
    kind: 'new_episode',
    // A profile is notified of an episode once, also when the release is withdrawn and repeated.
    thing: String(first.id),
    item_id: first.item_id,
    episode_id: first.id,
    text: releaseText([first, ...others]),
    at: first.published_at,
    found_at: now,
  };
}

const delayThing = ({ kind, id, starts_at }: Pick<FoundDelay, 'kind' | 'id' | 'starts_at'>) =>
  `${kind} ${id} ${starts_at.toISOString()}`;

async function findEvents(db: Connection, span: { since: Date; now: Date }): Promise<FoundEvent[]> {
  const { now } = span;
  const leaving = await listLeaving(db, leavingSpan(now));
  const releases = groupBy(
    await listReleases(db, span),
    ({ item_id: itemId, published_at: at }) => `${itemId} ${at.getTime()}`,
  );
  const delays = await listDelays(db, span);
  const decisions = await listRequestDecisions(db, span);
  return [
    ...[...releases.values()].map((group) => toEvent(group as [FoundRelease, ...FoundRelease[]], now)),
    ...delays.map((delayed) => ({
      kind: 'delay' as const,
      thing: delayThing(delayed),
      item_id: delayed.item_id,
      episode_id: delayed.kind === 'episode' ? delayed.id : null,
      text: delayText({ episodeNum: delayed.episode_num, at: delayed.starts_at, notice: delayed.notice }),
      at: delayed.starts_at,
      found_at: now,
    })),
    ...leaving.map((found) => toLeavingEvent(found, now)),
    ...decisions.flatMap(({ item_id, status, changed_at: at }) => {
      const text = requestText(status);
      if (text === null) return [];
      return [
        {
          kind: 'request' as const,
          thing: `${item_id} ${at.toISOString()}`,
          item_id,
          episode_id: null,
          text,
          at,
          found_at: now,
        },
      ];
    }),
  ];
}

/** The group of episodes that an event is about; undefined once its end has passed or was changed. */
async function findLeaving(tx: Connection, { item_id: itemId, thing }: NotificationFanOutRow, now: Date) {
  const found = await listLeaving(tx, { ...leavingSpan(now), itemId });
  return found.find((one) => leavingThing(one) === thing);
}

/** Whether the event has not been moved or taken back since it was found. */
async function isStillTrue(tx: Connection, row: NotificationFanOutRow, now: Date): Promise<boolean> {
  switch (row.kind) {
    case 'new_episode':
      return row.episode_id !== null && (await isReleased(tx, row.episode_id, now));
    case 'request':
      return isDecided(tx, row);
    case 'leaving':
      return (await findLeaving(tx, row, now)) !== undefined;
    case 'delay': {
      const delays = await listDelays(tx, { since: new Date(0), now });
      return delays.some((delayed) => delayThing(delayed) === row.thing);
    }
  }
}

/** Notifies the next accounts, in one transaction with the place where the next batch continues. */
async function notifyBatch(
  { db, transact, clock, random }: NotifyOptions,
  key: FanOutKey,
  accounts: number,
): Promise<void> {
  const told = await transact(async (tx) => {
    const now = clock.now();
    const row = await lockFanOut(tx, key);
    if (!row) return [];
    const rating = await findContentRating(tx, row.item_id);
    if (rating === undefined || !(await isStillTrue(tx, row, now))) {
      await removeFanOut(tx, row);
      return [];
    }
    const part = { itemId: row.item_id, after: row.last_account_id, limit: accounts };
    const accountIds =
      row.kind === 'request' ? await listRequestingAccounts(tx, part, row.at) : await listFollowingAccounts(tx, part);
    const recipients = accountIds.length === 0 ? [] : await listRecipients(tx, accountIds, row.kind);
    const followers =
      row.kind === 'request'
        ? null
        : await listFollowers(tx, accountIds, {
            itemId: row.item_id,
            notBegun: row.kind === 'new_episode' ? row.episode_id : null,
            unfinishedOf: row.kind === 'leaving' ? ((await findLeaving(tx, row, now))?.cnt_shown ?? 0) : null,
          });
    const inserted = await insertNotifications(
      tx,
      row.kind,
      recipients
        .filter(
          ({ profile_id: id, max_rating: limit }) => isRatingAllowed(rating, limit) && (followers?.has(id) ?? true),
        )
        .map(({ account_id, profile_id }) => ({
          account_id,
          profile_id,
          id: random.uuid(),
          thing: row.thing,
          item_id: row.item_id,
          episode_id: row.episode_id,
          text: row.text,
        })),
      now,
    );
    await advanceFanOut(tx, row, {
      last_account_id: accountIds.at(-1) ?? row.last_account_id,
      cnt_account: row.cnt_account + new Set(inserted.map(({ account_id: id }) => id)).size,
      done_at: accountIds.length < accounts ? now : null,
    });
    return inserted;
  });
  await trimNotifications(db, told, MOST_NOTIFICATIONS);
}

/** @returns why an event failed, for each that did: the next run continues it. */
async function tellInTurns(options: NotifyOptions, signal: AbortSignal, accounts: number): Promise<unknown[]> {
  const nameOf = ({ kind, thing }: FanOutKey) => `${kind} ${thing}`;
  const failed = new Map<string, unknown>();
  for (;;) {
    const waiting = (await listWaiting(options.db)).filter((key) => !failed.has(nameOf(key)));
    if (waiting.length === 0) return [...failed.values()];
    for (const key of waiting) {
      if (signal.aborted) return [...failed.values()];
      try {
        await notifyBatch(options, key, accounts);
      } catch (error) {
        failed.set(nameOf(key), error);
      }
    }
  }
}

/**
 * Finds releases, delays and decisions about requests, and notifies the profiles that they concern, each once. All events
 * take turns, a batch of accounts each, so that a title that a million follow delays nobody else's. A run that was cut off
 * continues where it stopped.
 *
 * @throws Error of the first event that failed, after all others were told.
 */
export async function notifyAboutTitles(
  options: NotifyOptions,
  signal: AbortSignal,
  { accounts = ACCOUNTS } = {},
): Promise<void> {
  const { db, clock } = options;
  const now = clock.now();
  const startedAt =
    (await findSetting(db, SINCE_SETTING)) ?? (await findOrMakeSetting(db, SINCE_SETTING, () => now.toISOString()));
  await insertFanOuts(db, await findEvents(db, { since: tellSince(new Date(startedAt), now), now }));
  const [failed] = await tellInTurns(options, signal, accounts);
  if (failed !== undefined) throw new Error('an event is not told', { cause: failed });
}

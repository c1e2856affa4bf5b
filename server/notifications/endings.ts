import type { NotificationKind } from '#contract/notifications.ts';
import { isRatingAllowed } from '../lib/age-limit.ts';
import type { Connection } from '../db/open.ts';
import { groupBy } from '../lib/group-by.ts';
import { listEndingMemberships, listEndingRentals, type EndingPart } from './endings-store.ts';
import type { NotifyOptions } from './fan-out.ts';
import {
  insertNotifications,
  listRecipients,
  trimNotifications,
  type NewNotification,
  type Recipient,
} from './recipients-store.ts';
import { ENDING_WITHIN_MS, mayOrder, MOST_NOTIFICATIONS } from './rules.ts';
import { membershipText, rentalText } from './texts.ts';

/** Endings per batch. */
const ENDINGS = 200;

interface Ending<T> {
  kind: NotificationKind;
  list(db: Connection, part: EndingPart<T>): Promise<T[]>;
  accountOf(ending: T): string;
  isFor(ending: T, recipient: Recipient): boolean;
  tell(ending: T): Omit<NewNotification, 'account_id' | 'profile_id' | 'id'>;
}

const ending = <T>(parts: Ending<T>) => parts;

const memberships = ending({
  kind: 'membership_ending',
  list: listEndingMemberships,
  accountOf: ({ id }) => id,
  isFor: (_, { max_rating: limit }) => mayOrder(limit),
  tell: ({ plan, ends_at: endsAt }) => ({
    thing: endsAt.toISOString(),
    item_id: null,
    episode_id: null,
    text: membershipText({ plan, endsAt }),
  }),
});

const rentals = ending({
  kind: 'rental_ending',
  list: listEndingRentals,
  accountOf: ({ account_id: id }) => id,
  isFor: ({ content_rating: rating }, { max_rating: limit }) => isRatingAllowed(rating, limit),
  tell: ({ id, item_id, episode_id, episode_num: episodeNum, ends_at: endsAt }) => ({
    thing: id,
    item_id,
    episode_id,
    text: rentalText({ episodeNum, endsAt }),
  }),
});

async function notifyAbout<T>(
  { kind, list, accountOf, isFor, tell }: Ending<T>,
  { db, transact, clock, random }: NotifyOptions,
  signal: AbortSignal,
  limit: number,
): Promise<void> {
  const now = clock.now();
  const until = new Date(now.getTime() + ENDING_WITHIN_MS);
  let after: T | undefined;
  while (!signal.aborted) {
    const endings = await list(db, { now, until, after, limit });
    if (endings.length === 0) return;
    const told = await transact(async (tx) => {
      const recipients = groupBy(
        await listRecipients(tx, [...new Set(endings.map(accountOf))], kind),
        ({ account_id: id }) => id,
      );
      const found = endings.flatMap((one) =>
        (recipients.get(accountOf(one)) ?? [])
          .filter((recipient) => isFor(one, recipient))
          .map(({ account_id, profile_id }) => ({ account_id, profile_id, id: random.uuid(), ...tell(one) })),
      );
      return insertNotifications(tx, kind, found, now);
    });
    await trimNotifications(db, told, MOST_NOTIFICATIONS);
    if (endings.length < limit) return;
    after = endings.at(-1);
  }
}

/**
 * Notifies about rentals and memberships that end within a day. Each run looks at all of them, because support may
 * shorten or extend one at any time; who was told about the same end is not told again.
 */
export async function notifyAboutEndings(
  options: NotifyOptions,
  signal: AbortSignal,
  { endings = ENDINGS } = {},
): Promise<void> {
  await notifyAbout(rentals, options, signal, endings);
  await notifyAbout(memberships, options, signal, endings);
}

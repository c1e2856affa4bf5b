import { lastDayOf, LEAVES_SOON_DAYS } from '../catalogue/index.ts';
import type { FoundEvent } from './fan-out-store.ts';
import type { FoundLeaving, LeavingSpan } from './leaving-store.ts';
import { leavingText } from './texts.ts';

export { listLeaving } from './leaving-store.ts';

const DAY_MS = 24 * 3600_000;
/** Events that one run finds; the next one finds others. */
const MOST_FOUND = 500;

export const leavingSpan = (now: Date): LeavingSpan => ({
  now,
  until: new Date(now.getTime() + LEAVES_SOON_DAYS * DAY_MS),
  limit: MOST_FOUND,
});

/** A profile hears once of a title and its last day, also when parts of it end at other hours. */
export const leavingThing = ({ item_id: itemId, ends_at: endsAt }: Pick<FoundLeaving, 'item_id' | 'ends_at'>) =>
  `${itemId} ${lastDayOf(endsAt)}`;

export function toLeavingEvent(found: FoundLeaving, now: Date): FoundEvent {
  const isWhole = found.cnt === found.cnt_shown;
  return {
    kind: 'leaving',
    thing: leavingThing(found),
    item_id: found.item_id,
    episode_id: isWhole ? null : found.first_id,
    text: leavingText({
      episodeNum: isWhole ? null : found.first_num,
      cnt: found.cnt,
      lastDay: lastDayOf(found.ends_at),
    }),
    at: found.ends_at,
    found_at: now,
  };
}

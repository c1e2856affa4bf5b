import type { PlaybackOffsetRow } from '../db/tables.ts';
import type { ItemBrief } from './store.ts';

/** The episode after the last watched one of a title; `undefined` when the last watched one is gone or was the last. */
export function nextToWatch(
  item: ItemBrief,
  last: Pick<PlaybackOffsetRow, 'episode_id' | 'is_finished'>,
): number | undefined {
  const place = item.episode_ids.indexOf(last.episode_id);
  if (place === -1) return undefined;
  return item.episode_ids[last.is_finished ? place + 1 : place];
}

/** Resume offset of an episode, in seconds; a finished one starts at 0. */
export const resumeOffset = (known: Pick<PlaybackOffsetRow, 'offset' | 'is_finished'> | undefined): number =>
  known && !known.is_finished ? known.offset : 0;

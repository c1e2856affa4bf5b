import type { Clock } from '#src/lib/clock.ts';
import { createWritable, type Readable } from '#src/player/readable.ts';
import { createSecondCounter } from '#src/player/reports/second-counter.ts';

/** How long the age rating stands over the picture, in seconds. */
const STANDS_SECONDS = 4;

/** Playing time after which it stands again, in seconds. */
const AGAIN_AFTER_SECONDS = 3600;

/** `first` is spoken, `again` is only shown; null is hidden. */
export type RatingNotice = 'first' | 'again' | null;

export interface RatingNoticeTimer extends Readable<RatingNotice> {
  /** Whether the film moves: neither an advertisement nor a wait counts. */
  setPlaying(isPlaying: boolean): void;
}

/**
 * When the age rating stands over the picture of one playback: with the first frame, and again after each hour of
 * playing. A pause does not bring it back, and does not shorten it.
 */
export function createRatingNotice(clock: Clock): RatingNoticeTimer {
  const notice = createWritable<RatingNotice>(null);
  let seconds = 0;
  let hasBegun = false;
  const counter = createSecondCounter(clock, () => {
    seconds += 1;
    if (seconds % AGAIN_AFTER_SECONDS === 0) notice.set('again');
    if (seconds % AGAIN_AFTER_SECONDS === STANDS_SECONDS) notice.set(null);
  });
  return {
    getState: notice.getState,
    subscribe: notice.subscribe,
    setPlaying(isPlaying) {
      if (!isPlaying) return counter.stop();
      if (!hasBegun) notice.set('first');
      hasBegun = true;
      counter.start();
    },
  };
}

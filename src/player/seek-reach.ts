/** One tap of left, right, rewind or fast-forward, in seconds. */
export const TAP_SECONDS = 10;

/** A key held this long passes over the whole episode, in seconds. */
const WHOLE_EPISODE_IN_SECONDS = 8;

/** Speed at the beginning of a hold, in seconds of the episode for each second held: slow enough to stop by eye. */
const FIRST_SPEED = 20;

/**
 * How far a held key reaches beyond its first tap, `heldMs` after it counts as held, in seconds of the episode. It begins
 * at `FIRST_SPEED` and grows with the third power of the time, so that a long episode is passed in the same 8 s as a short.
 *
 *     24 min:  1 s: 23    2 s: 63    4 s: 265    8 s: all
 */
export function heldReachSeconds(heldMs: number, durationSeconds: number): number {
  const heldSeconds = Math.max(0, heldMs / 1_000);
  const lengthSeconds = Math.max(0, durationSeconds - TAP_SECONDS);
  const speed = Math.min(FIRST_SPEED, lengthSeconds / WHOLE_EPISODE_IN_SECONDS);
  const growth = (lengthSeconds - speed * WHOLE_EPISODE_IN_SECONDS) / WHOLE_EPISODE_IN_SECONDS ** 3;
  return Math.round(speed * heldSeconds + growth * heldSeconds ** 3);
}

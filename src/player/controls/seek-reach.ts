/** One tap of left, right, rewind or fast-forward, in seconds. */
export const TAP_SECONDS = 10;

/** A key held this long crosses the whole episode, in seconds. */
const WHOLE_EPISODE_IN_SECONDS = 8;

/** Initial speed of a hold, in seconds of the episode per second: slow enough to stop by eye. */
const FIRST_SPEED = 20;

/**
 * Distance of a held key beyond its first tap, `heldMs` after it counts as held, in seconds of the episode. The speed
 * starts at `FIRST_SPEED` and grows cubically, so that every episode is crossed in the same 8 s.
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

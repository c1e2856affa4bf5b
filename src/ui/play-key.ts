import type { WallRow } from '#src/focus/index.ts';

/** Play on the remote plays the tile that has the focus. */
export const playKey =
  (play: (index: number) => void): NonNullable<WallRow['onKey']> =>
  (index, event) => {
    if (event.key !== 'play' && event.key !== 'play-pause') return false;
    if (event.phase === 'down' && event.repeats === 0) play(index);
    return true;
  };

import type { WallRow } from '#src/focus/index.ts';

/** Play on the remote plays the tile that has the focus. */
export const playKey =
  (play: (index: number) => void): NonNullable<WallRow['onKey']> =>
  (index, { key, repeats }) => {
    if (key !== 'play' && key !== 'play-pause') return false;
    if (repeats === 0) play(index);
    return true;
  };

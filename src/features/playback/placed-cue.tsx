import type { CSSProperties } from 'react';
import type { Anchor, CueLine, CuePlace } from '#src/player/index.ts';
import { CueLines } from './cue-lines.tsx';
import styles from './placed-cue.module.css';

/** Nothing is drawn nearer to an edge, in per cent: some televisions cut the edges off. */
const MARGIN = 5;

interface Spaces {
  /** Space before the cue, its least size, and the space after it, in per cent; together 100. */
  readonly before: number;
  readonly least: number;
  readonly after: number;
}

/**
 * Puts an anchor at a place. A larger cue takes from the spaces instead of leaving the screen: letters may be larger
 * than those that the place was chosen for.
 */
export function spacesAround(at: number, anchor: Anchor): Spaces {
  const place = Math.min(100 - MARGIN, Math.max(MARGIN, at));
  switch (anchor) {
    case 'start':
      return { before: place, least: 100 - MARGIN - place, after: MARGIN };
    case 'end':
      return { before: MARGIN, least: place - MARGIN, after: 100 - place };
    case 'center': {
      const reach = Math.min(place, 100 - place) - MARGIN;
      return { before: place - reach, least: 2 * reach, after: 100 - place - reach };
    }
  }
}

const percent = (share: number) => `${share}%`;

/** The class of the text's box at its place within its least size. */
const POSITIONS: Readonly<Record<Anchor, string | undefined>> = {
  start: styles.start,
  center: styles.center,
  end: styles.end,
};
const ALIGNS = { left: styles.left, center: styles.middle, right: styles.right } as const;
const WRITINGS = {
  horizontal: '',
  'vertical-rl': styles.verticalLeftward,
  'vertical-lr': styles.verticalRightward,
} as const;

export interface PlacedCueProps {
  readonly place: CuePlace;
  readonly lines: readonly CueLine[];
  /** Class of the viewer's looks. */
  readonly className: string;
}

/** A cue at a place of the picture, such as the translation of a sign. */
export function PlacedCue({ place, lines, className }: PlacedCueProps) {
  const down = spacesAround(place.y, place.anchorY);
  const across = spacesAround(place.x, place.anchorX);
  const height = (share: number): CSSProperties => ({ height: percent(share) });
  const width = (share: number): CSSProperties => ({ width: percent(share) });
  return (
    <div className={styles.column}>
      <span className={styles.space} style={height(down.before)} />
      <div className={`${styles.row} ${POSITIONS[place.anchorY]}`} style={{ minHeight: percent(down.least) }}>
        <span className={styles.space} style={width(across.before)} />
        <div className={`${styles.box} ${POSITIONS[place.anchorX]}`} style={{ minWidth: percent(across.least) }}>
          <div className={`${className} ${styles.text} ${ALIGNS[place.align]} ${WRITINGS[place.writing]}`}>
            <CueLines lines={lines} />
          </div>
        </div>
        <span className={styles.space} style={width(across.after)} />
      </div>
      <span className={styles.space} style={height(down.after)} />
    </div>
  );
}

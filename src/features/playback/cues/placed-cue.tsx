import type { ReactNode } from 'react';
import type { Anchor, CueLine, CuePosition } from '#src/player/index.ts';
import { CueLines } from './cue-lines.tsx';
import styles from './placed-cue.module.css';

/** Smallest distance to an edge, in per cent: some televisions cut the edges off. */
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
export function spacesAround(at: number, anchor: Anchor, margin = MARGIN): Spaces {
  const place = Math.min(100 - margin, Math.max(margin, at));
  switch (anchor) {
    case 'start':
      return { before: place, least: 100 - margin - place, after: margin };
    case 'end':
      return { before: margin, least: place - margin, after: 100 - place };
    case 'center': {
      const reach = Math.min(place, 100 - place) - margin;
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
  readonly place: CuePosition;
  readonly lines: readonly CueLine[];
  /** Class of the viewer's looks. */
  readonly className: string;
}

/** A cue at a place of the picture, such as the translation of a sign. */
export const PlacedCue = (props: PlacedCueProps) => (
  <PlacedBox place={props.place}>
    <CueText {...props} />
  </PlacedBox>
);

export interface PlacedBoxProps {
  readonly place: Pick<CuePosition, 'x' | 'y' | 'anchorX' | 'anchorY'>;
  readonly children: ReactNode;
}

/** Anything at a place of the picture. */
export function PlacedBox({ place, children }: PlacedBoxProps) {
  const down = spacesAround(place.y, place.anchorY);
  return (
    <div className={styles.column}>
      <span className={styles.space} style={{ height: percent(down.before) }} />
      <div className={`${styles.row} ${POSITIONS[place.anchorY]}`} style={{ minHeight: percent(down.least) }}>
        <Across place={place} spaces={spacesAround(place.x, place.anchorX)}>
          {children}
        </Across>
      </div>
      <span className={styles.space} style={{ height: percent(down.after) }} />
    </div>
  );
}

/** A cue among those of an edge, which are within the margins. */
export function EdgeCue(props: PlacedCueProps) {
  const { x, anchorX } = props.place;
  const inMargins = ((x - MARGIN) / (100 - 2 * MARGIN)) * 100;
  return (
    <div className={styles.row}>
      <Across place={props.place} spaces={spacesAround(inMargins, anchorX, 0)}>
        <CueText {...props} />
      </Across>
    </div>
  );
}

function Across({ place, children, spaces }: PlacedBoxProps & { readonly spaces: Spaces }) {
  return (
    <>
      <span className={styles.space} style={{ width: percent(spaces.before) }} />
      <div className={`${styles.box} ${POSITIONS[place.anchorX]}`} style={{ minWidth: percent(spaces.least) }}>
        {children}
      </div>
      <span className={styles.space} style={{ width: percent(spaces.after) }} />
    </>
  );
}

const CueText = ({ place, lines, className }: PlacedCueProps) => (
  <div className={`${className} ${styles.text} ${ALIGNS[place.align]} ${WRITINGS[place.writing]}`}>
    <CueLines lines={lines} />
  </div>
);

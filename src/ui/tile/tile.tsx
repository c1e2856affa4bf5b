import type { ReactNode } from 'react';
import { Icon } from '#src/ui/icon.tsx';
import { Picture } from './picture.tsx';
import styles from './tile.module.css';

export interface TileProps {
  /** Shown under the focused tile, and in it when the picture fails. */
  readonly name: string;
  readonly caption?: ReactNode;
  readonly picture: string;
  readonly color: string;
  /** Watched part, 0 to 1. */
  readonly progress?: number | undefined;
  /** A label in the picture's corner. */
  readonly badge?: ReactNode;
  /** A label in the lower corner of a poster, whose name is mostly at the top. */
  readonly corner?: ReactNode;
  /** Finished: shows a tick in the other corner. */
  readonly isDone?: boolean;
  /** Rank, drawn large behind the picture. */
  readonly numeral?: number;
  /** Keeps caption and name visible without the focus. */
  readonly isCaptionAlwaysShown?: boolean;
}

/** Letters of a name that fit in two lines under the narrowest poster. */
const TWO_LINES = 12;
/** A longer name may be cut, and then ends with an ellipsis: in a box of its own, which costs a little on each press. */
const WHOLE = 10;

/** The look of a tile; its wall has the focus. */
export function Tile(props: TileProps) {
  const {
    name,
    caption,
    picture,
    color,
    progress,
    badge,
    corner,
    isDone = false,
    numeral,
    isCaptionAlwaysShown = false,
  } = props;
  const isLong = name.length > WHOLE;
  return (
    <>
      {numeral !== undefined && (
        <span className={styles.numeral} aria-hidden="true">
          {numeral}
        </span>
      )}
      <Picture
        src={picture}
        color={color}
        name={name}
        className={`${styles.art} ${numeral === undefined ? '' : styles.ranked}`}
      >
        {badge && <span className={styles.badge}>{badge}</span>}
        {corner && <span className={styles.corner}>{corner}</span>}
        {isDone && (
          <span className={styles.done}>
            <Icon name="check" size={1.5} />
          </span>
        )}
        {progress !== undefined && (
          <span className={styles.progress}>
            <span style={{ transform: `scaleX(${Math.max(0, Math.min(1, progress))})` }} />
          </span>
        )}
      </Picture>
      <div className={styles[captionOf(name, isCaptionAlwaysShown)]} aria-hidden="true">
        {isLong ? <span className={styles.cut}>{name}</span> : name}
        {caption && !isLong && <br />}
        {caption && <span className={styles.detail}>{caption}</span>}
      </div>
    </>
  );
}

/** Estimated from the number of letters: measuring would cost a layout with every press. */
function captionOf(name: string, isLasting: boolean) {
  if (isLasting) return 'lastingCaption';
  return name.length > TWO_LINES ? 'longCaption' : 'caption';
}

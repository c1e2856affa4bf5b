import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { Picture } from './picture.tsx';
import styles from './tile.module.css';

export interface TileProps {
  /** Shown under the tile that has the focus, and in it when the picture fails. */
  readonly name: string;
  readonly caption?: ReactNode;
  readonly picture: string;
  readonly color: string;
  /** Watched part, 0 to 1. */
  readonly progress?: number | undefined;
  /** A word in the picture's corner. */
  readonly badge?: ReactNode;
  /** Seen to the end: a tick in the other corner. */
  readonly isDone?: boolean;
  /** Place in a ranking, drawn large behind the picture. */
  readonly numeral?: number;
  /** Caption and name stay when the focus is elsewhere. */
  readonly isCaptionKept?: boolean;
}

/** What a tile looks like; the wall around it has the focus. */
export function Tile(props: TileProps) {
  const { name, caption, picture, color, progress, badge, isDone = false, numeral, isCaptionKept = false } = props;
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
      <div className={isCaptionKept ? styles.keptCaption : styles.caption} aria-hidden="true">
        {name}
        {caption && <br />}
        {caption && <span className={styles.detail}>{caption}</span>}
      </div>
    </>
  );
}

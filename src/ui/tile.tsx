import { Picture } from './picture.tsx';
import styles from './tile.module.css';

export interface TileProps {
  /** Shown under the tile that has the focus, and in it when the picture fails. */
  readonly name: string;
  readonly caption?: string | undefined;
  readonly picture: string;
  readonly color: string;
  /** Watched part, 0 to 1. */
  readonly progress?: number | undefined;
  /** Place in a ranking, drawn large behind the picture. */
  readonly numeral?: number;
  /** Caption and name stay when the focus is elsewhere. */
  readonly isCaptionKept?: boolean;
}

/** What a tile looks like; the wall around it has the focus. */
export function Tile(props: TileProps) {
  const { name, caption, picture, color, progress, numeral, isCaptionKept = false } = props;
  return (
    <div className={`${styles.tile} ${numeral === undefined ? '' : styles.ranked}`}>
      {numeral !== undefined && (
        <span className={styles.numeral} aria-hidden="true">
          {numeral}
        </span>
      )}
      <div className={styles.art} style={{ backgroundColor: color }}>
        <span className={styles.fallback} aria-hidden="true">
          {name}
        </span>
        <Picture src={picture} color={color} />
        {progress !== undefined && (
          <span className={styles.progress}>
            <span style={{ transform: `scaleX(${Math.max(0, Math.min(1, progress))})` }} />
          </span>
        )}
        <span className={styles.ring} />
      </div>
      <div className={isCaptionKept ? styles.keptCaption : styles.caption} aria-hidden="true">
        <div className={styles.name}>{name}</div>
        {caption && <div className={styles.detail}>{caption}</div>}
      </div>
    </div>
  );
}

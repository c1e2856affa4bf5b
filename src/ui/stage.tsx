import { useRef, type ReactNode } from 'react';
import { useFocusIn, usePlace, usePlaceState, type Place } from '#src/focus/index.ts';
import { Backdrop } from './backdrop.tsx';
import styles from './stage.module.css';

export interface StageProps {
  readonly backdrop: string | null;
  readonly color: string;
  /** The large block: name, text, buttons. It stands while the focus is in it. */
  readonly upper: ReactNode;
  /** What is left of it while the focus is in the wall. */
  readonly compact: ReactNode;
  readonly wall: ReactNode;
}

type Area = 'upper' | 'wall';
const AREA = 'stage-area';

/** Whether the wall stands up, as on the way back to a tile, or to the navigation beside it. */
export const isWallUp = (place: Place) => place.values.get(AREA) === 'wall';

/** Art behind, a large block above, and a wall of rows that comes up when the focus goes there. */
export function Stage({ backdrop, color, upper, compact, wall }: StageProps) {
  const [area, setArea] = usePlaceState<Area>(usePlace(), AREA, 'upper');
  const [upperPart, wallPart] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  useFocusIn(upperPart, () => setArea('upper'));
  useFocusIn(wallPart, () => setArea('wall'));
  return (
    <div className={area === 'wall' ? styles.inWall : styles.inUpper}>
      <Backdrop src={backdrop} color={color} />
      <div className={styles.veil} />
      <div ref={upperPart} className={styles.upper}>
        {upper}
      </div>
      <div className={styles.compact} aria-hidden="true">
        {compact}
      </div>
      <div ref={wallPart} className={styles.wall}>
        {wall}
      </div>
    </div>
  );
}

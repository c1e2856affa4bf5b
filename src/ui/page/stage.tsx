import { useRef, type ReactNode } from 'react';
import { useFocusEngine, useFocusIn, useVisitMemory, useVisitState, type VisitMemory } from '#src/focus/index.ts';
import { Backdrop } from '#src/ui/tile/backdrop.tsx';
import styles from './stage.module.css';

export interface StageProps {
  readonly backdrop: string | null;
  readonly color: string;
  /** A film over the backdrop. */
  readonly film?: ReactNode;
  /** The large block of name, text and buttons, shown until the focus moves to the wall. */
  readonly upper: ReactNode;
  /** Its compact form while the wall is raised. */
  readonly compact: ReactNode;
  readonly wall: ReactNode;
}

type Area = 'upper' | 'wall';
const AREA = 'stage-area';

/** Whether the wall is raised, as after Back to a tile or to the navigation beside it. */
export const isWallUp = (visit: VisitMemory) => visit.values.get(AREA) === 'wall';

/** A backdrop with a large block, and a wall of rows that rises when keys or the wheel move the focus to it. */
export function Stage({ backdrop, color, film, upper, compact, wall }: StageProps) {
  const [area, setArea] = useVisitState<Area>(useVisitMemory(), AREA, 'upper');
  const [upperPart, wallPart] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  const engine = useFocusEngine();
  useFocusIn(upperPart, () => setArea('upper'));
  // Not by the pointer: what it points at would move away.
  useFocusIn(wallPart, () => engine.isPointing() || setArea('wall'));
  return (
    <div className={area === 'wall' ? styles.inWall : styles.inUpper}>
      <Backdrop src={backdrop} color={color}>
        {film}
      </Backdrop>
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

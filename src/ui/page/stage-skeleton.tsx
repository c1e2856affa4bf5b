import { Placeholder } from '#src/ui/tile/placeholder.tsx';
import styles from './stage-skeleton.module.css';

export interface StageSkeletonProps {
  readonly focusKey: string;
  /** Number of text lines above the buttons. */
  readonly lines?: number;
}

/** The shape of a loading stage: each part has its final position. */
export function StageSkeleton({ focusKey, lines = 3 }: StageSkeletonProps) {
  return (
    <>
      <div className={styles.block}>
        <div className={styles.name} />
        <div className={styles.facts} />
        {Array.from({ length: lines }, (_, index) => (
          <div key={index} className={styles.line} />
        ))}
        <Placeholder focusKey={focusKey} className={styles.button} />
      </div>
      <div className={styles.tiles}>
        {[0, 1, 2, 3, 4].map((index) => (
          <span key={index} />
        ))}
      </div>
    </>
  );
}

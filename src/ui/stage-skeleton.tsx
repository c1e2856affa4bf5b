import { Placeholder } from './placeholder.tsx';
import styles from './stage-skeleton.module.css';

/** The shape of a stage while its data is on the way. */
export function StageSkeleton({ focusKey }: { focusKey: string }) {
  return (
    <div className={styles.skeleton}>
      <div className={styles.name} />
      <div className={styles.line} />
      <div className={styles.line} />
      <Placeholder focusKey={focusKey} className={styles.button} />
      <div className={styles.tiles}>
        {[0, 1, 2, 3, 4].map((index) => (
          <span key={index} />
        ))}
      </div>
    </div>
  );
}

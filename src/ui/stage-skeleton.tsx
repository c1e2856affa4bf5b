import { Placeholder } from './placeholder.tsx';
import styles from './stage-skeleton.module.css';

/** The shape of a stage while its data is on the way: each part stands where the real one will. */
export function StageSkeleton({ focusKey }: { focusKey: string }) {
  return (
    <>
      <div className={styles.block}>
        <div className={styles.name} />
        <div className={styles.facts} />
        <div className={styles.line} />
        <div className={styles.line} />
        <div className={styles.line} />
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

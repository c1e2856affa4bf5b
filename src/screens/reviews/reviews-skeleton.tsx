import { Placeholder } from '#src/ui/tile/placeholder.tsx';
import styles from './reviews-screen.module.css';

/** Skeleton with the layout of the loaded screen, so that nothing shifts. */
export function ReviewsSkeleton({ focusKey }: { focusKey: string }) {
  return (
    <>
      <div className={styles.panel}>
        <div className={`${styles.poster} ${styles.blank}`} />
      </div>
      <div className={styles.content}>
        <Placeholder focusKey={focusKey} className={styles.firstLine} />
        <div className={styles.line} />
        <div className={styles.line} />
      </div>
    </>
  );
}

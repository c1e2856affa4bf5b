import styles from './ring.module.css';

const RADIUS = 20;
const LENGTH = 2 * Math.PI * RADIUS;

/** The remaining seconds, as a number and as a ring that empties. */
export function Ring({ secondsLeft, secondsInAll }: { secondsLeft: number; secondsInAll: number }) {
  return (
    <div className={styles.ring}>
      <svg viewBox="0 0 48 48" aria-hidden="true" className={styles.drawing}>
        <circle cx="24" cy="24" r={RADIUS} className={styles.track} />
        <circle
          cx="24"
          cy="24"
          r={RADIUS}
          className={styles.rest}
          strokeDasharray={LENGTH}
          strokeDashoffset={LENGTH * (1 - secondsLeft / secondsInAll)}
        />
      </svg>
      <span className={styles.seconds}>{secondsLeft}</span>
    </div>
  );
}

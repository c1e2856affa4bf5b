import styles from './stars.module.css';

const STARS = [1, 2, 3, 4, 5];
const STAR = 'M12 2.6l2.9 6 6.5.9-4.7 4.6 1.1 6.5L12 17.5l-5.8 3.1 1.1-6.5L2.6 9.5l6.5-.9z';

/** A score in halves of five stars, 0 for none. Decorative: a text beside it says the same. */
export function Stars({ score, size }: { score: number; size: number }) {
  return (
    <span className={styles.stars} aria-hidden="true">
      {STARS.map((star) => {
        const part = Math.max(0, Math.min(1, score - star + 1));
        return (
          <svg key={star} viewBox="0 0 24 24" style={{ width: `${size}rem`, height: `${size}rem` }}>
            <path d={STAR} className={styles.empty} />
            {part > 0 && <path d={STAR} className={part === 1 ? styles.full : styles.half} />}
          </svg>
        );
      })}
    </span>
  );
}

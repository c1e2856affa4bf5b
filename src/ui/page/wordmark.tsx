import styles from './wordmark.module.css';

/** The product's name as it is drawn. */
export function Wordmark({ size }: { size: 'small' | 'large' }) {
  return (
    <div
      className={`${styles.wordmark} ${size === 'large' ? styles.large : styles.small}`}
      role="img"
      aria-label="보라"
    >
      <svg viewBox="0 0 48 48" aria-hidden="true" className={styles.eye}>
        <path d="M24 8C12 8 4.500 18 2 24c2.500 6 10 16 22 16s19.500-10 22-16C43.500 18 36 8 24 8z" fill="#7b46f1" />
        <circle cx="24" cy="24" r="11" fill="#110d1c" />
        <path
          d="M20.500 18.200v11.600a1 1 0 0 0 1.500.86l9-5.800a1 1 0 0 0 0-1.720l-9-5.800a1 1 0 0 0-1.500.86z"
          fill="#fff"
        />
      </svg>
      <span aria-hidden="true">보라</span>
    </div>
  );
}

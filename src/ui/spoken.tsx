import styles from './spoken.module.css';

/** Spoken on mount and on change, and invisible. */
export function Spoken({ text }: { text: string }) {
  return (
    <span className={styles.spoken} role="status">
      {text}
    </span>
  );
}

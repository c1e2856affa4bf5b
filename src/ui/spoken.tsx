import styles from './spoken.module.css';

/** Said by the voice guide when it comes and when it changes, and not drawn. */
export function Spoken({ text }: { text: string }) {
  return (
    <span className={styles.spoken} role="status">
      {text}
    </span>
  );
}

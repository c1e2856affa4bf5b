import styles from './stale-note.module.css';

/** A discreet note that the shown data could not be refreshed. */
export function StaleNote() {
  return (
    <p className={styles.note} role="status">
      연결이 끊겨 마지막으로 받은 내용을 보여 드려요
    </p>
  );
}

import styles from './stale-note.module.css';

/** Says quietly that what is shown could not be asked for again. */
export function StaleNote() {
  return (
    <p className={styles.note} role="status">
      연결이 끊겨 마지막으로 받은 내용을 보여 드려요
    </p>
  );
}

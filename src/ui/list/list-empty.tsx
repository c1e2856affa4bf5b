import styles from './list-message.module.css';

/** Shown instead of an empty list. */
export function ListEmpty({ title, text }: { title: string; text: string }) {
  return (
    <div className={styles.message} role="status">
      <p className={styles.title}>{title}</p>
      <p className={styles.text}>{text}</p>
    </div>
  );
}

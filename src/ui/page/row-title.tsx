import styles from './row-title.module.css';

export function RowTitle({ text, detail }: { text: string; detail?: string }) {
  return (
    <h2 className={styles.title}>
      {text}
      {detail && <span className={styles.detail}>{detail}</span>}
    </h2>
  );
}

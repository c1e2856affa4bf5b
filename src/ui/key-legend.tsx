import styles from './key-legend.module.css';

export interface KeyLegendEntry {
  readonly color: 'red' | 'green' | 'yellow' | 'blue';
  readonly label: string;
}

/** The functions of the remote's colour keys on this screen. */
export function KeyLegend({ entries }: { entries: readonly KeyLegendEntry[] }) {
  return (
    <p className={styles.legend} aria-hidden="true">
      {entries.map(({ color, label }) => (
        <span key={color} className={styles.entry}>
          <span className={`${styles.key} ${styles[color]}`} />
          {label}
        </span>
      ))}
    </p>
  );
}

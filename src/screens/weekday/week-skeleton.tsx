import { Placeholder } from '#src/ui/tile/placeholder.tsx';
import styles from './week.module.css';

const DAYS = [0, 1, 2, 3, 4, 5, 6];

/** The shape of the loading week, with the focus. */
export function WeekSkeleton({ focusKey }: { focusKey: string }) {
  return (
    <div className={styles.week}>
      <div className={styles.view}>
        <div className={styles.track}>
          {DAYS.map((day) => (
            <div key={day} className={styles.day} style={{ left: `calc(var(--day) * ${day})` }}>
              {day === 0 ? (
                <Placeholder focusKey={focusKey} className={styles.bone} />
              ) : (
                <div className={styles.bone} />
              )}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

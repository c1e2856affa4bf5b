import { Screen } from '#src/ui/screen.tsx';
import { Wordmark } from '#src/ui/wordmark.tsx';
import { Placeholder } from '#src/ui/placeholder.tsx';
import styles from './start-screen.module.css';

/** The wordmark, while the status call is pending. */
export function StartScreen() {
  return (
    <Screen name="start" initialKey="start" className={styles.screen}>
      <div className={styles.mark}>
        <Wordmark size="large" />
      </div>
      <Placeholder focusKey="start" className={styles.placeholder} />
    </Screen>
  );
}

import { Screen } from '#src/ui/page/screen.tsx';
import { Wordmark } from '#src/ui/page/wordmark.tsx';
import { Placeholder } from '#src/ui/tile/placeholder.tsx';
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

import { Placeholder } from '#src/ui/tile/placeholder.tsx';
import { Screen } from './screen.tsx';
import styles from './screen-loading.module.css';

/** Shown while a screen's script loads. It has the focus, and keys wait for the screen. */
export function ScreenLoading({ name }: { name: string }) {
  const focusKey = `${name}/script`;
  return (
    <Screen name={name} initialKey={focusKey}>
      <Placeholder focusKey={focusKey} className={styles.placeholder} />
    </Screen>
  );
}

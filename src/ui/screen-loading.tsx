import { useState } from 'react';
import { createPlace } from '#src/focus/index.ts';
import { Placeholder } from './placeholder.tsx';
import { Screen } from './screen.tsx';
import styles from './screen-loading.module.css';

/** In place of a screen whose script is on the way. It has the focus, so that no key is lost: they wait for the screen. */
export function ScreenLoading({ name }: { name: string }) {
  const [place] = useState(() => createPlace(true));
  const focusKey = `${name}/script`;
  return (
    <Screen name={name} place={place} initialKey={focusKey}>
      <Placeholder focusKey={focusKey} className={styles.placeholder} />
    </Screen>
  );
}

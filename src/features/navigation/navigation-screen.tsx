import type { ReactNode } from 'react';
import { FocusGroup, useRemoteKeys, type VisitMemory } from '#src/focus/index.ts';
import { Screen } from '#src/ui/page/screen.tsx';
import styles from './navigation-screen.module.css';
import { MainNavigation, useMainActions, type MainEntry } from './main-navigation.tsx';

export interface NavigationScreenProps {
  /** Name in the markup and prefix of focus keys. */
  readonly name: string;
  readonly area: MainEntry;
  readonly visit: VisitMemory;
  readonly initialKey: string;
  readonly children: ReactNode;
}

/** A screen with the side navigation at its left edge and the shared search key. */
export function NavigationScreen({ name, area, visit, initialKey, children }: NavigationScreenProps) {
  const contentKey = `${name}/content`;
  return (
    <Screen name={name} initialKey={initialKey} visit={visit}>
      <FocusGroup focusKey={name} axis="row" preferredKey={contentKey}>
        <MainNavigation current={area} contentKey={contentKey} />
        <FocusGroup focusKey={contentKey} axis="column">
          {children}
        </FocusGroup>
      </FocusGroup>
      {area !== 'search' && <SearchKey />}
    </Screen>
  );
}

/** The red key with its legend. */
function SearchKey() {
  const { search } = useMainActions();
  useRemoteKeys((event) => {
    if (event.key !== 'red' && event.key !== 'search') return false;
    if (event.repeats === 0) search?.();
    return true;
  });
  return (
    <p className={styles.legend} aria-hidden="true">
      <span className={styles.red} />
      검색
    </p>
  );
}

import type { ReactNode } from 'react';
import { FocusGroup, useRemoteKeys, type Place } from '#src/focus/index.ts';
import { Screen } from '#src/ui/screen.tsx';
import styles from './browse-screen.module.css';
import { MainNavigation, useMainActions, type MainEntry } from './main-navigation.tsx';

export interface BrowseScreenProps {
  /** Of the screen in the markup, and of its focus keys. */
  readonly name: string;
  readonly area: MainEntry;
  readonly place: Place;
  readonly initialKey: string;
  readonly children: ReactNode;
}

/** A screen of the catalogue: the side navigation at its left edge, and the keys that mean the same on all of them. */
export function BrowseScreen({ name, area, place, initialKey, children }: BrowseScreenProps) {
  const contentKey = `${name}/content`;
  return (
    <Screen name={name} initialKey={initialKey} place={place}>
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

/** The red key, and the legend that says so. */
function SearchKey() {
  const { search } = useMainActions();
  useRemoteKeys((event) => {
    if (event.key !== 'red' && event.key !== 'search') return false;
    if (event.phase === 'down' && event.repeats === 0) search?.();
    return true;
  });
  return (
    <p className={styles.legend} aria-hidden="true">
      <span className={styles.red} />
      검색
    </p>
  );
}

import { HOME_PATH, type Navigation } from './navigation.ts';

/** Navigation for one visit of a screen. */
export interface VisitNavigation extends Pick<Navigation, 'open' | 'replace' | 'restart'> {
  /** Whether this visit is the one on the screen. */
  isHere(): boolean;
  /** Goes to the visit below, or home. */
  leave(): void;
  /** Call on mount. @returns call it on unmount */
  show(): () => void;
}

/**
 * Binds navigation to one visit, so that an answer after the viewer left does not navigate: by then another visit is
 * shown, or the entry covers this one.
 */
export function createVisitNavigation(navigation: Navigation): VisitNavigation {
  const { id } = navigation.visit();
  let isShown = true;
  const isHere = () => isShown && navigation.visit().id === id;
  return {
    isHere,
    open: (path) => isHere() && navigation.open(path),
    replace: (path, row) => isHere() && navigation.replace(path, row),
    restart: () => isHere() && navigation.restart(),
    leave() {
      if (isHere() && !navigation.back()) navigation.replace(HOME_PATH);
    },
    show() {
      isShown = true;
      return () => {
        isShown = false;
      };
    },
  };
}

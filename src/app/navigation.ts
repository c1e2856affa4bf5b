import { createPlace, type Place } from '#src/focus/index.ts';
import type { Unsubscribe } from '#platform/platform.ts';

/** One visit of a screen: its path, and what it remembers. */
export interface Visit {
  readonly id: number;
  readonly path: string;
  readonly place: Place;
}

interface EntryState {
  /** Number of the visit since the app started. */
  readonly visit: number;
  /** Visits below this one that Back leads to. */
  readonly depth: number;
}

/** The part of a page's window that navigation needs. */
export type NavigationPage = Pick<Window, 'history' | 'location' | 'addEventListener' | 'removeEventListener'>;

export interface Navigation {
  readonly visit: () => Visit;
  subscribe(listener: () => void): Unsubscribe;
  /** Opens a screen above this one. */
  open(path: string): void;
  /** Opens a screen in place of this one. */
  replace(path: string): void;
  /** Goes to the first screen, home, which begins anew. */
  home(): void;
  /** Goes to the visit below, exactly as it was left; false on the first one. */
  back(): boolean;
  /** Forgets everything but the first screen, for another viewer. */
  restart(): void;
}

export const HOME_PATH = '/home';

const readState = (state: unknown): EntryState | null =>
  typeof state === 'object' && state !== null && 'visit' in state && 'depth' in state
    ? { visit: Number(state.visit), depth: Number(state.depth) }
    : null;

/**
 * Where the app is. The page's own history holds the way back, as hashes, since a packaged app has no paths; a browser's
 * Back button works like the remote's. What each visit remembers stays here, by its number.
 */
export function createNavigation(page: NavigationPage): Navigation {
  const places = new Map<number, Place>();
  const listeners = new Set<() => void>();
  let lastVisit = 0;
  /** Known at once, while the page's history takes its time: two quick keys never leave the app. */
  let depth = 0;
  let current: Visit;
  /** Set while `history.go()` is on its way to the first visit. */
  let isGoingHome = false;

  const readPath = () => page.location.hash.replace(/^#/, '') || HOME_PATH;
  const enter = (id: number) => {
    const place = places.get(id) ?? createPlace();
    places.set(id, place);
    current = { id, path: readPath(), place };
    listeners.forEach((listener) => listener());
  };
  const write = (path: string, state: EntryState, method: 'pushState' | 'replaceState') => {
    depth = state.depth;
    page.history[method](state, '', `#${path}`);
    enter(state.visit);
  };
  const beginAtHome = () => {
    places.clear();
    lastVisit += 1;
    write(HOME_PATH, { visit: lastVisit, depth: 0 }, 'replaceState');
  };
  /** What Forward alone could lead to: opening another screen cuts that way off. */
  const forgetAbove = (id: number) => [...places.keys()].forEach((visit) => visit > id && places.delete(visit));
  const read = () => {
    const state = readState(page.history.state);
    if (!state) {
      // An address typed by hand, or the first page.
      lastVisit += 1;
      write(readPath(), { visit: lastVisit, depth: 0 }, 'replaceState');
      return;
    }
    lastVisit = Math.max(lastVisit, state.visit);
    depth = state.depth;
    if (isGoingHome) {
      isGoingHome = false;
      beginAtHome();
      return;
    }
    enter(state.visit);
  };

  read();
  return {
    visit: () => current,
    subscribe(listener) {
      if (listeners.size === 0) page.addEventListener('popstate', read);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) page.removeEventListener('popstate', read);
      };
    },
    open(path) {
      forgetAbove(current.id);
      lastVisit += 1;
      write(path, { visit: lastVisit, depth: depth + 1 }, 'pushState');
    },
    replace(path) {
      lastVisit += 1;
      places.delete(current.id);
      write(path, { visit: lastVisit, depth }, 'replaceState');
    },
    back() {
      if (depth === 0) return false;
      depth -= 1;
      page.history.back();
      return true;
    },
    home() {
      if (depth === 0) {
        beginAtHome();
        return;
      }
      isGoingHome = true;
      page.history.go(-depth);
      depth = 0;
    },
    restart: beginAtHome,
  };
}

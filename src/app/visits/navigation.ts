import { createVisitMemory, type VisitMemory } from '#src/focus/index.ts';
import type { Unsubscribe } from '#platform/platform.ts';
import { createListeners } from '#src/lib/listeners.ts';

/** A visit that the viewer left for another one, and its row that had the focus then. */
export type Step = readonly [path: string, row: string | undefined];

/** One visit of a screen. */
export interface Visit {
  readonly id: number;
  readonly path: string;
  readonly memory: VisitMemory;
  /** The last two steps that led here. */
  readonly way: readonly Step[];
}

interface EntryState {
  /** Id of the visit. */
  readonly visit: number;
  /** Number of visits below this one. */
  readonly depth: number;
  readonly way?: readonly Step[];
}

/** The part of a page's window that navigation needs. */
export type NavigationPage = Pick<Window, 'history' | 'location' | 'addEventListener' | 'removeEventListener'>;

export interface Navigation {
  readonly visit: () => Visit;
  subscribe(listener: () => void): Unsubscribe;
  /** Whether Back or Forward can return to the visit. */
  holds(visitId: number): boolean;
  /** Opens a screen above this one. */
  open(path: string): void;
  /** Replaces this screen. @param row in which the viewer chose the title */
  replace(path: string, row?: string): void;
  /** Returns to the visit below with its state; false on the first visit. */
  back(): boolean;
  /** Clears the answers in all visit memories; choices and focus stay. */
  forgetAnswers(): void;
  /** Forgets all visits and opens a new visit of home. */
  restart(): void;
}

export const HOME_PATH = '/home';

const readState = (state: unknown): EntryState | null =>
  typeof state === 'object' && state !== null && 'visit' in state && 'depth' in state ? (state as EntryState) : null;

const STEPS = 2;

/**
 * A stack of visits, which changes synchronously. The page's history follows it, so that a browser's Back button works
 * like the remote's; it uses hashes, because a packaged app has no paths. `history.go` is asynchronous: changes of the
 * stack during it are written to the history afterwards.
 *
 * @param onLedElsewhere called before the page navigates by itself: a browser's buttons, or an address typed by hand
 */
export function createNavigation(page: NavigationPage, onLedElsewhere?: () => void): Navigation {
  const memories = new Map<number, VisitMemory>();
  const changes = createListeners(() => {
    page.addEventListener('popstate', arrive);
    return () => page.removeEventListener('popstate', arrive);
  });
  let lastVisit = 0;
  /** From the first visit to this one; null for visits that only the history knows, after a reload of the page. */
  let visits: (Visit | null)[] = [];
  /** Visit ids of the history entries, up to the current one or the target of a pending `history.go`. */
  let entries: (number | null)[] = [];
  let isHistoryOnItsWay = false;
  let current: Visit;

  const createVisit = (path: string, way: readonly Step[] = [], id = (lastVisit += 1)): Visit => {
    const memory = memories.get(id) ?? createVisitMemory();
    memories.set(id, memory);
    lastVisit = Math.max(lastVisit, id);
    return { id, path, memory, way };
  };
  const readPath = () => page.location.hash.replace(/^#/, '') || HOME_PATH;

  /** Syncs the history one step closer to `visits`: leaves the shared entries and rewrites the rest. */
  const follow = () => {
    if (isHistoryOnItsWay) return;
    const top = visits.length - 1;
    let shared = 0;
    while (shared < entries.length && shared <= top && entries[shared] === (visits[shared]?.id ?? null)) shared += 1;
    const target = Math.min(shared, top);
    const steps = entries.length - 1 - target;
    if (steps > 0) {
      isHistoryOnItsWay = true;
      entries = entries.slice(0, target + 1);
      page.history.go(-steps);
      return;
    }
    visits.slice(shared).forEach((visit, index) => {
      if (!visit) return;
      const depth = shared + index;
      const state: EntryState = { visit: visit.id, depth, way: visit.way };
      page.history[depth < entries.length ? 'replaceState' : 'pushState'](state, '', `#${visit.path}`);
      entries[depth] = visit.id;
    });
  };
  /** Shows the top visit; after a reload, it is unknown until the history has stepped to it. */
  const show = () => {
    const top = visits[visits.length - 1];
    if (top && top !== current) {
      current = top;
      changes.tell();
    }
    follow();
  };
  /** Adopts the history's state: at start, and after the page has navigated by itself. */
  const read = () => {
    const state = readState(page.history.state);
    if (!state) {
      visits = [createVisit(readPath())];
      entries = [null];
    } else if (visits[state.depth]?.id === state.visit) {
      visits = visits.slice(0, state.depth + 1);
      entries = entries.slice(0, state.depth + 1);
    } else {
      const below = new Array<null>(state.depth).fill(null);
      visits = [...below, createVisit(readPath(), state.way, state.visit)];
      entries = [...below, state.visit];
    }
    show();
  };
  const arrive = () => {
    const state = readState(page.history.state);
    const isExpected = isHistoryOnItsWay && state?.depth === entries.length - 1;
    isHistoryOnItsWay = false;
    if (!isExpected) {
      onLedElsewhere?.();
      read();
      return;
    }
    if (visits[state.depth] === null) {
      visits[state.depth] = createVisit(readPath(), state.way, state.visit);
      entries[state.depth] = state.visit;
    }
    show();
  };

  read();
  return {
    visit: () => current,
    subscribe: changes.subscribe,
    holds: (visitId) => memories.has(visitId),
    open(path) {
      // Opening a screen drops the history's forward entries, so nothing can return to their visits.
      for (const id of [...memories.keys()]) if (id > current.id) memories.delete(id);
      const { path: from, memory, way } = current;
      const step: Step = [from, memory.walls.get(memory.focusKey ?? '')?.rowKey];
      visits.push(createVisit(path, [...way, step].slice(-STEPS)));
      show();
    },
    replace(path, row) {
      memories.delete(current.id);
      visits[visits.length - 1] = createVisit(path, row === undefined ? current.way : [[current.path, row]]);
      show();
    },
    back() {
      if (visits.length === 1) return false;
      visits.pop();
      show();
      return true;
    },
    forgetAnswers: () => memories.forEach(({ answers }) => answers.clear()),
    restart() {
      memories.clear();
      visits = [createVisit(HOME_PATH)];
      show();
    },
  };
}

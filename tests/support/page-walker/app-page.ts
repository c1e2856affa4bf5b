/* What can be asked of the app's page. */

const LOADING = '[role="status"][aria-label="불러오는 중이에요"], [aria-busy="true"]';

/** What the left edge leads to, one below the other. */
export const AREAS = 7;

export const focused = () => document.activeElement as HTMLElement | null;
export const keyOf = (element: Element | null) => (element as HTMLElement | null)?.dataset['focusKey'] ?? null;
export const focusKey = () => keyOf(focused());
export const screenName = () => document.querySelector('main')?.dataset['screen'] ?? 'none';
export const dialogs = () => Array.from(document.querySelectorAll('[role="dialog"]'));
/** The player waits for its picture, and keys for the player. */
export const isPictureAwaited = () =>
  dialogs().length === 0 &&
  Array.from(document.querySelectorAll('video')).some(
    ({ readyState }) => readyState < HTMLMediaElement.HAVE_CURRENT_DATA,
  );
export const isLoading = () => document.querySelector(LOADING) !== null;

/** Number of the visit, address, screen and open dialogs: what OK opens makes another one of it. */
export const where = () => {
  const { visit = 0 } = (history.state ?? {}) as { visit?: number };
  return `${visit} ${location.hash} ${screenName()} ${dialogs().length}`;
};

export const isVisible = (element: Element) =>
  element.checkVisibility({ opacityProperty: true, visibilityProperty: true } as CheckVisibilityOptions);

export const isOnPanel = ({ left, right, top, bottom, width, height }: DOMRect) =>
  width > 0 && height > 0 && right > 1 && bottom > 1 && left < innerWidth - 1 && top < innerHeight - 1;

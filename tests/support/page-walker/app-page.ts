/* Queries of the app's page. */

const LOADING = '[role="status"][aria-label="불러오는 중이에요"], [aria-busy="true"]';

/** Number of entries of the side navigation. */
export const AREAS = 7;

export const focused = () => document.activeElement as HTMLElement | null;
export const keyOf = (element: Element | null) => (element as HTMLElement | null)?.dataset['focusKey'] ?? null;
export const focusKey = () => keyOf(focused());
export const screenName = () => document.querySelector('main')?.dataset['screen'] ?? 'none';
export const dialogs = () => Array.from(document.querySelectorAll('[role="dialog"]'));
/** A video has no frame yet and no dialog is open, so keys go to the player. */
export const isPictureAwaited = () =>
  dialogs().length === 0 &&
  Array.from(document.querySelectorAll('video')).some(
    ({ readyState }) => readyState < HTMLMediaElement.HAVE_CURRENT_DATA,
  );
export const isLoading = () => document.querySelector(LOADING) !== null;

// The screen changes at once; the history entry that carries the visit number follows asynchronously.
let stepsOnTheirWay = 0;
const { go } = History.prototype;
History.prototype.go = function (delta) {
  stepsOnTheirWay += 1;
  go.call(this, delta);
};
addEventListener('popstate', () => (stepsOnTheirWay = Math.max(0, stepsOnTheirWay - 1)));
export const isHistoryOnItsWay = () => stepsOnTheirWay > 0;

/**
 * Visit number, address, screen and number of open dialogs. Whatever OK opens changes this value. Invalid while a
 * history step is pending.
 */
export const where = () => {
  const { visit = 0 } = (history.state ?? {}) as { visit?: number };
  return `${visit} ${location.hash} ${screenName()} ${dialogs().length}`;
};

export const isVisible = (element: Element) =>
  element.checkVisibility({ opacityProperty: true, visibilityProperty: true } as CheckVisibilityOptions);

export const isOnPanel = ({ left, right, top, bottom, width, height }: DOMRect) =>
  width > 0 && height > 0 && right > 1 && bottom > 1 && left < innerWidth - 1 && top < innerHeight - 1;

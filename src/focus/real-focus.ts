import type { Direction } from './navigator.ts';

/** Distance and duration of the nudge at an edge, in rem and ms (design/ten-foot.md, section 4). */
const NUDGE_REM = 0.375;
const NUDGE_MS = 80;

const NUDGES: Record<Direction, string> = {
  left: `translateX(${-NUDGE_REM}rem)`,
  right: `translateX(${NUDGE_REM}rem)`,
  up: `translateY(${-NUDGE_REM}rem)`,
  down: `translateY(${NUDGE_REM}rem)`,
};

/** Gives an element the real focus without scrolling: the app moves content itself. */
export function focusElement(element: HTMLElement): void {
  let isKnown = false;
  element.focus({
    get preventScroll() {
      isKnown = true;
      return true;
    },
  });
  // Chromium supports it from 64 on; 63, the oldest, scrolls the clipping element.
  if (isKnown) return;
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    parent.scrollLeft = 0;
    parent.scrollTop = 0;
  }
}

/** Shows that the edge is reached: the focused element moves a little in the arrow's direction and returns. */
export function nudge(element: Element, direction: Direction): void {
  if (!('animate' in element)) return;
  const hasReducedMotion =
    document.documentElement.dataset['motion'] === 'reduced' ||
    window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (hasReducedMotion) return;
  // Nothing has moved, so reading the style needs no layout.
  const { transform } = getComputedStyle(element);
  const given = NUDGES[direction] + transform.replace('none', '');
  element.animate({ transform: [transform, given, transform] }, NUDGE_MS);
}

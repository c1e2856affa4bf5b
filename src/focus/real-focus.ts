import type { Direction } from './navigator.ts';

/** How far and how long the focused thing gives way at an edge, in rem and ms (design/ten-foot.md, section 4). */
const NUDGE_REM = 0.375;
const NUDGE_MS = 80;

const NUDGES: Record<Direction, string> = {
  left: `translateX(${-NUDGE_REM}rem)`,
  right: `translateX(${NUDGE_REM}rem)`,
  up: `translateY(${-NUDGE_REM}rem)`,
  down: `translateY(${NUDGE_REM}rem)`,
};

/** Gives an element the real focus. Nothing scrolls: what moves is moved by us. */
export function focusElement(element: HTMLElement): void {
  let isKnown = false;
  element.focus({
    get preventScroll() {
      isKnown = true;
      return true;
    },
  });
  // Chromium knows it from 64 on; the oldest sets have 63, and scroll what clips the element.
  if (isKnown) return;
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    parent.scrollLeft = 0;
    parent.scrollTop = 0;
  }
}

/** Shows that there is nothing further that way: what has the focus gives way a little, as it stands, and comes back. */
export function nudge(element: Element, direction: Direction): void {
  if (!('animate' in element)) return;
  const hasReducedMotion =
    document.documentElement.dataset['motion'] === 'reduced' ||
    window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (hasReducedMotion) return;
  // Nothing has moved: there is nothing to lay out for the answer.
  const { transform } = getComputedStyle(element);
  const given = NUDGES[direction] + transform.replace('none', '');
  element.animate({ transform: [transform, given, transform] }, NUDGE_MS);
}

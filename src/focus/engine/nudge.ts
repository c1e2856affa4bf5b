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

/** Shows that the edge is reached: the focused element moves a little in the arrow's direction and returns. */
export function nudge(element: Element, direction: Direction): void {
  const hasReducedMotion =
    document.documentElement.dataset['motion'] === 'reduced' ||
    window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (hasReducedMotion) return;
  // Nothing has moved, so reading the style needs no layout.
  const { transform } = getComputedStyle(element);
  const given = NUDGES[direction] + transform.replace('none', '');
  element.animate({ transform: [transform, given, transform] }, NUDGE_MS);
}

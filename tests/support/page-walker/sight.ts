import { focusKey, isOnPanel, isVisible, keyOf, where } from './app-page.ts';

/** The visible state, compared before and after. */
export interface Sight {
  readonly where: string;
  readonly focusKey: string | null;
  /** State by focus key, in document order: positions of a wall's tiles, and choices. */
  readonly seen: Readonly<Record<string, string>>;
  /** Typed text and scroll positions. */
  readonly texts: readonly string[];
}

const STATES = ['aria-pressed', 'aria-checked', 'aria-selected', 'aria-current'] as const;

export function see(): Sight {
  const seen: Record<string, string> = {};
  for (const element of Array.from(document.querySelectorAll('[data-focus-key]'))) {
    const rect = element.getBoundingClientRect();
    if (!isOnPanel(rect) || !isVisible(element)) continue;
    const place = element.closest('[data-row-track]') ? `${Math.round(rect.left)},${Math.round(rect.top)}` : '';
    seen[keyOf(element) ?? ''] = [place, ...STATES.map((state) => element.getAttribute(state) ?? '')].join(' ');
  }
  const texts = [
    ...Array.from(
      document.querySelectorAll('[role="textbox"],input'),
      (field) => field.textContent || (field as HTMLInputElement).value,
    ),
    ...Array.from(document.querySelectorAll('main *'), ({ scrollTop, scrollLeft }) => scrollTop + scrollLeft)
      .filter((sum) => sum > 0)
      .map(String),
  ];
  return { where: where(), focusKey: focusKey(), seen, texts };
}

/** Lists differences between two sights. Additions are ignored, and so are keys that match `mayChange`. */
export function differences(before: Sight, after: Sight, mayChange: RegExp | null): string[] {
  const compared = (sight: Sight) => Object.keys(sight.seen).filter((key) => !mayChange?.test(key));
  const found: string[] = [];
  if (before.focusKey !== after.focusKey) found.push(`the focus was on ${before.focusKey}, is on ${after.focusKey}`);
  for (const key of compared(before)) {
    const [was, is] = [before.seen[key], after.seen[key]];
    if (is === undefined) found.push(`${key} is gone`);
    else if (was !== is) found.push(`${key} was ${was}, is ${is}`);
  }
  // A wall pools its elements, so document order means nothing there; their positions are compared above.
  const isInWall = (sight: Sight, key: string) => sight.seen[key]?.[0] !== ' ';
  const order = (sight: Sight, other: Sight) =>
    compared(sight).filter((key) => key in other.seen && !isInWall(sight, key));
  if (order(before, after).join() !== order(after, before).join()) found.push('the order is another');
  if (before.texts.join('|') !== after.texts.join('|'))
    found.push(`texts were ${before.texts.join('|')}, are ${after.texts.join('|')}`);
  return found;
}

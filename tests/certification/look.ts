import type { Page } from '@playwright/test';
import axe from 'axe-core';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/** How a viewer may have set up the app for the eyes. */
export interface Looks {
  readonly letters: 'normal' | 'large';
  readonly contrast: 'normal' | 'high';
}

/** Sets the looks as the settings do, with cuts in place of motion. */
export const setLooks = (page: Page, looks: Looks) =>
  page.evaluate((dataset) => void Object.assign(document.documentElement.dataset, dataset), {
    ...looks,
    motion: 'reduced',
  });

/** What axe-core finds against WCAG A and AA: rule and elements. */
export async function violationsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(axe.source);
  return page.evaluate(async (only) => {
    const { violations } = await window.axe!.run({
      runOnly: only ? { type: 'rule', values: [...only] } : ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'],
      resultTypes: ['violations'],
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' ')}`);
  }, rules);
}

/** Safe area: 5% of the panel (tv-platforms.md, 4.3). */
const SAFE = { x: 96, y: 54 };

/** What is focused outside of the safe area, and text that its box cuts off without an ellipsis. */
export const faultsOf = (page: Page): Promise<string[]> =>
  page.evaluate(({ x, y }) => {
    const faults: string[] = [];
    const focused = document.activeElement;
    const box = focused?.getBoundingClientRect();
    // The edge's menu is icons wide, by design; a seek bar's ends are its times.
    if (!box || focused === document.body) faults.push('nothing has the focus');
    else if (
      !focused?.closest('[role=navigation]') &&
      (box.left < x - 1 || box.top < y - 1 || box.right > innerWidth - x + 1 || box.bottom > innerHeight - y + 1)
    )
      faults.push(
        `outside the safe area: ${focused?.getAttribute('data-focus-key')} ${box.left},${box.top},${box.right},${box.bottom}`,
      );
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (texts.nextNode()) {
      const text = texts.currentNode;
      const parent = text.parentElement;
      if (!parent || !text.textContent?.trim() || parent.closest('[aria-hidden=true], script, style')) continue;
      range.selectNodeContents(text);
      const drawn = range.getBoundingClientRect();
      if (drawn.width === 0) continue;
      for (let at: Element | null = parent; at && at !== document.body; at = at.parentElement) {
        const style = getComputedStyle(at);
        if (style.opacity === '0' || style.visibility === 'hidden') break;
        if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') break;
        if (style.overflow === 'visible') continue;
        const clip = at.getBoundingClientRect();
        if (clip.width <= 1 || at.querySelector('[data-focus-key]')) break;
        if (drawn.bottom > clip.bottom + 2 || drawn.right > clip.right + 2)
          faults.push(`cut off: ${text.textContent.trim().slice(0, 40)}`);
        break;
      }
    }
    return faults;
  }, SAFE);

/** Keys of what looks the same with the focus and without. */
export const unmarkedOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const PROPERTIES = [
      'boxShadow',
      'outline',
      'transform',
      'backgroundColor',
      'color',
      'borderColor',
      'opacity',
    ] as const;
    const look = (element: Element) =>
      [element, ...Array.from(element.querySelectorAll('*')).slice(0, 12)]
        .flatMap((part) =>
          [undefined, '::before', '::after'].map((pseudo) => {
            const style = getComputedStyle(part, pseudo);
            return PROPERTIES.map((property) => style[property]).join();
          }),
        )
        .join('|');
    const before = document.activeElement as HTMLElement | null;
    const unmarked: string[] = [];
    for (const element of Array.from(document.querySelectorAll<HTMLElement>('[data-focus-key]')).slice(0, 40)) {
      if (element === document.activeElement) continue;
      const plain = look(element);
      element.focus({ preventScroll: true });
      if (document.activeElement === element && look(element) === plain)
        unmarked.push(element.dataset['focusKey'] ?? '');
      before?.focus({ preventScroll: true });
    }
    return unmarked;
  });

import type { Page } from '@playwright/test';
import axe from 'axe-core';

declare global {
  interface Window {
    axe?: typeof axe;
    looks?: Looks;
  }
}

/** How a viewer may have set up the app for the eyes. */
export interface Looks {
  readonly letters: 'normal' | 'large';
  readonly contrast: 'normal' | 'high';
}

/** Sets the looks as the settings do, and keeps them, whatever the settings say meanwhile. */
export const setLooks = (page: Page, looks: Looks) =>
  page.evaluate((wanted) => {
    const { dataset } = document.documentElement;
    const isNew = window.looks === undefined;
    window.looks = wanted;
    const keep = () => {
      for (const [name, value] of Object.entries(window.looks ?? {}))
        if (dataset[name] !== value) dataset[name] = value;
    };
    keep();
    if (isNew) new MutationObserver(keep).observe(document.documentElement, { attributes: true });
  }, looks);

/** Waits until letters and pictures are drawn: below a picture that is still to come lies what it will hide. */
export const drawn = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all(Array.from(document.images, (image) => image.decode().catch(() => undefined)));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });

/** Letters of headings and larger: for them 4.5:1 is enough, where running text has 7:1 (ten-foot.md, 1). */
const HEADING_REM = 34 / 16;
const PT_OF_PX = 0.75;

const loadAxe = async (page: Page) => {
  await page.evaluate(axe.source);
  await page.evaluate((headingPt) => {
    const largeTextPt = headingPt * parseFloat(getComputedStyle(document.documentElement).fontSize);
    const contrastRatio = { normal: { expected: 7 }, large: { expected: 4.5 } };
    const options = {
      ignoreUnicode: true,
      ignoreLength: false,
      ignorePseudo: false,
      boldValue: 700,
      boldTextPt: largeTextPt,
      largeTextPt,
      contrastRatio,
      pseudoSizeThreshold: 0.25,
      shadowOutlineEmMax: 0.2,
      textStrokeEmMin: 0.03,
    };
    window.axe?.configure({ checks: [{ id: 'color-contrast', options }] });
  }, HEADING_REM * PT_OF_PX);
};

/** What axe-core finds against WCAG A and AA, or against `rules` alone: rule and elements. */
export async function violationsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await loadAxe(page);
  return page.evaluate(async (only) => {
    const { violations } = await window.axe!.run({
      runOnly: only ? { type: 'rule', values: [...only] } : ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'],
      // For those who press by saying what is written; here what is heard reads better than what is written (숫자 일 for 1).
      rules: { 'label-content-name-mismatch': { enabled: false } },
      resultTypes: ['violations'],
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, any }) => `${id}: ${html.slice(0, 160)} ${any.map(({ message }) => message).join(' ')}`),
    );
  }, rules);
}

/** Part of the panel at each edge that is not safe (tv-platforms.md, 4.3). */
const UNSAFE = 0.05;

/** Where the focus is outside of the safe area, or nowhere. */
export const unsafeFocusOf = (page: Page): Promise<string[]> =>
  page.evaluate((unsafe) => {
    const [x, y] = [innerWidth * unsafe, innerHeight * unsafe];
    const focused = document.activeElement as HTMLElement | null;
    if (!focused || focused === document.body) return ['nothing has the focus'];
    // The menu of the left edge stands there by design: closed it is as wide as the safe area's edge.
    if (focused.closest('[role=navigation], nav')) return [];
    const { left, top, right, bottom } = focused.getBoundingClientRect();
    const isSafe = left >= x - 1 && top >= y - 1 && right <= innerWidth - x + 1 && bottom <= innerHeight - y + 1;
    return isSafe
      ? []
      : [
          `outside the safe area: ${focused.dataset['focusKey']} ${[left, top, right, bottom].map(Math.round).join(' ')}`,
        ];
  }, UNSAFE);

/**
 * Text that its box or the panel cuts off without an ellipsis, that sticks out of the button it stands in, and text that
 * lies on other text.
 */
export const unreadableOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    interface Line {
      readonly text: string;
      readonly parent: Element;
      readonly box: Box;
    }
    type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;
    const faults: string[] = [];
    const lines: Line[] = [];
    const range = document.createRange();
    const isHidden = (element: Element) => {
      for (let at: Element | null = element; at; at = at.parentElement) {
        const { opacity, visibility } = getComputedStyle(at);
        if (Number(opacity) < 0.05 || visibility === 'hidden') return true;
      }
      return false;
    };
    const told = (text: string) => `“${text.slice(0, 40)}”`;
    /** What cuts the text, or null; an ellipsis, or a limit of lines, is a sign that there is more. */
    const clipOf = (parent: Element): DOMRect | null => {
      for (let at: Element | null = parent; at && at !== document.body; at = at.parentElement) {
        const style = getComputedStyle(at);
        if (style.textOverflow === 'ellipsis' || !['none', ''].includes(style.webkitLineClamp)) return null;
        if (style.overflow === 'visible' || style.position === 'static') continue;
        // Walls and rows go on beyond their edges: one goes there.
        if (at.querySelector('[data-focus-key]')) return null;
        return at.getBoundingClientRect();
      }
      return null;
    };
    /** What is left of a box within everything that cuts it. */
    const shownOf = (parent: Element, { left, top, right, bottom }: Box): Box => {
      let shown = { left, top, right, bottom };
      for (let at: Element | null = parent; at && at !== document.body; at = at.parentElement) {
        if (getComputedStyle(at).overflow === 'visible') continue;
        const clip = at.getBoundingClientRect();
        shown = {
          left: Math.max(shown.left, clip.left),
          top: Math.max(shown.top, clip.top),
          right: Math.min(shown.right, clip.right),
          bottom: Math.min(shown.bottom, clip.bottom),
        };
      }
      return shown;
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const node = texts.currentNode;
      const parent = node.parentElement;
      const text = node.textContent?.trim() ?? '';
      if (!parent || text === '' || parent.closest('script, style, noscript, svg')) continue;
      range.selectNodeContents(node);
      const drawn = range.getBoundingClientRect();
      // Said, and not shown.
      const own = parent.getBoundingClientRect();
      if (drawn.width < 2 || own.width <= 1 || own.height <= 1 || isHidden(parent)) continue;
      const isOnPanel = drawn.right > 0 && drawn.bottom > 0 && drawn.left < innerWidth && drawn.top < innerHeight;
      if (!isOnPanel) continue;

      const clip = clipOf(parent);
      if (
        clip &&
        clip.width > 1 &&
        (drawn.bottom > clip.bottom + 3 || drawn.right > clip.right + 3 || drawn.left < clip.left - 3)
      )
        faults.push(`cut off: ${told(text)}`);
      const button = parent.closest('button, [role=button], [role=dialog] > *');
      // Names beside the icons of the left edge stand beside them.
      if (button && !button.closest('[role=navigation], nav')) {
        const box = button.getBoundingClientRect();
        if (drawn.right > box.right + 3 || drawn.left < box.left - 3 || drawn.bottom > box.bottom + 6)
          if (getComputedStyle(button).position !== 'absolute') faults.push(`sticks out of its button: ${told(text)}`);
      }
      const edge = innerHeight * 0.04;
      const isScrolled = parent.closest('[class*="wall"], [class*="track"], [class*="tile"]') !== null;
      const shown = shownOf(parent, drawn);
      const isAtEdge =
        shown.left < edge || shown.right > innerWidth - edge || shown.top < edge || shown.bottom > innerHeight - edge;
      if (!isScrolled && isAtEdge) faults.push(`too near the edge of the panel: ${told(text)}`);
      for (const box of Array.from(range.getClientRects())) {
        const { left, right, top, bottom, height } = box;
        // A line's box is higher than its letters.
        const shown = shownOf(parent, { left, right, top: top + height * 0.15, bottom: bottom - height * 0.2 });
        if (shown.right - shown.left > 4 && shown.bottom - shown.top > 4) lines.push({ text, parent, box: shown });
      }
    }

    /** Below a dialog everything may lie. */
    const layerOf = (element: Element) => element.closest('[role=dialog], [role=navigation], nav');
    for (const [index, one] of lines.entries())
      for (const other of lines.slice(index + 1)) {
        if (one.parent === other.parent || layerOf(one.parent) !== layerOf(other.parent)) continue;
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        const lower = Math.min(one.box.bottom - one.box.top, other.box.bottom - other.box.top);
        if (across > 4 && down > lower * 0.2) faults.push(`on each other: ${told(one.text)} and ${told(other.text)}`);
      }
    return faults;
  });

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
    // Of those that are drawn by the same rules, one.
    const kinds = new Set<string>();
    for (const element of Array.from(document.querySelectorAll<HTMLElement>('[data-focus-key]'))) {
      const kind = `${element.className} ${element.firstElementChild?.getAttribute('class')}`;
      if (element === before || kinds.has(kind)) continue;
      kinds.add(kind);
      const plain = look(element);
      element.focus({ preventScroll: true });
      if (document.activeElement === element && look(element) === plain)
        unmarked.push(element.dataset['focusKey'] ?? '');
      before?.focus({ preventScroll: true });
    }
    return unmarked;
  });

import type { Page } from '@playwright/test';
import axe from 'axe-core';

declare global {
  interface Window {
    axe?: typeof axe;
    looks?: Looks;
  }
}

/** A viewer's accessibility settings for the display. */
export interface Looks {
  readonly letters: 'normal' | 'large';
  readonly contrast: 'normal' | 'high';
}

/** Applies the display settings and overrides the stored ones until the page reloads. */
export const setLooks = (page: Page, looks: Looks) =>
  page.evaluate((wanted) => {
    const { dataset } = document.documentElement;
    const isNew = window.looks === undefined;
    window.looks = wanted;
    const apply = () => {
      for (const [name, value] of Object.entries(window.looks ?? {}))
        if (dataset[name] !== value) dataset[name] = value;
    };
    apply();
    if (isNew) new MutationObserver(apply).observe(document.documentElement, { attributes: true });
  }, looks);

/** Waits for fonts and pictures: a late picture could cover text. */
export const drawn = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all(Array.from(document.images, (image) => image.decode().catch(() => undefined)));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });

/** The card with the code for a phone: it comes after its screen, and takes room. */
export const phoneCardOf = (page: Page) => page.getByRole('complementary', { name: '휴대폰으로 입력' });

/** Headings and larger text need a contrast of 4.5:1, running text 7:1 (ten-foot.md, 1). */
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

/** Violations of WCAG A and AA by axe-core, or of `rules` only: rule and elements. */
export async function violationsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await loadAxe(page);
  return page.evaluate(async (only) => {
    const { violations } = await window.axe!.run({
      runOnly: only ? { type: 'rule', values: [...only] } : ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'],
      // A rule for speech input. Here the spoken name may differ from the visible one on purpose (숫자 일 for 1).
      rules: { 'label-content-name-mismatch': { enabled: false } },
      resultTypes: ['violations'],
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, any }) => `${id}: ${html.slice(0, 160)} ${any.map(({ message }) => message).join(' ')}`),
    );
  }, rules);
}

/** Part of the panel at each edge that is not safe. */
const UNSAFE = 0.05;

/** The focused element when it is outside of the safe area, or a message without focus. */
export const unsafeFocusOf = (page: Page): Promise<string[]> =>
  page.evaluate((unsafe) => {
    const [x, y] = [innerWidth * unsafe, innerHeight * unsafe];
    const focused = document.activeElement as HTMLElement | null;
    if (!focused || focused === document.body) return ['nothing has the focus'];
    // The navigation is outside by design: closed, it is as wide as the unsafe edge.
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
 * Words in the unsafe part at the left, right and upper edge. Rows and lists bleed, so that words on what the focus is not
 * on are not meant.
 */
export const unsafeWordsOf = (page: Page): Promise<string[]> =>
  page.evaluate((unsafe) => {
    const [x, y] = [innerWidth * unsafe, innerHeight * unsafe];
    const faults = new Set<string>();
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = words.nextNode(); node; node = words.nextNode()) {
      const parent = node.parentElement;
      const text = node.nodeValue?.trim() ?? '';
      if (!parent || text === '' || parent.closest('script, style, nav, [role=navigation]')) continue;
      const thing = parent.closest('[data-focus-key]');
      if (thing && thing !== document.activeElement) continue;
      if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true } as CheckVisibilityOptions))
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      let { left, top, right, bottom } = range.getBoundingClientRect();
      for (let box: Element | null = parent; box; box = box.parentElement) {
        if (getComputedStyle(box).overflow === 'visible') continue;
        const clip = box.getBoundingClientRect();
        left = Math.max(left, clip.left);
        right = Math.min(right, clip.right);
        top = Math.max(top, clip.top);
        bottom = Math.min(bottom, clip.bottom);
      }
      // What the voice guide alone reads is a pixel.
      if (right - left < 4 || bottom - top < 4 || right < 0 || bottom < 0 || top > innerHeight) continue;
      if (left < x - 1 || right > innerWidth - x + 1 || top < y - 1)
        faults.add(`"${text.slice(0, 30)}" at ${[left, top, right, bottom].map(Math.round).join(' ')}`);
    }
    return [...faults];
  }, UNSAFE);

/**
 * Text that its box or the panel clips without an ellipsis, text that overflows its button, and text that overlaps other
 * text.
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
    /** The box that clips the text, or null. Ellipsis and line limits are visible, so they do not count. */
    const clipOf = (parent: Element): DOMRect | null => {
      for (let at: Element | null = parent; at && at !== document.body; at = at.parentElement) {
        const style = getComputedStyle(at);
        if (style.textOverflow === 'ellipsis' || !['none', ''].includes(style.webkitLineClamp)) return null;
        if (style.overflow === 'visible' || style.position === 'static') continue;
        // Walls and rows scroll, so their edges may clip.
        if (at.querySelector('[data-focus-key]')) return null;
        return at.getBoundingClientRect();
      }
      return null;
    };
    /** The visible part of a box after all clipping. */
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
      // For screen readers only.
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
      // The navigation's labels are placed beside their icons.
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
        // A line box is taller than its letters.
        const shown = shownOf(parent, { left, right, top: top + height * 0.15, bottom: bottom - height * 0.2 });
        if (shown.right - shown.left > 4 && shown.bottom - shown.top > 4) lines.push({ text, parent, box: shown });
      }
    }

    /** Elements below a dialog may overlap it, and the card beside it. */
    const layerOf = (element: Element) =>
      element.closest('[role=dialog], [role=navigation], nav') ?? element.closest(':has(> [role=dialog])');
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

/** Focus keys of elements that look the same with and without the focus. */
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
    // One element per style is enough.
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

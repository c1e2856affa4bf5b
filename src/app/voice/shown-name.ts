import { bare } from './understand.ts';

const PRESSED = '[data-focus-key]';

/**
 * The one shown element that can be pressed and has the spoken name; null without one, or with several. Under a dialog, only its
 * own elements.
 */
export function findShown(page: Document, spoken: string): HTMLElement | null {
  const dialogs = page.querySelectorAll<HTMLElement>('[role="dialog"]');
  const root = dialogs[dialogs.length - 1] ?? page.body;
  const wanted = bare(spoken);
  const same = Array.from(root.querySelectorAll<HTMLElement>(PRESSED)).filter(
    (element) =>
      bare(element.getAttribute('aria-label') ?? element.textContent) === wanted &&
      element.closest('[aria-hidden="true"], [inert]') === null,
  );
  return wanted !== '' && same.length === 1 ? same[0]! : null;
}
